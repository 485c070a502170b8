import type { z } from 'zod'
import { type ErrorCode, errorCodes } from '../error/error-table.ts'
import { Field } from '../message.ts'
import type { OperatorRole } from '../operator/operator-key.ts'

/** A schema or message, with an example. */
export type Sample<Schema extends z.ZodType = z.ZodType> = {
	/** The schema that reads the value. */
	readonly schema: Schema
	/** The schema for the documents: the same one without transforms. */
	readonly wire: z.ZodType
	/** The value's message; absent if its form is the same here and on the wire. */
	readonly message?: Field<unknown, unknown>
	readonly example: unknown
}

/** Ties an example to its message or schema. A test checks that they agree. */
export function sample<Schema extends z.ZodType>(
	message: Schema | { readonly schema: Schema },
	example: z.input<Schema>,
): Sample<Schema> {
	if (message instanceof Field) return { schema: message.schema as Schema, wire: message.wire, message, example }
	const schema = message as Schema
	return { schema, wire: schema, example }
}

/** Parameters of a path, query or header: an object schema whose members are the parameters. */
export type Parameters<Schema extends z.ZodObject = z.ZodObject> = {
	readonly schema: Schema
	readonly wire: z.ZodType
	readonly example: Readonly<Record<string, unknown>>
}

/** Like {@link sample}, for parameters. */
export function parameters<Schema extends z.ZodObject>(schema: Schema, example: z.input<Schema>): Parameters<Schema> {
	return { schema, wire: schema, example }
}

/** The schema of each server-sent event, by event name. */
export type EventStream = Readonly<Record<string, Sample>>

/** One successful answer. */
export type Answer = {
	readonly status: 200 | 204 | 304
	readonly description: string
	/** Headers in addition to those of every answer. */
	readonly headers?: readonly string[]
	/** Absent for an answer without a body, and where `events` or `media` describes it. */
	readonly body?: Sample
	readonly events?: EventStream
	/** The media type of a body that is not JSON. */
	readonly media?: string
}

/** The answers of an operation that always answers 200 with such a body. */
export function answered<Schema extends z.ZodType>(
	description: string,
	message: Schema | { readonly schema: Schema },
	example: z.input<Schema>,
): readonly [{ readonly status: 200; readonly description: string; readonly body: Sample<Schema> }] {
	return [{ status: 200, description, body: sample(message, example) }]
}

export const tags = {
	Market: 'What is traded, for whom, at which fee.',
	'Order book': 'What can be traded now.',
	Orders: 'From quote to settlement.',
	Trades: 'Settled orders, and how each came about.',
	Construction: 'Conveniences: the service composes, parses and assembles subintents. Nothing is stored.',
	Maker: 'A maker’s own data. Trading itself uses the Flash Liquidity API.',
	Instamint: 'Minting the tokens of a fill on credit, and paying them back.',
	Service: 'The service and its documents.',
} as const

/** The tags of the operator's own interface. */
export const operatorTags = {
	State: 'The state of the service.',
	Makers: 'Market makers, and the fee levels of accounts.',
	Keys: 'API keys for the Flash Liquidity API and /maker/*.',
	Integrators: 'DEXes that get a share of the platform fee.',
	Settings: 'What all nodes agree on: tokens, pairs, fees, prices and the service’s keys.',
	Access: 'Keys to this interface, and what was done with them.',
	Orders: 'Every order, and how it went.',
	Database: 'The database as a whole.',
	Instamint: 'The component that lets makers mint on credit.',
} as const
export type Tag = keyof typeof tags | keyof typeof operatorTags

/**
 * One endpoint of a REST interface. The service registers its route from it and types the handler by it; OpenAPI, the
 * reference and the conformance tests are made from it too.
 */
