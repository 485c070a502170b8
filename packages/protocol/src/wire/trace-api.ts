import * as z from 'zod'
import { addressWire, countWire, subintentIdWire, timestampWire } from '../fields.ts'
import { tradeSideWire } from '../trade/trade.ts'
import { type OrderTrace, type TraceEvent, type TradeTrace, traceEventKinds } from '../trade/trade-trace.ts'
import { omitUndefined } from './omit-undefined.ts'
import { orderStateWire } from './orders-api.ts'
import {
	amountWire,
	feeWire,
	formatAmount,
	formatFee,
	formatLimitOrder,
	limitOrderWire,
	pairWire,
	parseAmount,
	parseFee,
	parseLimitOrder,
} from './primitives.ts'
import {
	formatTracedItem,
	formatTracedRoot,
	parseTracedItem,
	parseTracedRoot,
	tracedItemWire,
	tracedRootWire,
} from './traced-item-api.ts'
import {
	formatEstimate,
	formatOperatorPart,
	formatTracedPart,
	judgedWire,
	operatorPartWire,
	parseEstimate,
	parseOperatorPart,
	parseTracedPart,
	tracedPartWire,
} from './traced-part-api.ts'

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
