import type { OrderState, OrderStatusesWire } from '@accord/sdk'
import type { KeptOrder } from '../session/kept-orders.ts'

/** An order of the history: what the browser kept, and how it stands; `unknown` when the service does not know it. */
export type HistoryRow = KeptOrder & { readonly state: OrderState | 'unknown' | undefined }

/** Puts the kept orders and the service's answer together, of one account if one is named. */
export function historyRows(
	kept: readonly KeptOrder[],
	answer: OrderStatusesWire | undefined,
	account?: string,
): HistoryRow[] {
	const states = new Map(answer?.orders.map(({ subintent_id, state }) => [subintent_id, state]))
	const unknown = new Set(answer?.unknown)
	return kept
		.filter(order => account === undefined || order.account === account)
		.map(order => ({
			...order,
			state: states.get(order.subintentId) ?? (unknown.has(order.subintentId) ? 'unknown' : undefined),
		}))
}

/** Whether any of them may still change: then the service is asked again. */
export function hasOpen(rows: readonly HistoryRow[]): boolean {
	return rows.some(
		({ state }) => state === undefined || state === 'awaiting_fills' || state === 'filled' || state === 'published',
	)
}
