import type { OrderState, OrderStatuses } from '@accord/protocol'
import type { SavedOrder } from '../session/saved-orders.ts'

/** An order that the browser saved and its state: `unknown` if the service does not know it, undefined until it has loaded. */
export type HistoryRow = SavedOrder & { readonly state: OrderState | 'unknown' | undefined }

/** Joins the saved orders, of one account if given, with the states that the service reports. */
export function historyRows(
	saved: readonly SavedOrder[],
	statuses: OrderStatuses | undefined,
	account?: string,
): HistoryRow[] {
	const states = new Map(statuses?.orders.map(({ subintentId, state }) => [subintentId, state]))
	const unknown = new Set(statuses?.unknown)
	return saved
		.filter(order => account === undefined || order.account === account)
		.map(order => ({
			...order,
			state: states.get(order.subintentId) ?? (unknown.has(order.subintentId) ? 'unknown' : undefined),
		}))
}

/** Whether any of the states may still change. */
export function hasOpen(rows: readonly HistoryRow[]): boolean {
	return rows.some(
		({ state }) => state === undefined || state === 'awaiting_fills' || state === 'filled' || state === 'published',
	)
}
