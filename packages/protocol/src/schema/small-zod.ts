/**
 * `#schema` in browsers: the part of Zod with which this package declares its messages, under Zod's names, in a tenth of
 * its bytes. Values, issues and their texts are Zod's for everything that JSON can hold; a test reads every message, whole
 * and damaged, with both. Descriptions are dropped: only the documents need them. Types come from Zod itself.
 */

import { isAborted, isObject, type Json, type Payload, refuse, type Told, textOf } from './issue.ts'
import { changing, objectOf, pipe, readPart, type Shape, SmallType } from './small-type.ts'

const typed = (type: string, accepts: (value: unknown) => boolean) => (told?: Told) => {
	const error = textOf(told)
	return new SmallType({
		type,
		error,
		read: payload => (accepts(payload.value) ? payload : refuse(payload, type, { message: error })),
	})
}

export const string = typed('string', value => typeof value === 'string')
export const number = typed('number', value => Number.isFinite(value))
export const boolean = typed('boolean', value => typeof value === 'boolean')
const nothing = typed('null', value => value === null)
export const never = typed('never', () => false)
export const unknown = () => new SmallType({ type: 'unknown', read: payload => payload })

export function literal(value: unknown): SmallType {
	return oneOf([value])
}

function oneOf(values: readonly unknown[]): SmallType {
	return new SmallType({
		type: 'enum',
		read: payload => {
			if (!values.includes(payload.value)) payload.issues.push({ code: 'invalid_value', values })
			return payload
		},
	})
}

export function array(element: SmallType): SmallType {
	return new SmallType({
		type: 'array',
		element,
		read: payload => {
			const items = payload.value
			if (!Array.isArray(items)) return refuse(payload, 'array')
			payload.value = items.map((value, at) => readPart(element, value, payload, at).value)
			return payload
		},
	})
}

export function tuple(parts: readonly SmallType[]): SmallType {
	const read = (payload: Payload) => {
		const items = payload.value
		if (!Array.isArray(items)) return refuse(payload, 'tuple')
		const bound = { inclusive: true, origin: 'array' }
		if (items.length < parts.length) {
			payload.issues.push({ code: 'too_small', minimum: parts.length, ...bound })
			return payload
		}
		if (items.length > parts.length) payload.issues.push({ code: 'too_big', maximum: parts.length, ...bound })
		payload.value = parts.map((part, at) => readPart(part, items[at], payload, at).value)
		return payload
	}
	return new SmallType({ type: 'tuple', read })
}

export function record(key: SmallType, part: SmallType): SmallType {
	const read = (payload: Payload) => {
		const source = payload.value
		if (!isObject(source)) return refuse(payload, 'record')
		const result: Json = {}
		for (const [name, value] of Object.entries(source)) {
			if (name === '__proto__') continue
			if (key.safeParse(name).success) result[name] = readPart(part, value, payload, name).value
			else payload.issues.push({ code: 'invalid_key', path: [name] })
		}
		payload.value = result
		return payload
	}
	return new SmallType({ type: 'record', read })
}

export function union(options: readonly SmallType[]): SmallType {
	const read = (payload: Payload) => {
		const results = options.map(option => option.run({ value: payload.value, issues: [] }))
		const whole = results.find(({ issues }) => issues.length === 0)
		if (whole !== undefined) return whole
		const [nearly, ...others] = results.filter(result => !isAborted(result))
		if (nearly !== undefined && others.length === 0) return nearly
		payload.issues.push({ code: 'invalid_union', errors: results.map(({ issues }) => issues) })
		return payload
	}
	return new SmallType({ type: 'union', read, optionalIn: options.some(({ def }) => def.optionalIn === true) })
}

export function preprocess(change: (value: unknown) => unknown, schema: SmallType): SmallType {
	return pipe(changing(change), schema)
}

export const object = (shape: Shape = {}) => objectOf(shape, 'ignored')
export const strictObject = (shape: Shape) => objectOf(shape, 'refused')
export const looseObject = (shape: Shape) => objectOf(shape, 'kept')
export { nothing as null, oneOf as enum, SmallType as ZodType }
