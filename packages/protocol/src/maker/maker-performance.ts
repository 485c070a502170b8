import * as z from '#schema'
import { Pair } from '../amount/pair.ts'
import { countWire, decimal, symbolWire, timestampWire } from '../fields.ts'
import { list, message, named, type ValueOf } from '../message.ts'

/** After how many seconds a fill is compared with the price of its pair. */
export const markOutSeconds = [1, 10, 60] as const

/** The most seconds by which the trade that a fill is compared with may be later than that. */
export const markOutWaitSeconds = 60

/** Why an order that a maker was asked to fill came to nothing. */
export const lostReasons = [
	'rejected',
	'not_answered',
	'fill_refused',
	'cancelled',
	'called_off',
	'released',
	'expired',
] as const
export type LostReason = (typeof lostReasons)[number]

/** Orders that came to nothing for one reason, with what the maker was asked to exchange. */
export type LostOrders = ValueOf<typeof lostOrders>
const lostOrders = message({
	reason: z
		.enum(lostReasons)
		.describe(
			'rejected by the maker; not_answered in time; fill_refused by the service and not corrected; cancelled by the user, or called_off otherwise, before the answer was due; released: filled, but the order was not published; expired: published, but not settled.',
		),
	code: z.string().optional().describe('Why the first fill was refused.'),
	orders: countWire,
	base: decimal,
	quote: decimal,
})

/** What a maker's settled fills gained until some seconds later, as of the pair's next trade. */
export type MarkOut = ValueOf<typeof markOut>
const markOut = message({
	afterS: countWire,
	fills: countWire.describe('How many were compared.'),
	gain: decimal.describe('In quote; below zero, prices moved against the maker.'),
	volume: decimal.describe('Of these fills, in quote.'),
})

/** What a maker's settled fills paid in one token, which is the one that they sold. */
export type FillFees = ValueOf<typeof fillFees>
const fillFees = message({
	platformAmount: named('anthic_amount', decimal),
	settlementAmount: decimal,
	rebate: decimal.describe('What came back of the settlement fees.'),
})

/** A maker's results in one pair. */
export type PairPerformance = ValueOf<typeof pairPerformance>
const pairPerformance = message({
	pair: Pair,
	asked: message({ orders: countWire, base: decimal }),
	settled: message({
		fills: countWire,
		boughtBase: decimal,
		paidQuote: decimal,
		soldBase: decimal,
		receivedQuote: decimal,
	}).describe('What the maker exchanged, without `fees`.'),
	fees: message({ base: fillFees, quote: fillFees }).describe('Of the settled fills, each in the token that it sold.'),
	lastPrice: decimal.optional().describe('Of the pair’s last trade in that time; absent if nothing was traded.'),
	tradedBase: decimal.describe('By all makers, legs of routed orders included.'),
	/** Rounded down to six places. */
	share: decimal.optional().describe('The caller’s part of `traded_base`; absent if nothing was traded.'),
	lost: list(lostOrders).describe('Most orders first.'),
	markOuts: list(markOut).describe(
		`Of the newest 1,000 fills: the price of the pair’s first trade 1, 10 and 60 s after each settled, at most ${markOutWaitSeconds} s later, against the fill’s own. Fills without such a trade are left out.`,
	),
})

/** How a maker answered the orders of one hour. */
export type PerformanceHour = ValueOf<typeof performanceHour>
const performanceHour = message({
	startMs: timestampWire,
	asked: countWire,
	filled: countWire,
	fillMs: z
		.object({ p50: countWire, p99: countWire })
		.optional()
		.describe('From asked to filled; absent if nothing was filled.'),
})

/** What a maker's open orders and fills will exchange, by token. */
export type ReservedToken = ValueOf<typeof reservedToken>
const reservedToken = message({ symbol: symbolWire, sells: decimal, buys: decimal })

/** A maker's results in money since `sinceMs`: over the last 24 hours or the newest 5,000 orders. */
export type MakerPerformance = ValueOf<typeof MakerPerformance>
/** GET /maker/performance. */
export const MakerPerformance = message({
	sinceMs: timestampWire.describe('A whole minute.'),
	pairs: list(pairPerformance).describe('In which the caller was asked, most orders first.'),
	hours: list(performanceHour).describe('In which the caller was asked (UTC), oldest first.'),
	reserved: list(reservedToken).describe('By open orders and fills now; fees not included.'),
})
