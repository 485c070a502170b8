import * as z from '#schema'
import { countWire, decimal } from '../fields.ts'
import { message, type ValueOf } from '../message.ts'

/** A user's or maker's signed partial transaction has at most 64 KiB. */
export const signedPartialBytesMax = 64 * 1024

/** The body of a request that constructs something is small: a limit order's manifest has some 2 KiB. */
export const constructionBodyBytesMax = 32 * 1024

/** The most streams that one GET /trade/stream may follow. */
export const followedStreamsMax = 64

/** The least and the most that is allowed. */
export type Bounds = Readonly<z.infer<typeof bounds>>
const bounds = z.object({ min: countWire, max: countWire })

/** Every number that a client can run into. Units are in the names; sizes are in bytes. */
export type Limits = ValueOf<typeof Limits>
/** GET /limits. */
export const Limits = message({
	requests: message({
		perMinutePerAddress: countWire,
		perMinutePerKey: countWire,
		bodyBytes: countWire,
		/** The limits of `/construction/*`. */
		constructionBodyBytes: countWire,
		bodyDepth: countWire,
		waitSeconds: countWire,
		orderStatusIds: countWire,
		connectionsPerAddress: countWire,
		eventStreamsPerAddress: countWire,
		/** In one combined stream. */
		followedStreams: countWire,
	}),
	orders: message({
		expiresInSeconds: bounds,
		signedPartialTransactionBytes: countWire,
		executionCostXrd: decimal,
		executionUnits: countWire,
		instructions: countWire,
		openPerAccount: countWire,
		openWithPrefixPerAccount: countWire,
		makersPerOrder: countWire,
	}),
	fills: message({ expiresInSeconds: bounds, executionUnits: countWire, secondsToFill: countWire }),
	orderBook: message({ levels: countWire, rebuildMs: countWire }),
	flash: message({
		sessionsPerMaker: countWire,
		/** These three are of a maker, over all its sessions. */
		messagesPerSecond: countWire,
		messageBytesPerSecond: countWire,
		priceBookLevelsPerSecond: countWire,
		messageBytes: countWire,
		batch: countWire,
		priceBookLevels: countWire,
		outgoingBytes: countWire,
		pingSeconds: countWire,
		silenceSeconds: countWire,
		withdrawAfterMs: countWire,
	}),
	solver: message({
		connections: countWire,
		connectionsPerAddress: countWire,
		incomingBytes: countWire,
		outgoingBytes: countWire,
	}),
})
