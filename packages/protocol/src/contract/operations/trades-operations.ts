import * as z from '#schema'
import { subintentIdWire } from '../../fields.ts'
import { streamClosingWire } from '../../service/service-info.ts'
import { CandlePage, candlesQueryWire } from '../../trade/candle.ts'
import { Trade, TradePage, TradesSnapshot, tradesQueryWire, tradesStreamQueryWire } from '../../trade/trade.ts'
import { TradeTrace } from '../../trade/trade-trace.ts'
import { examplePair, exampleTime } from '../examples/market.ts'
import { closingExample } from '../examples/problems.ts'
import { exampleTrace, exampleTrade } from '../examples/trades.ts'
import { answered, type OperationTable, parameters, sample, withIds } from '../operation.ts'

/** Settled orders, and how each came about. */
export const tradesOperations = withIds({
	getTrades: {
		method: 'get',
		path: '/trade/trades',
		tag: 'Trades',
		summary: 'Settled orders',
		description:
			'Newest first, in pages, of one pair or of all. The price is what the user traded at before fees: the ledger gave the user at least that.',
		auth: 'none',
		query: parameters(tradesQueryWire, { ...examplePair, limit: 100 }),
		answers: answered('One page.', TradePage, {
			trades: [exampleTrade],
			next: '1790000001220.98816d16f031bdd4d6992ca581d7c7083a2bc9f8590c808171d0ac9cba30b8c7',
		}),
		errors: ['unknown_token', 'unknown_pair', 'busy', 'database_unavailable'],
	},
	streamTrades: {
		method: 'get',
		path: '/trade/trades/stream',
		tag: 'Trades',
		summary: 'The trades of a pair as they settle',
		description:
			'Server-sent events: one `snapshot` with up to 50 trades, newest first, then each `trade` once, within a second of its settlement. Every connection begins with a snapshot, which takes the place of all before it; another one follows when a trade turns out not to have settled. Older trades are at `GET /trade/trades`. A comment every second says that the service lives: take a stream that was silent for several as standing still. Before the service ends a stream it sends `closing` with a problem.',
		auth: 'none',
		query: parameters(tradesStreamQueryWire, examplePair),
		answers: [
			{
				status: 200,
				description: 'The stream.',
				events: {
					snapshot: sample(TradesSnapshot, { trades: [exampleTrade] }),
					trade: sample(Trade, exampleTrade),
					closing: sample(streamClosingWire, closingExample),
				},
			},
		],
		errors: ['unknown_token', 'unknown_pair'],
	},
	getCandles: {
		method: 'get',
		path: '/trade/candles',
		tag: 'Trades',
		summary: 'The prices of a pair by interval',
		description:
			'Of all settled trades, each counted once, within a second of its settlement. Newest first, in pages; an interval without trades has no candle. The newest 10,000 intervals of each length are kept. A trade that the ledger turns out not to have settled is taken out again.',
		auth: 'none',
		query: parameters(candlesQueryWire, { ...examplePair, interval: '1m', limit: 300 }),
		answers: answered('One page.', CandlePage, {
			pair: examplePair,
			interval: '1m',
			candles: [
				{
					start_ms: exampleTime.ms - (exampleTime.ms % 60_000),
					open: '0.05',
					high: '0.0501',
					low: '0.0499',
					close: '0.0499',
					base_volume: '350',
					quote_volume: '17.495',
					trades: 3,
				},
			],
			next: exampleTime.ms - (exampleTime.ms % 60_000),
		}),
		errors: ['unknown_token', 'unknown_pair', 'busy', 'database_unavailable'],
	},
	getTradeTrace: {
		method: 'get',
		path: '/trade/trades/{subintent_id}',
		tag: 'Trades',
		summary: 'How one trade came about, from the user’s manifest to the ledger’s transaction',
		description:
			'Of every accepted order, at any time. Makers are distinguished but not named. Levels, fills, manifests and the signed bytes are shown once the order is published, when solvers see them too, and never if it never is. `roots` comes from the ledger and is empty while the ledger cannot be reached. `match_record` is there once the order has settled, with one line of JSON per match: docs/best-execution.md. Its SHA-256 is in the message of the order’s outer, as `accord-match-v1:…`.',
		auth: 'none',
		pathParameters: parameters(z.object({ subintent_id: subintentIdWire.max(256) }), {
			subintent_id: exampleTrace.subintent_id,
		}),
		answers: answered('The trace.', TradeTrace, exampleTrace),
		errors: ['validation_failed', 'unknown_order', 'busy', 'database_unavailable'],
	},
} satisfies OperationTable)
