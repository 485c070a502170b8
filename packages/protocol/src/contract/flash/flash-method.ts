import type { ErrorCode } from '../../error/error-table.ts'
import type { Sample } from '../operation.ts'

/** The channels of the specification, and what is said beside them. */
export const flashChannels = {
	Pricebooks: 'What a maker offers.',
	'New Orders': 'What makers are asked to fill.',
	Fills: 'What makers sign for it.',
	'Fill Execution': 'What becomes of it: a numbered log.',
	Ping: 'Whether the connection is alive.',
	Notices: 'What the service has to say beside.',
} as const
export type FlashChannel = keyof typeof flashChannels

/** One method of the Flash Liquidity API, whole. */
export type FlashMethod = {
	/** On the wire. */
	readonly name: string
	readonly id: string
	readonly channel: FlashChannel
	readonly sentBy: 'maker' | 'service'
	/** A maker may send any method either way; this is how it is meant. */
	readonly kind: 'request' | 'notification'
	readonly summary: string
	readonly description?: string
	/** Where the interface specification has it; absent: an addition of ours. */
	readonly specification?: string
	/** An object schema. Absent: it takes none. */
	readonly params?: Sample & { readonly optional?: true }
	/** What a request is answered. */
	readonly result?: Sample
	/** Its own refusals, beside {@link flashErrors}. */
	readonly errors: readonly ErrorCode[]
}

/** What any message of a maker can be refused with. */
export const flashErrors = [
	'method_not_found',
	'rate_limited',
	'body_too_large',
	'malformed_json',
	'invalid_request',
	'validation_failed',
	'busy',
	'internal',
] as const satisfies readonly ErrorCode[]

/** What the request that opens the socket can be refused with, as a problem document. */
export const flashUpgradeErrors = [
	'unauthorized',
	'rate_limited',
	'shutting_down',
	'busy',
	'database_unavailable',
	'internal',
] as const satisfies readonly ErrorCode[]
