import * as z from 'zod'
import { Amount } from '../../amount/amount.ts'
import { Decimal } from '../../amount/decimal.ts'
import { PriceLevel } from '../../book/price-level.ts'
import { Fee } from '../../fee/fee.ts'
import { addressWire, countWire, subintentIdWire, timestampWire, wholeNumberText } from '../../fields.ts'
import type { WireOf } from '../../message.ts'
import { omitUndefined } from '../../omit-undefined.ts'
import type { ListedOrder, ListedOrderPage, OperatorOrder } from '../../operator/operator-order.ts'
import type { Overview, PairOverview } from '../../operator/overview.ts'
import { LimitOrder } from '../../order/limit-order.ts'
import { orderStateWire } from '../../order/states.ts'
import { tradeSideWire } from '../../trade/trade.ts'
import { type ItemEstimate, Judged } from '../../trade/trade-trace.ts'
import { pairWire } from '../primitives.ts'
import { parseReadinessCheck, readinessCheckWire } from '../service-api.ts'
import { formatNodeStatus, nodeStatusWire, parseNodeStatus } from './nodes-api.ts'

// The state of the service and its orders in the operator's own interface, which has its own port and key.

/** The most orders that one GET /operator/orders returns. */
export const operatorOrdersMax = 500

/** Query of GET /operator/orders, newest first; `before` is the `next` of the previous page. */
export const operatorOrdersQueryWire = z.object({
	state: orderStateWire.optional(),
	account: addressWire.optional(),
	limit: wholeNumberText({ min: 1, max: operatorOrdersMax }).optional().describe('100 when absent.'),
	before: z.string().max(128).optional(),
})
export type OperatorOrdersQueryWire = z.infer<typeof operatorOrdersQueryWire>

/** An order in a list. */
export const listedOrderWire = z.object({
	subintent_id: subintentIdWire,
	state: orderStateWire,
	account: addressWire,
	sell: Amount.wire,
	buy: Amount.wire,
	created_at_ms: timestampWire,
	updated_at_ms: timestampWire.describe('When it reached its state.'),
})
export type ListedOrderWire = z.infer<typeof listedOrderWire>

function parseListedOrder(wire: ListedOrderWire): ListedOrder {
	return {
		subintentId: wire.subintent_id,
		state: wire.state,
		account: wire.account,
		limitOrder: LimitOrder.parse(wire),
		createdAtMs: wire.created_at_ms,
		updatedAtMs: wire.updated_at_ms,
	}
}

function formatListedOrder(order: ListedOrder): ListedOrderWire {
	return {
		subintent_id: order.subintentId,
		state: order.state,
		account: order.account,
		...LimitOrder.format(order.limitOrder),
		created_at_ms: order.createdAtMs,
		updated_at_ms: order.updatedAtMs,
	}
}

/** GET /operator/orders. */
export const operatorOrdersWire = z.object({
	orders: z.array(listedOrderWire),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})
export type OperatorOrdersWire = z.infer<typeof operatorOrdersWire>

/** Reads the answer of GET /operator/orders. @throws TradeError `invalid_decimal` */
export function parseOperatorOrders({ orders, next }: OperatorOrdersWire): ListedOrderPage {
	return omitUndefined({ orders: orders.map(parseListedOrder), next })
}

/** The answer of GET /operator/orders. */
export function formatOperatorOrders({ orders, next }: ListedOrderPage): OperatorOrdersWire {
	return omitUndefined({ orders: orders.map(formatListedOrder), next })
}

/** GET /operator/orders/:subintent_id: everything that is stored of one order. */
export const operatorOrderWire = z.object({
	subintent_id: subintentIdWire,
	subintent_hash: z.string(),
	state: orderStateWire,
	account: addressWire,
	level: countWire,
	pair: pairWire,
	side: tradeSideWire,
	limit_order: LimitOrder.wire,
	fee: Fee.wire,
	rebate: Amount.wire,
	judged: Judged.wire,
	created_at_ms: timestampWire,
	filled_at_ms: timestampWire.optional(),
	published_at_ms: timestampWire.optional(),
	ended_at_ms: timestampWire.optional(),
	expires_at: timestampWire.describe('Seconds.'),
	transaction_id: z.string().optional(),
	bundle_number: countWire.optional().describe('Its number in the solver stream, once published.'),
	signed_partial_transaction: z.string().describe('The bytes first accepted, in hexadecimal.'),
})
export type OperatorOrderWire = z.infer<typeof operatorOrderWire>

/** Reads the answer of GET /operator/orders/:subintent_id. @throws TradeError `invalid_decimal` */
export function parseOperatorOrder(wire: OperatorOrderWire): OperatorOrder {
	return omitUndefined({
		subintentId: wire.subintent_id,
		subintentHash: wire.subintent_hash,
		state: wire.state,
		account: wire.account,
		level: wire.level,
		pair: wire.pair,
		side: wire.side,
		limitOrder: LimitOrder.parse(wire.limit_order),
		fee: Fee.parse(wire.fee),
		rebate: Amount.parse(wire.rebate),
		estimate: parseEstimate(wire.judged),
		createdAtMs: wire.created_at_ms,
		filledAtMs: wire.filled_at_ms,
		publishedAtMs: wire.published_at_ms,
		endedAtMs: wire.ended_at_ms,
		expiresAtS: wire.expires_at,
		transactionId: wire.transaction_id,
		bundleNumber: wire.bundle_number,
		signedPartialTransaction: wire.signed_partial_transaction,
	})
}

