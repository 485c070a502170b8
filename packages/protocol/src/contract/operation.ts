import type { z } from 'zod'
import { type ErrorCode, errorCodes } from '../error/error-table.ts'

/** A schema with an example of it. */
export type Sample = { readonly schema: z.ZodType; readonly example: unknown }

/** Ties an example to its schema; that it fits is tested too. */
export function sample<Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>): Sample {
	return { schema, example }
}

/** Parameters of a path, query or header: an object schema whose members are the parameters. */
export type Parameters = { readonly schema: z.ZodObject; readonly example: Readonly<Record<string, unknown>> }

/** As {@link sample}, for parameters. */
export function parameters<Schema extends z.ZodObject>(schema: Schema, example: z.input<Schema>): Parameters {
	return { schema, example }
}

/** The header of server-sent events, by event name. */
export type EventStream = Readonly<Record<string, Sample>>

/** One answer that is no refusal. */
export type Answer = {
	readonly status: 200 | 204 | 304
	readonly description: string
	/** Headers beside those of every answer. */
	readonly headers?: readonly string[]
	/** Absent for an answer without a body, and for one that is told by `events` or `media`. */
	readonly body?: Sample
	readonly events?: EventStream
	/** A body that is no JSON: its media type. */
	readonly media?: string
}

export const tags = {
	Market: 'What is traded, for whom, at which fee.',
	'Order book': 'What can be traded now.',
	Orders: 'From quote to settlement.',
	Trades: 'What was settled, and how it came about.',
	Construction: 'Conveniences: the service composes, reads and assembles subintents. Nothing is kept.',
	Maker: 'What a maker sees of itself. The trading itself is the Flash Liquidity API.',
	Service: 'The service and its documents.',
} as const

/** Those of the operator's own interface. */
export const operatorTags = {
	State: 'How the service is.',
	Makers: 'Who makes markets, and at which fees accounts trade.',
	Keys: 'What opens the Flash Liquidity API and /maker/*.',
	Orders: 'Every order, and how it went.',
} as const
export type Tag = keyof typeof tags | keyof typeof operatorTags

/** One endpoint of the REST interface, whole: what OpenAPI, the reference and the conformance tests are made from. */
export type Operation = {
	readonly id: string
	readonly method: 'get' | 'post' | 'put' | 'delete'
	/** Parameters in braces. */
	readonly path: string
	readonly tag: Tag
	readonly summary: string
	readonly description?: string
	/** Where the interface specification has it; absent: an addition of ours. */
	readonly specification?: string
	/** Whether it takes an API key, or the operator's. Browsers of any origin may ask what takes none of the Trade API. */
	readonly auth: 'none' | 'key' | 'operator'
	readonly pathParameters?: Parameters
	readonly query?: Parameters
	readonly headers?: Parameters
	readonly body?: Sample & { readonly optional?: true }
	readonly answers: readonly Answer[]
	/** Its own refusals; {@link errorsOf} adds those that every such request can meet. */
	readonly errors: readonly ErrorCode[]
	/** Its refusals say `success: false`, as its answer says `success: true`. */
	readonly submission?: true
	/** Problem documents with members of their own, by status. */
	readonly problems?: Readonly<Record<number, Sample>>
	/** Answered always: not counted against the rate limit, and while the service stops. */
	readonly unlimited?: true
}

const ofEvery: readonly ErrorCode[] = ['invalid_request']
// What only computes, or tells what the process holds, has nothing that could fail unforeseen: no test could show it fail.
const ofDatabase: readonly ErrorCode[] = ['busy', 'database_unavailable', 'internal']
const ofBodies: readonly ErrorCode[] = [
	'malformed_json',
	'body_too_large',
	'unsupported_media_type',
	'unknown_field',
	'validation_failed',
]

/** Every code that the operation can be refused with, in the table's order. */
export function errorsOf({ auth, body, query, pathParameters, errors, unlimited }: Operation): ErrorCode[] {
	const usesDatabase = auth !== 'none' || (errors.includes('database_unavailable') && !unlimited)
	const possible = new Set<ErrorCode>([
		...ofEvery,
		...errors,
		...(unlimited ? [] : (['rate_limited', 'shutting_down'] as const)),
		...(auth === 'none' ? [] : (['unauthorized'] as const)),
		...(usesDatabase ? ofDatabase : []),
		...(body === undefined ? [] : ofBodies),
		...(query === undefined ? [] : (['validation_failed'] as const)),
		// A parameter that is too long, or no text, is part of no path.
		...(pathParameters === undefined ? [] : (['not_found'] as const)),
	])
	return errorCodes.filter(code => possible.has(code))
}
