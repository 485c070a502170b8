import {
	isTerminalOrderState,
	type LimitOrder,
	type OrderState,
	type OrderStatus,
	type OrderStatuses,
	withSurplus,
} from '@accord/protocol'
import { mayArrive } from '../order/open-orders.ts'
import type { SavedOrder } from '../session/saved-orders.ts'

/**
 * An order and its state: `unknown` if the service does not know it, undefined until it has loaded or while it may still
 * arrive.
 */
export type HistoryRow = Pick<SavedOrder, 'subintentId' | 'account' | 'limitOrder' | 'sentAtMs'> & {
	readonly state: OrderState | 'unknown' | undefined
	/** The service's information about the order. */
	readonly status?: OrderStatus
}

export type HistoryData = {
	/** The orders of this browser. */
	readonly saved: readonly SavedOrder[]
	/** The service's answers about these orders that have loaded so far. */
	readonly statuses: OrderStatuses | undefined
	/** The published orders of an account, wherever they were sent from. */
	readonly listed: readonly OrderStatus[]
	readonly nowMs: number
}

/** The orders of this browser and of the account, optionally only those of one account, newest first, each once. */
export function historyRows({ saved, statuses, listed, nowMs }: HistoryData, account?: string): HistoryRow[] {
	const known = newestStatuses([...(statuses?.orders ?? []), ...listed])
	const missing = new Set(statuses?.unknown)
	const isUnknown = (order: SavedOrder) => missing.has(order.subintentId) && !mayArrive(order, nowMs)
	const own = new Set(saved.map(({ subintentId }) => subintentId))
	const rows = [
		...saved.map(order => rowOfSaved(order, { status: known.get(order.subintentId), isUnknown: isUnknown(order) })),
		...[...known.values()].filter(({ subintentId }) => !own.has(subintentId)).map(rowOfStatus),
	]
	return rows
		.filter(row => account === undefined || row.account === account)
		.toSorted((a, b) => b.sentAtMs - a.sentAtMs)
}

/** The most advanced of several answers about an order: its history only grows. */
function newestStatuses(statuses: readonly OrderStatus[]): ReadonlyMap<string, OrderStatus> {
	const known = new Map<string, OrderStatus>()
	for (const status of statuses) {
		const other = known.get(status.subintentId)
		if (other === undefined || other.history.length < status.history.length) known.set(status.subintentId, status)
	}
	return known
}

function rowOfSaved(
	{ subintentId, account, limitOrder, sentAtMs }: SavedOrder,
	{ status, isUnknown }: { status: OrderStatus | undefined; isUnknown: boolean },
): HistoryRow {
	const row = { subintentId, account, limitOrder, sentAtMs }
	if (status !== undefined) return { ...row, state: status.state, status }
	return { ...row, state: isUnknown ? 'unknown' : undefined }
}

function rowOfStatus(status: OrderStatus): HistoryRow {
	const { subintentId, account, limitOrder, createdAtMs, state } = status
	return { subintentId, account, limitOrder, sentAtMs: createdAtMs, state, status }
}

/** Whether any of the states may still change. */
export function hasOpen(rows: readonly HistoryRow[]): boolean {
	return rows.some(({ state }) => state === undefined || (state !== 'unknown' && !isTerminalOrderState(state)))
}

/** What the order exchanged, surplus included; its limit until it has settled. */
export function exchangedBy({ limitOrder, status }: Pick<HistoryRow, 'limitOrder' | 'status'>): LimitOrder {
	return withSurplus(limitOrder, status?.surplus)
}
