import * as z from '#schema'
import { Pair } from '../amount/pair.ts'
import { decimal, subintentIdWire, symbolWire, timestampWire, wholeNumberText } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'
import { surplusField } from '../order/limit-order.ts'
import { wholePair } from '../rules.ts'

/** The most trades that one GET /trade/trades returns. */
export const tradesMax = 500

/** The most trades that a stream begins with. */
export const streamedTradesMax = 50

/** Query of GET /trade/trades, newest first; `before` is the `next` of the previous page. */
export const tradesQueryWire = wholePair(
	z.object({
		base: symbolWire.optional(),
		quote: symbolWire.optional(),
		limit: wholeNumberText({ min: 1, max: tradesMax }).optional().describe('100 when absent.'),
		before: z.string().max(128).optional(),
	}),
)
export type TradesQueryWire = z.infer<typeof tradesQueryWire>

/** Query of GET /trade/trades/stream. */
export const tradesStreamQueryWire = z.object({ base: symbolWire, quote: symbolWire })

/** Whether the user bought or sold base. */
export type TradeSide = z.infer<typeof tradeSideWire>
export const tradeSideWire = z.enum(['buy', 'sell'])

/** One settled order as shown to everyone. */
export type Trade = ValueOf<typeof Trade>
export const Trade = message({
	subintentId: subintentIdWire,
	transactionId: z.string(),
	pair: Pair,
	side: tradeSideWire.describe('What the user did with base.'),
	/** Quote per base, without fees, rounded down to 18 places. */
	price: decimal.describe('Quote per base, without fees, cut at 18 places.'),
	baseAmount: decimal,
	quoteAmount: decimal,
	/** How much of the quote amount is better for the user than the limit that was signed. */
	surplus: surplusField,
	settledAtMs: timestampWire,
})

/** A page of trades, newest first. `next` requests the next page; it is absent on the last one. */
export type TradePage = ValueOf<typeof TradePage>
/** GET /trade/trades. */
export const TradePage = message({
	trades: list(Trade),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})

/** Data of the event `snapshot` of GET /trade/trades/stream: the pair's newest trades, newest first. */
export const TradesSnapshot = message({ trades: list(Trade) }).as<readonly Trade[]>({
	parse: ({ trades }) => trades,
	format: trades => ({ trades }),
})

/** Adds a trade to the newest trades, newest first, in place of any earlier version of it; at most `max` are kept. */
export function withNewTrade(newest: readonly Trade[], trade: Trade, max: number): readonly Trade[] {
	const others = newest.filter(({ subintentId }) => subintentId !== trade.subintentId)
	// A trade that was settled by a correction may be older than others already known.
	const older = others.findIndex(({ settledAtMs }) => settledAtMs <= trade.settledAtMs)
	return others.toSpliced(older === -1 ? others.length : older, 0, trade).slice(0, max)
}