export type Operation = {
	readonly id: string
	readonly method: 'get' | 'post' | 'put' | 'delete'
	/** The path, with parameters in braces. */
	readonly path: string
	readonly tag: Tag
	readonly summary: string
	readonly description?: string
	/** The section of the interface specification; absent for an addition of ours. */
	readonly specification?: string
	/**
	 * Which key it takes: none, a maker's, the integrator's of the path's `code`, or an operator's with at least this role. Browsers of any origin may call those
	 * operations of the Trade API that take no key.
	 */
	readonly auth: 'none' | 'key' | 'integrator' | OperatorRole
	readonly pathParameters?: Parameters
	readonly query?: Parameters
	readonly headers?: Parameters
	readonly body?: Sample & { readonly optional?: true }
	readonly answers: readonly Answer[]
	/** Its own error codes; {@link errorsOf} adds those that any such request can return. */
	readonly errors: readonly ErrorCode[]
	/** Its problem documents have `success: false`, just as its answer has `success: true`. */
	readonly submission?: true
	/** Problem documents with additional members, by status. */
	readonly problems?: Readonly<Record<number, Sample>>
	/** How many requests it counts as in the rate limits: its cost compared with a simple read. 1 if absent. */
	readonly cost?: number
	/** The most bytes of its body, if less than the service's general limit. */
	readonly bodyBytes?: number
	/** Not rate limited, and still answered while the service stops. */
	readonly unlimited?: true
}

/** Operations by their ids. */
export type OperationTable = Readonly<Record<string, Omit<Operation, 'id'>>>

type WithIds<Table> = { readonly [Id in keyof Table & string]: Table[Id] & { readonly id: Id } }

/** Gives each operation of a table its key as id, and keeps its types. */
export function withIds<Table extends OperationTable>(table: Table): WithIds<Table> {
	return Object.fromEntries(
		Object.entries(table).map(([id, operation]) => [id, { ...operation, id }]),
	) as WithIds<Table>
}

type OutputOf<Part> = Part extends { readonly schema: infer Schema extends z.ZodType } ? z.output<Schema> : undefined

/** The path parameters of an operation as its schema reads them; undefined if it has none. */
export type PathOf<Op> = Op extends { readonly pathParameters: infer Part } ? OutputOf<Part> : undefined

/** The query of an operation as its schema reads it; undefined if it has none. */
export type QueryOf<Op> = Op extends { readonly query: infer Part } ? OutputOf<Part> : undefined

/** The headers of an operation as its schema reads them, names in lower case; undefined if it has none. */
export type HeadersOf<Op> = Op extends { readonly headers: infer Part } ? LowercaseNames<OutputOf<Part>> : undefined
type LowercaseNames<Headers> = { readonly [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] }

/** The body of an operation as its schema reads it; undefined if it has none. */
export type BodyOf<Op> = Op extends { readonly body: infer Part }
	? OutputOf<Part> | (Part extends { readonly optional: true } ? null | undefined : never)
	: undefined

/** The JSON body of an operation's answer; `never` if it has none. */
export type ResponseOf<Op extends Pick<Operation, 'answers'>> = JsonOf<Op['answers'][number]>
type JsonOf<One> = One extends { readonly body: { readonly schema: infer Schema extends z.ZodType } }
	? z.input<Schema>
	: never

const ofEvery: readonly ErrorCode[] = ['invalid_request']
// A test cannot make an operation fail unexpectedly if it only computes or returns values held by the process.
const ofDatabase: readonly ErrorCode[] = ['busy', 'database_unavailable', 'internal']
const ofBodies: readonly ErrorCode[] = [
	'malformed_json',
	'body_too_large',
	'unsupported_media_type',
	'unknown_field',
	'validation_failed',
]

/** Every error code that the operation can return, in the table's order. */
export function errorsOf({ auth, body, query, pathParameters, errors, unlimited }: Operation): ErrorCode[] {
	const usesDatabase = auth !== 'none' || (errors.includes('database_unavailable') && !unlimited)
	const possible = new Set<ErrorCode>([
		...ofEvery,
		...errors,
		...(unlimited ? [] : (['rate_limited', 'shutting_down'] as const)),
		...(auth === 'none' ? [] : (['unauthorized'] as const)),
		...(auth === 'operator' || auth === 'admin' ? (['forbidden'] as const) : []),
		...(usesDatabase ? ofDatabase : []),
		...(body === undefined ? [] : ofBodies),
		...(query === undefined ? [] : (['validation_failed'] as const)),
		// A parameter that is too long or cannot be decoded matches no path.
		...(pathParameters === undefined ? [] : (['not_found'] as const)),
	])
	return errorCodes.filter(code => possible.has(code))
}
