import type { OrderStatus, OrderStatuses } from '@accord/protocol'
import type { SavedOrder } from '../session/saved-orders.ts'
import { stateKind } from './timeline.ts'

/** An order of this browser that has not ended; without a status while the service does not know it yet. */
export type OpenOrder = { readonly saved: SavedOrder; readonly status?: OrderStatus }

/** An order is sent right after it is saved, so one that the service still does not know by then never arrived. */
const arrivesWithinMs = 60_000

/** The orders that are open, or may still arrive. */
export function openOrders(saved: readonly SavedOrder[], statuses: OrderStatuses, nowMs: number): OpenOrder[] {
	const known = new Map(statuses.orders.map(status => [status.subintentId, status]))
	return saved.flatMap((order): OpenOrder[] => {
		const status = known.get(order.subintentId)
		if (status !== undefined) return stateKind(status.state) === 'open' ? [{ saved: order, status }] : []
		return mayArrive(order, nowMs) ? [{ saved: order }] : []
	})
}

/** Whether an order that the service does not know may still be on its way. */
export function mayArrive({ sentAtMs }: SavedOrder, nowMs: number): boolean {
	return nowMs < sentAtMs + arrivesWithinMs
}

/** Those orders that were open before and have ended since. */
export function endedOrders(open: readonly OpenOrder[], { orders }: OrderStatuses): OrderStatus[] {
	const ids = new Set(open.map(({ saved }) => saved.subintentId))
	return orders.filter(({ subintentId, state }) => ids.has(subintentId) && stateKind(state) !== 'open')
}

/** How long an order has left, in whole seconds: `12 s`, or that it has expired. */
export function formatRemaining(expiresAtS: number, nowMs: number): string {
	const left = Math.ceil(expiresAtS - nowMs / 1_000)
	return left > 0 ? `expires in ${left} s` : 'expiring'
}
