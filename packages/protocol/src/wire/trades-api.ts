import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import type { Trade, TradePage } from '../trade/trade.ts'
import { omitUndefined } from './omit-undefined.ts'
import { decimalWire, pairWire, subintentIdWire, symbolWire, timestampWire, wholeNumberText } from './primitives.ts'

/** Trades that one GET /trade/trades shows at most. */
export const tradesMax = 500

/** Query of GET /trade/trades, newest first; `before` is the `next` of the previous page. */
export const tradesQueryWire = z
	.object({
		base: symbolWire.optional(),
		quote: symbolWire.optional(),
		limit: wholeNumberText({ min: 1, max: tradesMax }).optional().describe('100 when absent.'),
		before: z.string().max(128).optional(),
	})
	.refine(query => (query.base === undefined) === (query.quote === undefined), {
		path: ['quote'],
		error: 'both base and quote, or neither',
	})
export type TradesQueryWire = z.infer<typeof tradesQueryWire>

/** What the user did with base. */
export const tradeSideWire = z.enum(['buy', 'sell'])
export type TradeSideWire = z.infer<typeof tradeSideWire>

/** One settled order. */
export const tradeWire = z.object({
	subintent_id: subintentIdWire,
	transaction_id: z.string(),
	pair: pairWire,
	side: tradeSideWire.describe('What the user did with base.'),
	price: decimalWire.describe('Quote per base, without fees, cut at 18 places.'),
	base_amount: decimalWire,
	quote_amount: decimalWire,
	settled_at_ms: timestampWire,
})
export type TradeWire = z.infer<typeof tradeWire>

/** Reads the wire's trade. @throws TradeError `invalid_decimal` */
export function parseTrade(wire: TradeWire): Trade {
	return {
		subintentId: wire.subintent_id,
		transactionId: wire.transaction_id,
		pair: wire.pair,
		side: wire.side,
		price: Decimal.parse(wire.price),
		baseAmount: Decimal.parse(wire.base_amount),
		quoteAmount: Decimal.parse(wire.quote_amount),
		settledAtMs: wire.settled_at_ms,
	}
}

/** The wire's trade. */
export function formatTrade(trade: Trade): TradeWire {
	return {
		subintent_id: trade.subintentId,
		transaction_id: trade.transactionId,
		pair: trade.pair,
		side: trade.side,
		price: Decimal.format(trade.price),
		base_amount: Decimal.format(trade.baseAmount),
		quote_amount: Decimal.format(trade.quoteAmount),
		settled_at_ms: trade.settledAtMs,
	}
}

/** GET /trade/trades. */
export const tradesWire = z.object({
	trades: z.array(tradeWire),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})
export type TradesWire = z.infer<typeof tradesWire>

/** Reads a page of trades. @throws TradeError `invalid_decimal` */
export function parseTrades({ trades, next }: TradesWire): TradePage {
	return omitUndefined({ trades: trades.map(parseTrade), next })
}

/** The answer of GET /trade/trades. */
export function formatTrades({ trades, next }: TradePage): TradesWire {
	return omitUndefined({ trades: trades.map(formatTrade), next })
}

/** Query of GET /trade/trades/stream. */
export const tradesStreamQueryWire = z.object({ base: symbolWire, quote: symbolWire })
export type TradesStreamQueryWire = z.infer<typeof tradesStreamQueryWire>

/** Trades that a stream begins with at most. */
export const streamedTradesMax = 50

/** Data of the event `snapshot` of GET /trade/trades/stream: the pair's newest trades, newest first. */
export const tradesSnapshotWire = z.object({ trades: z.array(tradeWire) })
export type TradesSnapshotWire = z.infer<typeof tradesSnapshotWire>

/** Reads what a stream of trades begins with. @throws TradeError `invalid_decimal` */
export function parseTradesSnapshot({ trades }: TradesSnapshotWire): Trade[] {
	return trades.map(parseTrade)
}

/** The data of the event `snapshot`. */
export function formatTradesSnapshot(trades: readonly Trade[]): TradesSnapshotWire {
	return { trades: trades.map(formatTrade) }
}
