import { formatLimitOrder, type LimitOrder, parseLimitOrder } from '@accord/protocol'

/** What the browser stores of an order that it sent; the service knows the rest. */
export type SavedOrder = {
	readonly subintentId: string
	readonly networkId: number
	readonly account: string
	readonly limitOrder: LimitOrder
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
		return Array.isArray(saved) ? saved.flatMap(parseOrder) : []
	} catch {
		return []
	}
}

function write(storage: Storage, orders: readonly SavedOrder[]): void {
	try {
		storage.setItem(storageKey, JSON.stringify(orders.map(formatOrder)))
	} catch {
		// Without storage the order is reachable only until its page is closed.
	}
}

function formatOrder({ limitOrder, ...order }: SavedOrder) {
	return { ...order, limitOrder: formatLimitOrder(limitOrder) }
}

/** The order, or nothing for an entry that this version cannot read. */
function parseOrder(value: unknown): SavedOrder[] {
	const { subintentId, networkId, account, limitOrder, sentAtMs } = (value ?? {}) as Partial<
		ReturnType<typeof formatOrder>
	>
	const isOrder = typeof subintentId === 'string' && typeof networkId === 'number' && typeof account === 'string'
	if (!isOrder || typeof sentAtMs !== 'number' || limitOrder === undefined) return []
	try {
		return [{ subintentId, networkId, account, limitOrder: parseLimitOrder(limitOrder), sentAtMs }]
	} catch {
		return []
	}
}
