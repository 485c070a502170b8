import type { LimitOrderWire } from '@accord/protocol'

/** What the browser stores of an order that it sent; the service knows the rest. */
export type SavedOrder = {
	readonly subintentId: string
	readonly networkId: number
	readonly account: string
	readonly limitOrder: LimitOrderWire
	readonly sentAtMs: number
}

/** The part of a browser's storage that is needed. */
export type Storage = { getItem(key: string): string | null; setItem(key: string, value: string): void }

/** As many as the service reports on in one request. */
export const savedOrdersMax = 100

const storageKey = 'accord.orders'

/** The orders sent from this browser, newest first. Unreadable entries are ignored. */
export function readSavedOrders(storage: Storage, networkId: number): SavedOrder[] {
	return readAll(storage).filter(order => order.networkId === networkId)
}

/** Saves an order; the oldest ones make room. */
export function saveOrder(storage: Storage, order: SavedOrder): void {
	const others = readAll(storage).filter(({ subintentId }) => subintentId !== order.subintentId)
	write(storage, [order, ...others].slice(0, savedOrdersMax))
}

/** Removes orders, such as those that the service no longer knows. */
export function removeOrders(storage: Storage, subintentIds: readonly string[]): void {
	write(
		storage,
		readAll(storage).filter(({ subintentId }) => !subintentIds.includes(subintentId)),
	)
}

function readAll(storage: Storage): SavedOrder[] {
	try {
		const saved: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
		return Array.isArray(saved) ? saved.filter(isSavedOrder) : []
	} catch {
		return []
	}
}

function write(storage: Storage, orders: readonly SavedOrder[]): void {
	try {
		storage.setItem(storageKey, JSON.stringify(orders))
	} catch {
		// Without storage the order is reachable only until its page is closed.
	}
}

function isSavedOrder(value: unknown): value is SavedOrder {
	const { subintentId, networkId, account, limitOrder, sentAtMs } = (value ?? {}) as Partial<SavedOrder>
	const isAmount = (amount: unknown) => typeof (amount as { amount?: unknown } | undefined)?.amount === 'string'
	return (
		typeof subintentId === 'string' &&
		typeof networkId === 'number' &&
		typeof account === 'string' &&
		typeof sentAtMs === 'number' &&
		isAmount(limitOrder?.sell) &&
		isAmount(limitOrder?.buy)
	)
}
