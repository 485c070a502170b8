import {
	type Issue,
	isAborted,
	isEnded,
	isObject,
	type Json,
	mismatch,
	type Payload,
	refuse,
	sizeText,
	type Told,
	textOf,
	tooText,
	ZodError,
} from './issue.ts'

type Read = (payload: Payload) => Payload
/** A rule of one schema. With `when` it also runs on values of a wrong type, as Zod's rules about lengths do. */
type Check = { readonly when?: (value: unknown) => boolean; readonly check: (payload: Payload, text?: string) => void }
/** What becomes of the unknown members of an object. */
type Others = 'ignored' | 'refused' | 'kept'
export type Shape = Readonly<Record<string, SmallType>>
type Def = {
	readonly type: string
	readonly read: Read
	/** The text of every issue that has no text of its own. */
	readonly error?: string | undefined
	readonly checks?: readonly Check[]
	/** Whether the member may be absent in what is read, and in what results. */
	readonly optionalIn?: boolean
	readonly optionalOut?: boolean
	readonly shape?: Shape
	readonly others?: Others
	readonly element?: SmallType
	readonly innerType?: SmallType
	readonly in?: SmallType
}

/** A schema with its rules, as Zod’s `ZodType`: each method returns another one. */
export class SmallType {
	readonly def: Def
	readonly shape: Shape | undefined

	constructor(def: Def) {
		this.def = def
		this.shape = def.shape
	}

	parse(value: unknown): unknown {
		const result = this.safeParse(value)
		if (result.success) return result.data
		throw result.error
	}

	safeParse(value: unknown) {
		const { value: data, issues } = this.run({ value, issues: [] })
		if (issues.length === 0) return { success: true, data } as const
		const shown = issues.map(({ continue: _, ...issue }) => ({ ...issue, path: issue.path ?? [] }))
		return { success: false, error: new ZodError(shown) } as const
	}

	run(payload: Payload): Payload {
		const { read, checks = [], error } = this.def
		const result = read(payload)
		for (const { when, check } of checks)
			if (when === undefined ? !isAborted(result) : !isEnded(result) && when(result.value)) check(result, error)
		return result
	}

	check(...checks: readonly Check[]): SmallType {
		return new SmallType({ ...this.def, checks: [...(this.def.checks ?? []), ...checks] })
	}

	refine(holds: (value: never) => boolean, told?: Told): SmallType {
		const { path = [], params } = typeof told === 'object' ? told : {}
		return this.check({
			check: ({ value, issues }, text) => {
				const issue = {
					code: 'custom',
					path: [...path],
					message: textOf(told) ?? text ?? 'Invalid input',
					continue: true,
				}
				if (!holds(value as never)) issues.push(params === undefined ? issue : Object.assign(issue, { params }))
			},
		})
	}

	superRefine(refine: (value: never, context: { addIssue: (issue: Issue) => void }) => void): SmallType {
		return this.check({
			check: ({ value, issues }) =>
				refine(value as never, { addIssue: issue => issues.push({ ...issue, continue: true }) }),
		})
	}

