import { z } from 'zod'
import { fillStates } from '../order/states.ts'
import { orderStateWire, partStateWire } from './orders-api.ts'
import {
	addressWire,
	amountWire,
	countWire,
	decimalWire,
	feeWire,
	limitOrderWire,
	pairWire,
	priceLevelWire,
	subintentIdWire,
	symbolWire,
	timestampWire,
} from './primitives.ts'

/** Trades that one GET /trade/trades shows at most. */
export const tradesMax = 500

/** Query of GET /trade/trades, newest first; `before` is the `next` of the page before. */
export const tradesQueryWire = z
	.object({
		base: symbolWire.optional(),
		quote: symbolWire.optional(),
		limit: z.coerce.number().int().min(1).max(tradesMax).optional().describe('100 when absent.'),
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

/** GET /trade/trades. */
export const tradesWire = z.object({
	trades: z.array(tradeWire),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})
export type TradesWire = z.infer<typeof tradesWire>

/** Where a fill stands, as its maker is told. */
export const fillStateWire = z.enum(fillStates)

/** What an order or fill was found to be when it was accepted. */
export const judgedWire = z.object({
	cost_xrd: decimalWire.describe('The estimated cost of this item on the ledger.'),
	execution_units: countWire,
	has_prefix: z.boolean().describe('Whether instructions of its own stand before the schema.'),
})
export type JudgedWire = z.infer<typeof judgedWire>

/** A maker's accepted answer to a part. */
export const tracedFillWire = z.object({
	subintent_id: subintentIdWire,
	account: addressWire,
	limit_order: limitOrderWire.describe('As the maker sees it: it sells what the user buys.'),
	fee: feeWire,
	rebate: amountWire,
	judged: judgedWire,
	expires_at: timestampWire.describe('Seconds.'),
	state: fillStateWire,
	transaction_id: z.string().optional(),
})
export type TracedFillWire = z.infer<typeof tracedFillWire>

/** What one maker was asked of the order; `maker` is a label that is the same throughout one trace. */
export const tracedPartWire = z.object({
	maker: z.string().describe('`maker-1`, `maker-2`, … by when they were asked.'),
	state: partStateWire,
	asked_at_ms: timestampWire,
	fill_before_ms: timestampWire,
	answered_at_ms: timestampWire.optional().describe('When it was filled, rejected or timed out.'),
	limit_order: limitOrderWire.describe('What the maker was asked to sell and buy.'),
	levels: z.array(priceLevelWire).describe('What was taken of its book, amounts in base.'),
	fill: tracedFillWire.optional(),
})
export type TracedPartWire = z.infer<typeof tracedPartWire>

/** What can happen on an order's way: the order's own states, and what its makers do. */
export const traceEventWire = z.object({
	at_ms: timestampWire,
	what: z.enum([
		'accepted',
		'asked',
		'fill_accepted',
		'rejected',
		'timed_out',
		...orderStateWire.exclude(['awaiting_fills']).options,
		'fill_settled',
		'fill_expired',
		'fill_released',
	]),
	maker: z.string().optional().describe('Of what a maker was asked or did.'),
})
export type TraceEventWire = z.infer<typeof traceEventWire>

/** One of the signed subintents as its signer signed it, and the service's around it. */
export const tracedItemWire = z.object({
	role: z.enum(['order', 'fill']),
	maker: z.string().optional(),
	subintent_id: subintentIdWire,
	manifest: z.string().describe('What the user or maker signed, decoded from its bytes.'),
	outer: z
		.object({ subintent_id: subintentIdWire, manifest: z.string() })
		.optional()
		.describe('What the service put around it and signed; there once the bundle is published.'),
})
export type TracedItemWire = z.infer<typeof tracedItemWire>

/** A committed transaction of a solver, as the ledger has it. */
export const tracedRootWire = z.object({
	transaction_id: z.string(),
	subintent_ids: z.array(subintentIdWire).describe('Which of the items it settled.'),
	manifest: z.string().describe('The root manifest, decoded from the committed bytes.'),
	solver: addressWire.optional().describe('The account that locked the fee.'),
	fee_paid_xrd: decimalWire,
	solver_rewards: z.array(amountWire).describe('What that account gained, the ledger’s fee not subtracted.'),
	state_version: countWire,
	committed_at_ms: timestampWire.describe('By the ledger’s clock.'),
})
export type TracedRootWire = z.infer<typeof tracedRootWire>

const traced = {
	subintent_id: subintentIdWire,
	state: orderStateWire,
	pair: pairWire,
	side: tradeSideWire.describe('What the user does with base.'),
	account: addressWire,
	limit_order: limitOrderWire,
	fee: feeWire,
	rebate: amountWire.describe('Of the settlement fee, given back when it settles.'),
	level: countWire.describe('The account’s fee level when it was accepted.'),
	judged: judgedWire,
	created_at_ms: timestampWire,
	expires_at: timestampWire.describe('Seconds.'),
	transaction_id: z.string().optional().describe('The transaction that settled the order.'),
	events: z.array(traceEventWire).describe('In the order in which they happened.'),
	items: z.array(tracedItemWire).describe('The order first, then the fills.'),
	roots: z
		.array(tracedRootWire)
		.describe(
			'The transactions that settled items: one as a rule, none before, and none while the ledger cannot be asked.',
		),
}

/**
 * GET /trade/trades/:subintent_id: how a trade came about. Makers have no names here, and until the order is published,
 * which is when solvers see it whole, neither levels nor fills nor manifests are shown.
 */
export const tradeTraceWire = z.object({ ...traced, parts: z.array(tracedPartWire) })
export type TradeTraceWire = z.infer<typeof tradeTraceWire>

/** A part as the operator sees it; `maker` is the maker's name. */
export const operatorPartWire = tracedPartWire.extend({
	id: z.string().describe('The order id that the maker knows.'),
	maker: z.string().describe('The maker’s name.'),
	maker_id: z.string(),
	reject_reason: z.string().optional(),
})
export type OperatorPartWire = z.infer<typeof operatorPartWire>

/** GET /operator/orders/:subintent_id/trace: the same with everything shown, and makers by their names. */
export const orderTraceWire = z.object({ ...traced, parts: z.array(operatorPartWire) })
export type OrderTraceWire = z.infer<typeof orderTraceWire>