/** The answer of GET /operator/orders/:subintent_id. */
export function formatOperatorOrder(order: OperatorOrder): OperatorOrderWire {
	return omitUndefined({
		subintent_id: order.subintentId,
		subintent_hash: order.subintentHash,
		state: order.state,
		account: order.account,
		level: order.level,
		pair: { base: order.pair.base, quote: order.pair.quote },
		side: order.side,
		limit_order: LimitOrder.format(order.limitOrder),
		fee: Fee.format(order.fee),
		rebate: Amount.format(order.rebate),
		judged: Judged.format(order.estimate),
		created_at_ms: order.createdAtMs,
		filled_at_ms: order.filledAtMs,
		published_at_ms: order.publishedAtMs,
		ended_at_ms: order.endedAtMs,
		expires_at: order.expiresAtS,
		transaction_id: order.transactionId,
		bundle_number: order.bundleNumber,
		signed_partial_transaction: order.signedPartialTransaction,
	})
}

const pairOverviewWire = pairWire.extend({
	best_bid: PriceLevel.wire.optional().describe('Absent when there is no bid.'),
	best_ask: PriceLevel.wire.optional(),
	makers: countWire.describe('Whose books count now.'),
})

/** GET /operator/overview. Open orders and fills are counted in the database, everything else at this node. */
export const overviewWire = z.object({
	service: z.object({
		version: z.string(),
		network: z.string(),
		network_id: countWire,
		url: z.string(),
		started_at_ms: timestampWire,
		uptime_s: countWire,
	}),
	health: z.array(readinessCheckWire),
	pairs: z.array(pairOverviewWire),
	orders: z.object({
		open: z.object({ awaiting_fills: countWire, filled: countWire, published: countWire }).describe('Now.'),
		ended: z
			.object({ settled: countWire, unfilled: countWire, expired: countWire, cancelled: countWire })
			.describe('Since this process started.'),
	}),
	fills: z.object({
		asked: countWire.describe('Parts that no maker has answered yet.'),
		started: countWire.describe('Accepted and not ended.'),
	}),
	settled_last_minute: countWire,
	makers: z.object({ registered: countWire, paused: countWire }),
	sessions: z.object({ makers: countWire, solvers: countWire, event_streams: countWire }),
	queues: z.object({
		previews_running: countWire,
		previews_waiting: countWire,
		orders_to_match: countWire,
	}),
	recent: z.array(listedOrderWire).describe('The ten newest orders.'),
	nodes: z.array(nodeStatusWire).optional().describe('All nodes; absent for a service by itself.'),
})
export type OverviewWire = z.infer<typeof overviewWire>

/** Reads the answer of GET /operator/overview. @throws TradeError `invalid_decimal` */
export function parseOverview(wire: OverviewWire): Overview {
	const { service, sessions, queues } = wire
	return omitUndefined({
		service: {
			version: service.version,
			network: service.network,
			networkId: service.network_id,
			url: service.url,
			startedAtMs: service.started_at_ms,
			uptimeS: service.uptime_s,
		},
		health: wire.health.map(parseReadinessCheck),
		pairs: wire.pairs.map(parsePairOverview),
		orders: wire.orders,
		fills: wire.fills,
		settledLastMinute: wire.settled_last_minute,
		makers: wire.makers,
		sessions: { makers: sessions.makers, solvers: sessions.solvers, eventStreams: sessions.event_streams },
		queues: {
			previewsRunning: queues.previews_running,
			previewsWaiting: queues.previews_waiting,
			ordersToMatch: queues.orders_to_match,
		},
		recent: wire.recent.map(parseListedOrder),
		nodes: wire.nodes?.map(parseNodeStatus),
	})
}

/** The answer of GET /operator/overview. */
export function formatOverview(overview: Overview): OverviewWire {
	const { service, sessions, queues } = overview
	return omitUndefined({
		service: {
			version: service.version,
			network: service.network,
			network_id: service.networkId,
			url: service.url,
			started_at_ms: service.startedAtMs,
			uptime_s: service.uptimeS,
		},
		health: [...overview.health],
		pairs: overview.pairs.map(formatPairOverview),
		orders: overview.orders,
		fills: overview.fills,
		settled_last_minute: overview.settledLastMinute,
		makers: overview.makers,
		sessions: { makers: sessions.makers, solvers: sessions.solvers, event_streams: sessions.eventStreams },
		queues: {
			previews_running: queues.previewsRunning,
			previews_waiting: queues.previewsWaiting,
			orders_to_match: queues.ordersToMatch,
		},
		recent: overview.recent.map(formatListedOrder),
		nodes: overview.nodes?.map(formatNodeStatus),
	})
}

function parsePairOverview({ base, quote, best_bid, best_ask, makers }: OverviewWire['pairs'][number]): PairOverview {
	return omitUndefined({
		pair: { base, quote },
		bestBid: best_bid && PriceLevel.parse(best_bid),
		bestAsk: best_ask && PriceLevel.parse(best_ask),
		makers,
	})
}

function formatPairOverview({ pair, bestBid, bestAsk, makers }: PairOverview): OverviewWire['pairs'][number] {
	return omitUndefined({
		base: pair.base,
		quote: pair.quote,
		best_bid: bestBid && PriceLevel.format(bestBid),
		best_ask: bestAsk && PriceLevel.format(bestAsk),
		makers,
	})
}

function parseEstimate(wire: WireOf<typeof Judged>): ItemEstimate {
	return {
		costXrd: Decimal.parse(wire.cost_xrd),
		executionUnits: wire.execution_units,
		hasPrefix: wire.has_prefix,
	}
}
