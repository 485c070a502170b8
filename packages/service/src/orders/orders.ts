import type { CheckedOrder, OrderPage, OrderStatus } from '@accord/protocol'
import { errorsOf, operations } from '@accord/protocol/contract'
import type { Intents } from '../intents/intents.ts'
import { counter } from '../metrics/metrics.ts'
import { Stopwatch } from '../metrics/stopwatch.ts'
import type { Platform } from '../platform/platform.ts'
import type { Books } from '../prices/books.ts'
import { type CheckOrder, checkOrder } from './check-order.ts'
import type { MatchBatchDeps } from './match-batch.ts'
import { MatchQueue } from './match-queue.ts'
import { noteRefusal } from './note-refusal.ts'
import { OrderLookups } from './order-lookups.ts'
import { type AccountOrdersQuery, accountOrders, orderStatus, orderStatuses } from './order-status.ts'
import { type OrderRooms, readOrder, type SubmitOrder, submitOrder } from './submit-order.ts'

/** The submitted order, and whether it was new. */
export type Submitted = { readonly subintentId: string; readonly isNew: boolean }

const accepted = counter('accord_orders_accepted_total', 'Orders accepted')
const refused = counter(
	'accord_orders_refused_total',
	'Orders refused, by code',
	['code'],
	errorsOf(operations.submitOrder),
)

type OrdersDeps = {
	readonly platform: Platform
	readonly intents: Intents
	readonly prices: { readonly shownBooks: OrderRooms['prices']['shownBooks']; readonly books: Books }
	readonly orderGate: OrderRooms['orderGate']
	readonly newOrders: MatchBatchDeps['newOrders']
}

export function openOrders(deps: OrdersDeps): Orders {
	return new Orders(orderRooms(deps))
}

/** The rooms that orders need, and their own queues. */
export function orderRooms({ platform, intents, prices, orderGate, newOrders }: OrdersDeps): OrderRooms {
	const orderLookups = new OrderLookups(platform)
	const matchQueue = new MatchQueue({ platform, prices, newOrders })
	return { platform, intents, prices, orderGate, orderLookups, matchQueue }
}

/** Users' orders: submitting, checking and viewing them. */
export class Orders {
	readonly #rooms: OrderRooms

	constructor(rooms: OrderRooms) {
		this.#rooms = rooms
	}

	/** How many orders are waiting: to be looked up, and to be matched. */
	get depth(): { readonly orderLookups: number; readonly ordersToMatch: number } {
		const { orderLookups, matchQueue } = this.#rooms
		return { orderLookups: orderLookups.depth, ordersToMatch: matchQueue.depth }
	}

	/**
	 * Accepts an order as {@link submitOrder} does, and counts, times and logs it. Every log line about an order, its
	 * parts, fills and bundle has the order's id in `order`, so that one search finds all of them.
	 */
	async submit({ requestId, ...order }: SubmitOrder & { readonly requestId?: string }): Promise<Submitted> {
		const { metrics, log } = this.#rooms.platform
		const stopwatch = new Stopwatch(metrics)
		let subject: string | undefined
		try {
			const info = await readOrder(this.#rooms.platform, order)
			subject = info.subintentHash
			const { subintentId } = info
			const isNew = await submitOrder(this.#rooms, { ...order, info }, stopwatch)
			if (!isNew) return { subintentId, isNew }
			metrics.count(accepted)
			stopwatch.end('order_to_asked')
			log.info({ requestId, order: subintentId, subintentId }, 'order accepted')
			return { subintentId, isNew }
		} catch (error) {
			const refusal = { act: 'order_refused', actor: order.client ?? '', subject, context: { requestId } } as const
			noteRefusal(this.#rooms.platform, error, { ...refusal, counted: refused })
			throw error
		}
	}

	/** Reports every rule that an order breaks; writes nothing. */
	check(order: CheckOrder): Promise<CheckedOrder> {
		return checkOrder(this.#rooms, order)
	}

	/** The status of an order; undefined if it is not known. */
	status(subintentId: string): Promise<OrderStatus | undefined> {
		return orderStatus(this.#rooms.platform.db.requests, subintentId)
	}

	/** The statuses of the known orders among these. */
	statuses(subintentIds: readonly string[]): Promise<readonly OrderStatus[]> {
		return orderStatuses(this.#rooms.platform.db.requests, subintentIds)
	}

	ofAccount(query: AccountOrdersQuery): Promise<OrderPage> {
		return accountOrders(this.#rooms.platform.db.requests, query)
	}
}
