import * as z from 'zod'
import { subintentIdWire } from '../../wire/primitives.ts'
import { tradeTraceWire } from '../../wire/trace-api.ts'
import { tradesQueryWire, tradesWire } from '../../wire/trades-api.ts'
import { examplePair } from '../examples/market.ts'
import { exampleTrace, exampleTrade } from '../examples/trades.ts'
import { type OperationTable, parameters, sample, withIds } from '../operation.ts'

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
		answers: [
			{
				status: 200,
				description: 'One page.',
				body: sample(tradesWire, {
					trades: [exampleTrade],
					next: '1790000001220.98816d16f031bdd4d6992ca581d7c7083a2bc9f8590c808171d0ac9cba30b8c7',
				}),
			},
		],
		errors: ['unknown_token', 'unknown_pair', 'busy', 'database_unavailable'],
	},
	getTradeTrace: {
		method: 'get',
		path: '/trade/trades/{subintent_id}',
		tag: 'Trades',
		summary: 'How one trade came about, from the user’s manifest to the ledger’s transaction',
		description:
			'Of every accepted order, at any time. Makers are distinguished but not named. Levels, fills, manifests and the signed bytes are shown once the order is published, when solvers see them too, and never if it never is. `roots` comes from the ledger and is empty while the ledger cannot be reached.',
		auth: 'none',
		pathParameters: parameters(z.object({ subintent_id: subintentIdWire.max(256) }), {
			subintent_id: exampleTrace.subintent_id,
		}),
		answers: [{ status: 200, description: 'The trace.', body: sample(tradeTraceWire, exampleTrace) }],
		errors: ['validation_failed', 'unknown_order', 'busy', 'database_unavailable'],
	},
} satisfies OperationTable)
