import * as z from '#schema'
import { Pair } from '../amount/pair.ts'
import { countWire, decimal, symbolWire, timestampWire } from '../fields.ts'
import { partEndCounts } from '../maker/part-ends.ts'
import { list, message, type ValueOf } from '../message.ts'

/** The most orders of an hour that are counted of those that settled or expired, and of the others. */
export const historyOrdersMax = 5_000

/** The most entries about refusals that are counted. */
export const historyEntriesMax = 20_000

/** The most settled orders whose fees are added up. */
export const historyFeesMax = 10_000

/** The most parts of each maker that are counted. */
export const historyPartsMax = 5_000

/** How the orders of one hour (UTC) ended. */
export type HistoryHour = ValueOf<typeof historyHour>
const historyHour = message({
	startMs: timestampWire,
	settled: countWire,
	unfilled: countWire,
	expired: countWire,
	cancelled: countWire,
	settleMs: z
		.object({ p50: countWire, p99: countWire })
		.optional()
		.describe('From acceptance to settlement; absent if nothing settled.'),
	isPartial: z
		.boolean()
		.describe(
			`Too many ended: of those that settled or expired, and of the others, the newest ${historyOrdersMax} were counted.`,
		),
})

export const refusedActs = ['order_refused', 'fill_refused', 'operator_refused'] as const

/** Refusals of one kind. */
export type RefusalCount = ValueOf<typeof refusalCount>
const refusalCount = message({ act: z.enum(refusedActs), code: z.string(), times: countWire })

/** What was traded in one pair. */
export type PairVolume = ValueOf<typeof pairVolume>
const pairVolume = message({ pair: Pair, trades: countWire, base: decimal, quote: decimal })

/** What settled orders and their fills paid in one token. */
export type TokenFees = ValueOf<typeof tokenFees>
const tokenFees = message({
	symbol: symbolWire,
	platform: decimal.describe('Platform fees, integrators’ shares included.'),
	integratorShares: decimal.describe('Of the platform fees, what is due to integrators.'),
	settlement: decimal.describe('Settlement fees less rebates: what solvers got.'),
})

/** How a maker answered the parts it was asked for. */
export type MakerDay = ValueOf<typeof makerDay>
const makerDay = message({
	makerId: z.string(),
	asked: countWire,
	...partEndCounts,
	answerMs: countWire.optional().describe('Median time until the fill or rejection; absent when there are none.'),
})

/** A day of the service: the current hour and the 23 before it. */
export type OperatorHistory = ValueOf<typeof OperatorHistory>
/** GET /operator/history. */
export const OperatorHistory = message({
	hours: list(historyHour).describe('Oldest first, those without orders included.'),
	refusals: message({
		sinceMs: timestampWire.describe(
			`The first hour’s start, or later if there are more than ${historyEntriesMax} entries about refusals since.`,
		),
		counts: list(refusalCount).describe('Most frequent first. Those of the last minute are not written yet.'),
	}),
	volumes: list(pairVolume).describe('By pair, most trades first, of these hours.'),
	fees: message({
		sinceMs: timestampWire.describe(`The first hour’s start, or later if more than ${historyFeesMax} orders settled.`),
		tokens: list(tokenFees),
		costXrd: decimal.describe('The estimated cost of these orders and fills on the ledger, which solvers pay.'),
	}),
	makers: list(makerDay).describe(
		`Every maker in order of registration: the newest ${historyPartsMax} parts asked of it in these hours.`,
	),
})