	regex(pattern: RegExp, told?: Told): SmallType {
		return this.#rule('invalid_format', text => pattern.test(text as string), {
			told,
			text: `Invalid string: must match pattern ${pattern}`,
		})
	}

	min(least: number, told?: Told): SmallType {
		if (this.def.type === 'number') return this.#bound(value => value >= least, told, 'small', `>=${least}`)
		return this.#length(length => length >= least, told, 'small', `>=${least}`)
	}

	max(most: number, told?: Told): SmallType {
		if (this.def.type === 'number') return this.#bound(value => value <= most, told, 'big', `<=${most}`)
		return this.#length(length => length <= most, told, 'big', `<=${most}`)
	}

	nonnegative(told?: Told): SmallType {
		return this.min(0, told)
	}

	positive(told?: Told): SmallType {
		return this.#bound(value => value > 0, told, 'small', '>0')
	}

	int(told?: Told): SmallType {
		return this.check({
			check: (payload, text) => {
				const value = payload.value as number
				const issues = payload.issues
				const message = textOf(told) ?? text
				if (Number.isSafeInteger(value)) return
				if (!Number.isInteger(value)) issues.push({ ...mismatch('int', value, message), continue: false })
				else {
					const [size, bound] = value > 0 ? (['big', '<='] as const) : (['small', '>='] as const)
					const limit = `${bound}${Math.sign(value) * Number.MAX_SAFE_INTEGER}`
					issues.push({ code: `too_${size}`, message: message ?? tooText(size, 'int', limit), continue: true })
				}
			},
		})
	}

	optional(): SmallType {
		const read = (payload: Payload) => (payload.value === undefined ? payload : this.run(payload))
		return new SmallType({ type: 'optional', read, innerType: this, optionalIn: true, optionalOut: true })
	}

	catch(instead: unknown): SmallType {
		const read = (payload: Payload) => {
			const { value, issues } = this.run({ value: payload.value, issues: [] })
			payload.value = issues.length === 0 ? value : instead
			return payload
		}
		return new SmallType({ type: 'catch', read, optionalIn: true, optionalOut: this.def.optionalOut === true })
	}

	transform(change: (value: never, context: Payload) => unknown): SmallType {
		return pipe(this, changing(change))
	}

	extend(more: Shape): SmallType {
		return objectOf({ ...this.shape, ...more }, this.def.others ?? 'ignored')
	}

	describe(): SmallType {
		return this
	}

	meta(): SmallType {
		return this
	}

	#rule(code: string, holds: (value: unknown) => boolean, { told, text }: { told: Told; text: string }): SmallType {
		return this.check({
			check: ({ value, issues }, ofSchema) => {
				if (!holds(value)) issues.push({ code, message: textOf(told) ?? ofSchema ?? text, continue: true })
			},
		})
	}

	#bound(holds: (value: number) => boolean, told: Told, size: 'small' | 'big', limit: string): SmallType {
		const text = tooText(size, 'number', limit)
		return this.#rule(`too_${size}`, value => holds(value as number), { told, text })
	}

	#length(holds: (length: number) => boolean, told: Told, size: 'small' | 'big', limit: string): SmallType {
		return this.check({
			when: value => typeof value === 'string' || Array.isArray(value),
			check: ({ value, issues }, text) => {
				// A text is measured in whole characters.
				if (holds([...(value as Iterable<unknown>)].length)) return
				const message = textOf(told) ?? text ?? sizeText(size, value, limit)
				issues.push({ code: `too_${size}`, message, continue: true })
			},
		})
	}
}

export function objectOf(shape: Shape, others: Others): SmallType {
	const members = Object.entries(shape)
	const read = (payload: Payload) => {
		const source = payload.value
		if (!isObject(source)) return refuse(payload, 'object')
		const result: Json = {}
		for (const [name, schema] of members) readMember({ name, schema, source, result, payload })
		payload.value = result
		if (others === 'ignored') return payload
		const unknown = Object.keys(source).filter(name => !Object.hasOwn(shape, name))
		if (others === 'kept') for (const name of unknown) if (name !== '__proto__') result[name] = source[name]
		if (others === 'refused' && unknown.length > 0) {
			const message = `Unrecognized key${unknown.length > 1 ? 's' : ''}: ${unknown.map(name => `"${name}"`).join(', ')}`
			payload.issues.push({ code: 'unrecognized_keys', keys: unknown, message, continue: true })
		}
		return payload
	}
	return new SmallType({ type: 'object', shape, others, read })
}

type Reading = {
	readonly name: string
	readonly schema: SmallType
	readonly source: Json
	readonly result: Json
	readonly payload: Payload
}

function readMember({ name, schema, source, result, payload }: Reading): void {
	const { optionalIn = false, optionalOut = false } = schema.def
	const isPresent = name in source
	if (!isPresent && optionalIn && optionalOut) return
	const { value, isWhole } = readPart(schema, source[name], payload, name)
	if (isPresent || optionalIn) {
		if (value !== undefined || isPresent) result[name] = value
	} else if (isWhole) payload.issues.push({ ...mismatch('nonoptional', undefined), path: [name] })
}

export function readPart(schema: SmallType, value: unknown, { issues }: Payload, at: PropertyKey) {
	const part = schema.run({ value, issues: [] })
	for (const issue of part.issues) issues.push({ ...issue, path: [at, ...(issue.path ?? [])] })
	return { value: part.value, isWhole: part.issues.length === 0 }
}

/** A transform runs only on what has no issue, except for unknown members. */
export function pipe(first: SmallType, second: SmallType): SmallType {
	const read = (payload: Payload) => {
		const left = first.run(payload)
		if (left.issues.every(({ code }) => code === 'unrecognized_keys'))
			return second.run({ value: left.value, issues: left.issues })
		left.aborted = true
		return left
	}
	const { optionalIn = false } = first.def
	return new SmallType({ type: 'pipe', read, in: first, optionalIn, optionalOut: second.def.optionalOut === true })
}

export function changing(change: (value: never, context: Payload) => unknown): SmallType {
	const read = (payload: Payload) => {
		payload.value = change(payload.value as never, payload)
		return payload
	}
	return new SmallType({ type: 'transform', read, optionalIn: true })
}
