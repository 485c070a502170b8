import type { Pair } from '../amount/pair.ts'
import type { PriceLevel } from '../book/price-level.ts'
import type { OrderState } from '../order/states.ts'
import type { ReadinessCheck } from '../service/service-info.ts'
import type { NodeStatus } from './node-status.ts'
import type { ListedOrder } from './operator-order.ts'

/** Orders by state; the keys are the states' own names. */
type OrderCounts<State extends OrderState> = Readonly<Record<State, number>>

export type OpenOrders = OrderCounts<'awaiting_fills' | 'filled' | 'published'>
export type EndedOrders = OrderCounts<'settled' | 'unfilled' | 'expired' | 'cancelled'>

/** A pair's best prices; absent on a side that no one quotes. */
export type PairOverview = {
	readonly pair: Pair
	readonly bestBid?: PriceLevel
	readonly bestAsk?: PriceLevel
	/** Makers whose books count now. */
	readonly makers: number
}

/** What waits in one process. */
export type QueueDepths = {
	readonly previewsRunning: number
	readonly previewsWaiting: number
	readonly ordersToMatch: number
}

/** The service at a glance (GET /operator/overview). Open orders and fills are counted in the database, the rest at this node. */
export type Overview = {
	readonly service: {
		readonly version: string
		readonly network: string
		readonly networkId: number
		readonly url: string
		readonly startedAtMs: number
		readonly uptimeS: number
	}
	readonly health: readonly ReadinessCheck[]
	readonly pairs: readonly PairOverview[]
	readonly orders: {
		readonly open: OpenOrders
		/** Since this process started. */
		readonly ended: EndedOrders
	}
	readonly fills: {
		/** Parts that no maker has answered yet. */
		readonly asked: number
		/** Accepted and not ended. */
		readonly started: number
	}
	readonly settledLastMinute: number
	readonly makers: { readonly registered: number; readonly paused: number }
	readonly sessions: { readonly makers: number; readonly solvers: number; readonly eventStreams: number }
	readonly queues: QueueDepths
	/** The ten newest orders. */
	readonly recent: readonly ListedOrder[]
	/** Absent for a service by itself. */
	readonly nodes?: readonly NodeStatus[]
}
