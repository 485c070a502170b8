import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import { fillStates } from '../order/states.ts'
import {
	type ItemEstimate,
	type OperatorPart,
	type OrderTrace,
	type TracedFill,
	type TracedItem,
	type TracedOuter,
	type TracedPart,
	type TracedRoot,
	type TraceEvent,
	type TradeTrace,
	tracedBytesMax,
	traceEventKinds,
} from '../trade/trade-trace.ts'
import { omitUndefined } from './omit-undefined.ts'
import { orderStateWire, partStateWire } from './orders-api.ts'
import {
	addressWire,
	amountWire,
	countWire,
	decimalWire,
	feeWire,
	formatAmount,
	formatFee,
	formatLimitOrder,
	formatPriceLevel,
	hexWire,
	limitOrderWire,
	pairWire,
	parseAmount,
	parseFee,
	parseLimitOrder,
	parsePriceLevel,
	priceLevelWire,
	subintentIdWire,
	timestampWire,
} from './primitives.ts'
import { tradeSideWire } from './trades-api.ts'

/** Where a fill stands, as its maker is told. */
export const fillStateWire = z.enum(fillStates)

/** What an order or fill was found to be when it was accepted. */
export const judgedWire = z.object({
	cost_xrd: decimalWire.describe('The estimated cost of this item on the ledger.'),
	execution_units: countWire,
	has_prefix: z.boolean().describe('Whether instructions of its own stand before the schema.'),
})
export type JudgedWire = z.infer<typeof judgedWire>

/** Reads what an order or fill was estimated to cost. @throws TradeError `invalid_decimal` */
export function parseEstimate(wire: JudgedWire): ItemEstimate {
	return {
		costXrd: Decimal.parse(wire.cost_xrd),
		executionUnits: wire.execution_units,
		hasPrefix: wire.has_prefix,
	}
}

/** The wire's estimate. */
export function formatEstimate(estimate: ItemEstimate): JudgedWire {
	return {
		cost_xrd: Decimal.format(estimate.costXrd),
		execution_units: estimate.executionUnits,
		has_prefix: estimate.hasPrefix,
	}
}

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

function parseTracedFill(wire: TracedFillWire): TracedFill {
	return omitUndefined({
		subintentId: wire.subintent_id,
		account: wire.account,
		limitOrder: parseLimitOrder(wire.limit_order),
		fee: parseFee(wire.fee),
		rebate: parseAmount(wire.rebate),
		estimate: parseEstimate(wire.judged),
		expiresAtS: wire.expires_at,
		state: wire.state,
		transactionId: wire.transaction_id,
	})
}

function formatTracedFill(fill: TracedFill): TracedFillWire {
	return omitUndefined({
		subintent_id: fill.subintentId,
		account: fill.account,
		limit_order: formatLimitOrder(fill.limitOrder),
		fee: formatFee(fill.fee),
		rebate: formatAmount(fill.rebate),
		judged: formatEstimate(fill.estimate),
		expires_at: fill.expiresAtS,
		state: fill.state,
		transaction_id: fill.transactionId,
	})
}

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

function parseTracedPart(wire: TracedPartWire): TracedPart {
	return omitUndefined({
		maker: wire.maker,
		state: wire.state,
		askedAtMs: wire.asked_at_ms,
		fillBeforeMs: wire.fill_before_ms,
		answeredAtMs: wire.answered_at_ms,
		limitOrder: parseLimitOrder(wire.limit_order),
		levels: wire.levels.map(parsePriceLevel),
		fill: wire.fill && parseTracedFill(wire.fill),
	})
}

function formatTracedPart(part: TracedPart): TracedPartWire {
	return omitUndefined({
		maker: part.maker,
		state: part.state,
		asked_at_ms: part.askedAtMs,
		fill_before_ms: part.fillBeforeMs,
		answered_at_ms: part.answeredAtMs,
		limit_order: formatLimitOrder(part.limitOrder),
		levels: part.levels.map(formatPriceLevel),
		fill: part.fill && formatTracedFill(part.fill),
	})
}

/** What can happen on an order's way: the order's own states, and what its makers do. */
export const traceEventWire = z.object({
	at_ms: timestampWire,
	what: z.enum(traceEventKinds),
	maker: z.string().optional().describe('Of what a maker was asked or did.'),
})
export type TraceEventWire = z.infer<typeof traceEventWire>

function parseTraceEvent({ at_ms, what, maker }: TraceEventWire): TraceEvent {
	return omitUndefined({ atMs: at_ms, kind: what, maker })
}

function formatTraceEvent({ atMs, kind, maker }: TraceEvent): TraceEventWire {
	return omitUndefined({ at_ms: atMs, what: kind, maker })
}

const tracedBytesWire = hexWire.optional()

/** One of the signed subintents as its signer signed it, and the service's around it. */
export const tracedItemWire = z.object({
	role: z.enum(['order', 'fill']),
	maker: z.string().optional(),
	subintent_id: subintentIdWire,
	manifest: z.string().describe('What the user or maker signed, decoded from its bytes.'),
	signed_partial_transaction: tracedBytesWire.describe(
		`The bytes that were signed, with the signatures. Left out, here and in \`outer\`, of an item whose bytes would make more than ${tracedBytesMax} of the trace.`,
	),
	outer: z
		.object({
			subintent_id: subintentIdWire,
			manifest: z.string(),
			signed_partial_transaction: tracedBytesWire.describe('The bytes as solvers got them, those inside included.'),
		})
		.optional()
		.describe('What the service put around it and signed; there once the bundle is published.'),
})
export type TracedItemWire = z.infer<typeof tracedItemWire>

