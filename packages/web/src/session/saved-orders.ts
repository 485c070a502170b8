import { LimitOrder } from '@accord/protocol'
import type { BrowserStorage } from './browser-storage.ts'

/** What the browser stores about an order that it sent; the service knows the rest. */
export type SavedOrder = {
	readonly subintentId: string
	readonly networkId: number
	readonly account: string
	readonly limitOrder: LimitOrder
	/** The side whose amount the user entered. Earlier versions did not store it. */
	readonly exact?: 'sell' | 'buy'
	readonly sentAtMs: number
}

/** The part of a browser's storage that is needed. */
export type Storage = Pick<BrowserStorage, 'getItem' | 'setItem'>

/** As many as the service reports on in one request. */
export const savedOrdersMax = 100

const storageKey = 'accord.orders'

/** The orders sent from this browser, newest first. Unreadable entries are ignored. */
export function readSavedOrders(storage: Storage, networkId: number): SavedOrder[] {
	return readAll(storage).filter(order => order.networkId === networkId)
}

/** Saves an order, dropping the oldest if there are too many. */
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

const listeners = new Set<() => void>()

/** Calls back when an order is saved or removed, in this tab or another one. */
export function subscribeSavedOrders(onChange: () => void): () => void {
	listeners.add(onChange)
	window.addEventListener('storage', onChange)
	return () => {
		listeners.delete(onChange)
		window.removeEventListener('storage', onChange)
	}
}

/** Equal texts mean equal orders. */
export function savedOrdersText(storage: Storage): string {
	return storage.getItem(storageKey) ?? ''
}

function readAll(storage: Storage): SavedOrder[] {
	try {
		const saved: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
		if (!Array.isArray(saved)) return []
		const orders = new Map(saved.flatMap(parseOrder).map(order => [order.subintentId, order]))
		return [...orders.values()].slice(0, savedOrdersMax)
	} catch {
		return []
	}
}

function write(storage: Storage, orders: readonly SavedOrder[]): void {
	try {
		storage.setItem(storageKey, JSON.stringify(orders.map(formatOrder)))
	} catch {
		// Without storage, the order can be reached only until its page is closed.
	}
	for (const listener of listeners) listener()
}

function formatOrder({ limitOrder, ...order }: SavedOrder) {
	return { ...order, limitOrder: LimitOrder.format(limitOrder) }
}

/** The order, or nothing for an entry that this version cannot read. */
function parseOrder(value: unknown): SavedOrder[] {
	const { subintentId, networkId, account, limitOrder, exact, sentAtMs } = (value ?? {}) as Partial<
		ReturnType<typeof formatOrder>
	>
	const isOrder = isSubintentId(subintentId) && typeof networkId === 'number' && typeof account === 'string'
	if (!isOrder || !isTime(sentAtMs) || limitOrder === undefined) return []
	try {
		const order = { subintentId, networkId, account, limitOrder: LimitOrder.parse(limitOrder), sentAtMs }
		return [{ ...order, ...(exact === 'sell' || exact === 'buy' ? { exact } : {}) }]
	} catch {
		return []
	}
}

/** The service refuses the entire list if one id is malformed. */
function isSubintentId(value: unknown): value is string {
	return typeof value === 'string' && /^subtxid_[a-z0-9_]{1,120}$/.test(value)
}

function isTime(value: unknown): value is number {
	return typeof value === 'number' && !Number.isNaN(new Date(value).getTime())
}
