import type { Decimal } from '../amount/decimal.ts'

/** A signed partial transaction, of a user or a maker, has at most 64 KiB. */
export const signedPartialBytesMax = 64 * 1024

/** The body of a request that constructs something is small: a limit order's manifest has some 2 KiB. */
export const constructionBodyBytesMax = 32 * 1024

/** The least and the most that is allowed. */
export type Bounds = { readonly min: number; readonly max: number }

/** Every number that a client can run into (GET /limits). Units are in the names; sizes are in bytes. */
export type Limits = {
	readonly requests: {
		readonly perMinutePerAddress: number
		readonly perMinutePerKey: number
		readonly bodyBytes: number
		/** Of `/construction/*`. */
		readonly constructionBodyBytes: number
		readonly bodyDepth: number
		readonly waitSeconds: number
		readonly orderStatusIds: number
		readonly connectionsPerAddress: number
		readonly eventStreamsPerAddress: number
	}
	readonly orders: {
		readonly expiresInSeconds: Bounds
		readonly signedPartialTransactionBytes: number
		readonly executionCostXrd: Decimal
		readonly executionUnits: number
		readonly instructions: number
		readonly openPerAccount: number
		readonly openWithPrefixPerAccount: number
		readonly makersPerOrder: number
	}
	readonly fills: {
		readonly expiresInSeconds: Bounds
		readonly executionUnits: number
		readonly secondsToFill: number
	}
	readonly orderBook: { readonly levels: number; readonly rebuildMs: number }
	readonly flash: {
		readonly sessionsPerMaker: number
		readonly messagesPerSecond: number
		readonly messageBytes: number
		readonly batch: number
		readonly priceBookLevels: number
		readonly outgoingBytes: number
		readonly pingSeconds: number
		readonly silenceSeconds: number
		readonly withdrawAfterMs: number
	}
	readonly solver: {
		readonly connections: number
		readonly connectionsPerAddress: number
		readonly incomingBytes: number
		readonly outgoingBytes: number
	}
}
