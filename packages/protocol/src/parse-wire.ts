import type { z } from 'zod'
import { type ErrorCode, isErrorCode } from './error/error-table.ts'
import { expectedOf } from './error/expected.ts'
import { shown } from './error/shown.ts'
import { TradeError, type Violation } from './error/trade-error.ts'

/**
 * Reads a message by its schema; null means that an optional member is absent.
 * @throws TradeError `unknown_field`, `validation_failed` or the code of a broken text such as `invalid_decimal`, with
 * a JSON pointer to every field that is wrong, what was expected there and what was found
 */
export function parseWire<Schema extends z.ZodType>(schema: Schema, message: unknown): z.infer<Schema> {
	const asSent = schema.safeParse(message)
	if (asSent.success) return asSent.data
	const result = schema.safeParse(withoutNulls(schema, message), { error: expectedOf })
	if (result.success) return result.data
	throw fromIssues(result.error.issues, { schema, message })
}

type Read = { readonly schema: z.ZodType; readonly message: unknown }

const reportedMax = 100

/** A schema's violations as one error that lists at most 100 places. */
function fromIssues(issues: readonly z.core.$ZodIssue[], read: Read): TradeError {
	const [first, ...rest] = issues.flatMap(issue => violationsOf(issue, read)).slice(0, reportedMax)
	if (first === undefined) return new TradeError('validation_failed')
	return TradeError.fromViolations([first, ...rest])
}

/** A JSON pointer (RFC 6901) to a place in a message. */
export function jsonPointer(path: readonly PropertyKey[]): string {
	return path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function violationsOf(issue: z.core.$ZodIssue, { schema, message }: Read): Violation[] {
	if (issue.code === 'unrecognized_keys') {
		const known = fieldsAt(schema, issue.path) ?? []
		const expected = known.length === 0 ? 'no such field' : `one of ${known.join(', ')}`
		return issue.keys.map(key => violation('unknown_field', { path: [...issue.path, key], expected }))
	}
	const { path, message: expected, code: kind } = issue
	const code = kind === 'custom' ? issue.params?.code : undefined
	const found = shown(valueAt(message, path))
	return [violation(isErrorCode(code) ? code : 'validation_failed', { path, expected, found })]
}

type Place = { readonly path: readonly PropertyKey[]; readonly expected: string; readonly found?: string }

function violation(code: ErrorCode, { path, ...item }: Place): Violation {
	return { code, item: { pointer: jsonPointer(path), ...item } }
}

/** What a message has in a place; undefined if that does not exist. */
function valueAt(message: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(value, key) =>
			typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key as never] : undefined,
		message,
	)
}

/** The message without those members that are null where the schema has an optional member: null means absent. */
function withoutNulls(schema: z.ZodType, message: unknown): unknown {
	const inner = unwrap(schema)
	if (Array.isArray(message))
		return isArray(inner) ? message.map(item => withoutNulls(inner.def.element, item)) : message
	if (!isObject(inner) || typeof message !== 'object' || message === null) return message
	const fields = Object.entries(message).flatMap(([name, value]) => {
		const field = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined
		if (field === undefined) return [[name, value] as const]
		return value === null && isOptional(field) ? [] : [[name, withoutNulls(field, value)] as const]
	})
	return Object.fromEntries(fields)
}

/** The members that the object at this place of a schema can have; undefined if the schema has no object there. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] | undefined {
	const inner = unwrap(schema)
	const [first, ...rest] = path
	if (first === undefined) return isObject(inner) ? Object.keys(inner.shape) : undefined
	const next = isObject(inner) ? inner.shape[String(first)] : isArray(inner) ? inner.def.element : undefined
	return next === undefined ? undefined : fieldsAt(next, rest)
}

type ObjectSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>>

function unwrap(schema: z.ZodType): z.ZodType {
	if (isOptional(schema)) return unwrap(schema.def.innerType)
	// A schema that transforms into our form: its input is the wire's form.
	return isPipe(schema) ? unwrap(schema.def.in) : schema
}

function isOptional(schema: z.ZodType): schema is z.ZodOptional<z.ZodType> {
	return schema.def.type === 'optional'
}

function isPipe(schema: z.ZodType): schema is z.ZodPipe<z.ZodType, z.ZodType> {
	return schema.def.type === 'pipe'
}

function isObject(schema: z.ZodType): schema is ObjectSchema {
	return schema.def.type === 'object'
}

function isArray(schema: z.ZodType): schema is z.ZodArray<z.ZodType> {
	return schema.def.type === 'array'
}
