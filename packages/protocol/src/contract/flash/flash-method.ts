import type { ErrorCode } from '../../error/error-table.ts'
import type { Sample } from '../operation.ts'

/** The channels of the specification, and one for all other notifications. */
export const flashChannels = {
	Pricebooks: 'What a maker offers.',
	'New Orders': 'What makers are asked to fill.',
	Fills: 'What makers sign for it.',
	'Fill Execution': 'The results of fills: a numbered log.',
	Ping: 'Whether the connection is alive.',
	Notices: 'Other notifications of the service.',
} as const
export type FlashChannel = keyof typeof flashChannels

/** One method of the Flash Liquidity API. */
export type FlashMethod = {
	/** The method's name on the wire. */
	readonly name: string
	readonly id: string
	readonly channel: FlashChannel
	readonly sentBy: 'maker' | 'service'
	/** The intended form; a maker may send any method either way. */
	readonly kind: 'request' | 'notification'
	readonly summary: string
	readonly description?: string
	/** The section of the interface specification; absent for an addition of ours. */
	readonly specification?: string
	/** An object schema; absent if the method takes no params. */
	readonly params?: Sample & { readonly optional?: true }
	/** The result of a request. */
	readonly result?: Sample
	/** Its own error codes, in addition to {@link flashErrors}. */
	readonly errors: readonly ErrorCode[]
}

/** The error codes with which any message of a maker may be answered. */
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

/** The error codes of the request that opens the socket, which is refused with a problem document. */
export const flashUpgradeErrors = [
	'unauthorized',
	'address_not_allowed',
	'rate_limited',
	'shutting_down',
	'busy',
	'database_unavailable',
	'internal',
] as const satisfies readonly ErrorCode[]