function parseTracedItem({ role, maker, outer, ...signed }: TracedItemWire): TracedItem {
	return omitUndefined({ role, maker, ...parseTracedSubintent(signed), outer: outer && parseTracedSubintent(outer) })
}

function formatTracedItem({ role, maker, outer, ...signed }: TracedItem): TracedItemWire {
	return omitUndefined({ role, maker, ...formatTracedSubintent(signed), outer: outer && formatTracedSubintent(outer) })
}

function parseTracedSubintent(wire: NonNullable<TracedItemWire['outer']>): TracedOuter {
	return omitUndefined({
		subintentId: wire.subintent_id,
		manifest: wire.manifest,
		signedPartialTransaction: wire.signed_partial_transaction,
	})
}

function formatTracedSubintent(traced: TracedOuter): NonNullable<TracedItemWire['outer']> {
	return omitUndefined({
		subintent_id: traced.subintentId,
		manifest: traced.manifest,
		signed_partial_transaction: traced.signedPartialTransaction,
	})
}

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

function parseTracedRoot(wire: TracedRootWire): TracedRoot {
	return omitUndefined({
		transactionId: wire.transaction_id,
		subintentIds: wire.subintent_ids,
		manifest: wire.manifest,
		solver: wire.solver,
		feePaidXrd: Decimal.parse(wire.fee_paid_xrd),
		solverRewards: wire.solver_rewards.map(parseAmount),
		stateVersion: wire.state_version,
		committedAtMs: wire.committed_at_ms,
	})
}

function formatTracedRoot(root: TracedRoot): TracedRootWire {
	return omitUndefined({
		transaction_id: root.transactionId,
		subintent_ids: [...root.subintentIds],
		manifest: root.manifest,
		solver: root.solver,
		fee_paid_xrd: Decimal.format(root.feePaidXrd),
		solver_rewards: root.solverRewards.map(formatAmount),
		state_version: root.stateVersion,
		committed_at_ms: root.committedAtMs,
	})
}

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

/** Reads the trace of a trade. @throws TradeError `invalid_decimal` */
export function parseTradeTrace(wire: TradeTraceWire): TradeTrace {
	return { ...parseTraced(wire), parts: wire.parts.map(parseTracedPart) }
}

/** The answer of GET /trade/trades/:subintent_id. */
export function formatTradeTrace(trace: TradeTrace): TradeTraceWire {
	return { ...formatTraced(trace), parts: trace.parts.map(formatTracedPart) }
}

/** A part as the operator sees it; `maker` is the maker's name. */
export const operatorPartWire = tracedPartWire.extend({
	id: z.string().describe('The order id that the maker knows.'),
	maker: z.string().describe('The maker’s name.'),
	maker_id: z.string(),
	reject_reason: z.string().optional(),
})
export type OperatorPartWire = z.infer<typeof operatorPartWire>

function parseOperatorPart(wire: OperatorPartWire): OperatorPart {
	const own = omitUndefined({ id: wire.id, makerId: wire.maker_id, rejectReason: wire.reject_reason })
	return { ...parseTracedPart(wire), ...own }
}

function formatOperatorPart(part: OperatorPart): OperatorPartWire {
	const own = omitUndefined({ id: part.id, maker_id: part.makerId, reject_reason: part.rejectReason })
	return { ...formatTracedPart(part), ...own }
}

/** GET /operator/orders/:subintent_id/trace: the same with everything shown, and makers by their names. */
export const orderTraceWire = z.object({ ...traced, parts: z.array(operatorPartWire) })
export type OrderTraceWire = z.infer<typeof orderTraceWire>

/** Reads the operator's trace of an order. @throws TradeError `invalid_decimal` */
export function parseOrderTrace(wire: OrderTraceWire): OrderTrace {
	return { ...parseTraced(wire), parts: wire.parts.map(parseOperatorPart) }
}

/** The answer of GET /operator/orders/:subintent_id/trace. */
export function formatOrderTrace(trace: OrderTrace): OrderTraceWire {
	return { ...formatTraced(trace), parts: trace.parts.map(formatOperatorPart) }
}

function parseTraced(wire: Omit<TradeTraceWire, 'parts'>): Omit<TradeTrace, 'parts'> {
	return omitUndefined({
		subintentId: wire.subintent_id,
		state: wire.state,
		pair: wire.pair,
		side: wire.side,
		account: wire.account,
		limitOrder: parseLimitOrder(wire.limit_order),
		fee: parseFee(wire.fee),
		rebate: parseAmount(wire.rebate),
		level: wire.level,
		estimate: parseEstimate(wire.judged),
		createdAtMs: wire.created_at_ms,
		expiresAtS: wire.expires_at,
		transactionId: wire.transaction_id,
		events: wire.events.map(parseTraceEvent),
		items: wire.items.map(parseTracedItem),
		roots: wire.roots.map(parseTracedRoot),
	})
}

function formatTraced(trace: Omit<TradeTrace, 'parts'>): Omit<TradeTraceWire, 'parts'> {
	return omitUndefined({
		subintent_id: trace.subintentId,
		state: trace.state,
		pair: trace.pair,
		side: trace.side,
		account: trace.account,
		limit_order: formatLimitOrder(trace.limitOrder),
		fee: formatFee(trace.fee),
		rebate: formatAmount(trace.rebate),
		level: trace.level,
		judged: formatEstimate(trace.estimate),
		created_at_ms: trace.createdAtMs,
		expires_at: trace.expiresAtS,
		transaction_id: trace.transactionId,
		events: trace.events.map(formatTraceEvent),
		items: trace.items.map(formatTracedItem),
		roots: trace.roots.map(formatTracedRoot),
	})
}
