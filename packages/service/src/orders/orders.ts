import type { CheckedOrder, OrderPage, OrderStatus } from '@accord/protocol'
import { errorsOf, operations } from '@accord/protocol/contract'
import type { Logger } from 'pino'
import type { RefusalTally } from '../audit/refusal-tally.ts'
import { counter, type Metrics } from '../metrics/metrics.ts'
import { Stopwatch } from '../metrics/stopwatch.ts'
import { type CheckOrder, type CheckOrderDeps, checkOrder } from './check-order.ts'
import { MatchQueue, type MatchQueueDeps } from './match-queue.ts'
import { noteRefusal } from './note-refusal.ts'
import { OrderLookups } from './order-lookups.ts'
import { type AccountOrdersQuery, accountOrders, orderStatus, orderStatuses } from './order-status.ts'
import { readOrder, type SubmitOrder, type SubmitOrderDeps, submitOrder } from './submit-order.ts'

const accepted = counter('accord_orders_accepted_total', 'Orders accepted')
const refused = counter(
	'accord_orders_refused_total',
	'Orders refused, by code',
	['code'],
	errorsOf(operations.submitOrder),
)

export type OrdersDeps = SubmitOrderDeps &
	CheckOrderDeps & {
		readonly metrics: Pick<Metrics, 'count' | 'observe' | 'time'>
		readonly refusals: Pick<RefusalTally, 'note'>
		readonly log: Pick<Logger, 'info'>
		readonly orderLookups: Pick<OrderLookups, 'find' | 'depth'>
		readonly matchQueue: Pick<MatchQueue, 'match' | 'depth'>
	}

/** What was submitted, and whether it was not known before. */
export type Submitted = { readonly subintentId: string; readonly isNew: boolean }

type OpenOrdersDeps = Omit<OrdersDeps, 'orderLookups' | 'matchQueue'> & MatchQueueDeps

export function openOrders(deps: OpenOrdersDeps): Orders {
	return new Orders({ ...deps, orderLookups: new OrderLookups(deps), matchQueue: new MatchQueue(deps) })
}

/** Users' orders: taken, checked, and looked at. */
export class Orders {
	readonly #deps: OrdersDeps

	constructor(deps: OrdersDeps) {
		this.#deps = deps
	}

	/** How many wait: to be looked up, and to be matched. */
	get depth(): { readonly orderLookups: number; readonly ordersToMatch: number } {
		const { orderLookups, matchQueue } = this.#deps
		return { orderLookups: orderLookups.depth, ordersToMatch: matchQueue.depth }
	}

	/**
	 * Takes an order as {@link submitOrder} does, and counts, times and logs it. Every line about an order, its parts, fills and bundle
	 * names the order in `order`, so that one search finds all of them.
	 */
	async submit({ requestId, ...order }: SubmitOrder & { readonly requestId?: string }): Promise<Submitted> {
		const { metrics, log } = this.#deps
		const stopwatch = new Stopwatch(metrics)
		let subject: string | undefined
		try {
			const info = await readOrder(this.#deps, order)
			subject = info.subintentHash
			const { subintentId } = info
			const isNew = await submitOrder(this.#deps, { ...order, info }, stopwatch)
			if (!isNew) return { subintentId, isNew }
			metrics.count(accepted)
			stopwatch.end('order_to_asked')
			log.info({ requestId, order: subintentId, subintentId }, 'order accepted')
			return { subintentId, isNew }
		} catch (error) {
			const refusal = { act: 'order_refused', actor: order.client ?? '', subject, context: { requestId } } as const
			noteRefusal(this.#deps, error, { ...refusal, counted: refused })
			throw error
		}
	}

	/** Reports every rule that an order breaks; writes nothing. */
	check(order: CheckOrder): Promise<CheckedOrder> {
		return checkOrder(this.#deps, order)
	}

	/** Where an order stands; undefined if it is not known. */
	status(subintentId: string): Promise<OrderStatus | undefined> {
		return orderStatus(this.#deps.db.requests, subintentId)
	}

	/** Where those of them stand that are known. */
	statuses(subintentIds: readonly string[]): Promise<readonly OrderStatus[]> {
		return orderStatuses(this.#deps.db.requests, subintentIds)
	}

	ofAccount(query: AccountOrdersQuery): Promise<OrderPage> {
		return accountOrders(this.#deps.db.requests, query)
	}
}
