import * as z from '#schema'
import { Pair } from '../amount/pair.ts'
import { PriceLevel } from '../book/price-level.ts'
import { countWire, timestampWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'
import { ReadinessCheck } from '../service/service-info.ts'
import { NodeStatus } from './node-status.ts'
import { ListedOrder } from './operator-order.ts'

/** Orders by state; the keys are the states' own names. */
const openOrders = z.object({ awaiting_fills: countWire, filled: countWire, published: countWire })
const endedOrders = z.object({ settled: countWire, unfilled: countWire, expired: countWire, cancelled: countWire })
export type OpenOrders = Readonly<z.infer<typeof openOrders>>
export type EndedOrders = Readonly<z.infer<typeof endedOrders>>

/** A pair's best prices; absent on a side that nobody quotes. */
export type PairOverview = ValueOf<typeof pairOverview>
const pairOverview = Pair.extend({
	bestBid: PriceLevel.optional().describe('Absent when there is no bid.'),
	bestAsk: PriceLevel.optional(),
	makers: countWire.describe('Whose books count now.'),
}).as({
	parse: ({ base, quote, ...best }) => ({ pair: { base, quote }, ...best }),
	format: ({ pair, ...best }) => ({ ...best, ...pair }),
})

/** The numbers of waiting items in one process. */
export type QueueDepths = ValueOf<typeof queueDepths>
const queueDepths = message({ previewsRunning: countWire, previewsWaiting: countWire, ordersToMatch: countWire })

/** The service at a glance. */
export type Overview = ValueOf<typeof Overview>
/** GET /operator/overview. Open orders and fills are counted in the database, everything else on this node. */
export const Overview = message({
	service: message({
		version: z.string(),
		network: z.string(),
		networkId: countWire,
		url: z.string(),
		startedAtMs: timestampWire,
		uptimeS: countWire,
	}),
	health: list(ReadinessCheck),
	pairs: list(pairOverview),
	orders: z.object({
		open: openOrders.describe('Now.'),
		ended: endedOrders.describe('Since this process started.'),
	}),
	fills: z.object({
		asked: countWire.describe('Parts that no maker has answered yet.'),
		started: countWire.describe('Accepted and not ended.'),
	}),
	settledLastMinute: countWire,
	makers: z.object({ registered: countWire, paused: countWire }),
	sessions: message({ makers: countWire, solvers: countWire, eventStreams: countWire }),
	queues: queueDepths,
	recent: list(ListedOrder).describe('The ten newest orders.'),
	nodes: list(NodeStatus).optional().describe('All nodes; absent for a service by itself.'),
})
