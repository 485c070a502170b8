import type { LimitOrderWire } from '@accord/protocol'

/** What the browser keeps of an order that it sent; the rest is asked from the service by its id. */
export type KeptOrder = {
	readonly subintentId: string
	readonly networkId: number
	readonly account: string
	readonly limitOrder: LimitOrderWire
	readonly sentAtMs: number
}

/** The part of a browser's storage that is needed. */
export type Storage = { getItem(key: string): string | null; setItem(key: string, value: string): void }

/** The newest of them are kept: as many as the service answers for at once. */
export const keptOrdersMax = 100

const storageKey = 'accord.orders'

/** The orders sent from this browser, newest first. What cannot be read is as if it had never been kept. */
export function readKeptOrders(storage: Storage, networkId: number): KeptOrder[] {
	return readAll(storage).filter(order => order.networkId === networkId)
}

/** Keeps one more; the oldest ones make room. */
export function keepOrder(storage: Storage, order: KeptOrder): void {
	const others = readAll(storage).filter(({ subintentId }) => subintentId !== order.subintentId)
	write(storage, [order, ...others].slice(0, keptOrdersMax))
}

/** Forgets those named, for instance because the service does not know them any more. */
export function forgetOrders(storage: Storage, subintentIds: readonly string[]): void {
	write(
		storage,
		readAll(storage).filter(({ subintentId }) => !subintentIds.includes(subintentId)),
	)
}

function readAll(storage: Storage): KeptOrder[] {
	try {
		const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
		return Array.isArray(kept) ? kept.filter(isKeptOrder) : []
	} catch {
		return []
	}
}

function write(storage: Storage, orders: readonly KeptOrder[]): void {
	try {
		storage.setItem(storageKey, JSON.stringify(orders))
	} catch {
		// A browser that keeps nothing shows the orders until the page is left.
	}
}

function isKeptOrder(value: unknown): value is KeptOrder {
	const { subintentId, networkId, account, limitOrder, sentAtMs } = (value ?? {}) as Partial<KeptOrder>
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
