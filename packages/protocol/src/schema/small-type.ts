import {
	type Issue,
	isAborted,
	isEnded,
	isObject,
	type Json,
	type Payload,
	refuse,
	type Told,
	textOf,
	type Wording,
	worded,
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

	safeParse(value: unknown, { error }: { readonly error?: Wording } = {}) {
		const { value: data, issues } = this.run({ value, issues: [] })
		if (issues.length === 0) return { success: true, data } as const
		return { success: false, error: new ZodError(issues.map(issue => worded(issue, error))) } as const
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
		const more = params === undefined ? {} : { params }
		return this.check({
			check: ({ value, issues }, text) => {
				const message = textOf(told) ?? text
				if (!holds(value as never)) issues.push({ code: 'custom', path: [...path], message, continue: true, ...more })
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
		return this.#rule(text => pattern.test(text as string), told, { code: 'invalid_format', pattern: String(pattern) })
	}

	min(minimum: number, told?: Told): SmallType {
		const bound = { code: 'too_small', minimum, inclusive: true }
		if (this.def.type !== 'number') return this.#length(length => length >= minimum, told, bound)
		return this.#rule(value => (value as number) >= minimum, told, { ...bound, origin: 'number' })
	}

	max(maximum: number, told?: Told): SmallType {
		const bound = { code: 'too_big', maximum, inclusive: true }
		if (this.def.type !== 'number') return this.#length(length => length <= maximum, told, bound)
		return this.#rule(value => (value as number) <= maximum, told, { ...bound, origin: 'number' })
	}

	nonnegative(told?: Told): SmallType {
		return this.min(0, told)
	}

	positive(told?: Told): SmallType {
		const bound = { code: 'too_small', minimum: 0, inclusive: false, origin: 'number' }
		return this.#rule(value => (value as number) > 0, told, bound)
	}

	int(told?: Told): SmallType {
		return this.check({
			check: ({ value: input, issues }, text) => {
				const message = textOf(told) ?? text
				if (Number.isSafeInteger(input)) return
				if (!Number.isInteger(input)) {
					issues.push({ code: 'invalid_type', expected: 'int', input, message, continue: false })
				} else {
					const [code, bound] =
						(input as number) > 0 ? (['too_big', 'maximum'] as const) : (['too_small', 'minimum'] as const)
					const limit = Math.sign(input as number) * Number.MAX_SAFE_INTEGER
					issues.push({ code, [bound]: limit, inclusive: true, origin: 'int', message, continue: true })
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

	#rule(holds: (value: unknown) => boolean, told: Told, issue: Issue): SmallType {
		return this.check({
			check: ({ value, issues }, text) => {
				if (!holds(value)) issues.push({ ...issue, message: textOf(told) ?? text, continue: true })
			},
		})
	}

	#length(holds: (length: number) => boolean, told: Told, issue: Issue): SmallType {
		return this.check({
			when: value => typeof value === 'string' || Array.isArray(value),
			check: ({ value, issues }, text) => {
				// A text is measured in whole characters.
				if (holds([...(value as Iterable<unknown>)].length)) return
				const origin = typeof value === 'string' ? 'string' : 'array'
				issues.push({ ...issue, origin, message: textOf(told) ?? text, continue: true })
			},
		})
	}
}

export function objectOf(shape: Shape, others: Others): SmallType {
	const members = Object.entries(shape)
	const read = (payload: Payload) => {
		const source = payload.value
		if (!isObject(source)) return refuse(payload, 'object', { inst: schema })
		const result: Json = {}
		for (const [name, schema] of members) readMember({ name, schema, source, result, payload })
		payload.value = result
		if (others === 'ignored') return payload
		const unknown = Object.keys(source).filter(name => !Object.hasOwn(shape, name))
		if (others === 'kept') for (const name of unknown) if (name !== '__proto__') result[name] = source[name]
		if (others === 'refused' && unknown.length > 0)
			payload.issues.push({ code: 'unrecognized_keys', keys: unknown, continue: true })
		return payload
	}
	const schema = new SmallType({ type: 'object', shape, others, read })
	return schema
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
	} else if (isWhole) payload.issues.push({ code: 'invalid_type', expected: 'nonoptional', path: [name] })
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
