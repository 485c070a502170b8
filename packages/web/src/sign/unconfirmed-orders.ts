import type { LimitOrder } from '@accord/protocol'
import type { BrowserStorage } from '../session/browser-storage.ts'

// A signed order that the service refused, did not confirm, or says was not filled may be executed until it expires. So
// the page signs no second one for the same swap before, unless the user wants both.

/** A signed order that the ledger may still execute. */
export type UnconfirmedOrder = {
	readonly subintentId: string
	readonly account: string
	readonly sell: string
	readonly buy: string
	readonly untilMs: number
}

const storageKey = 'accord.unconfirmed'
/** The ledger decides by its own clock, which may be behind this machine's. */
const ledgerLagMs = 5_000
const keptMax = 50

/** Remembers an order until it expires. */
export function noteUnconfirmed(
	storage: BrowserStorage,
	order: {
		readonly subintentId: string
		readonly account: string
		readonly limitOrder: LimitOrder
		readonly expiresAtS: number
	},
): void {
	const { subintentId, account, limitOrder, expiresAtS } = order
	const { sell, buy } = limitOrder
	const untilMs = expiresAtS * 1000 + ledgerLagMs
	const noted = { subintentId, account, sell: sell.symbol, buy: buy.symbol, untilMs }
	write(storage, [noted, ...othersThan(subintentId, storage)])
}

/** The service has accepted the order, and says how it goes on. */
export function forgetUnconfirmed(storage: BrowserStorage, subintentId: string): void {
	write(storage, othersThan(subintentId, storage))
}

/** The order for the same swap that expires last, if one has not expired yet. */
export function unconfirmedOrder(
	storage: BrowserStorage,
	swap: Pick<UnconfirmedOrder, 'account' | 'sell' | 'buy'>,
	nowMs: number,
): UnconfirmedOrder | undefined {
	const { account, sell, buy } = swap
	return readAll(storage)
		.filter(order => order.account === account && order.sell === sell && order.buy === buy && order.untilMs > nowMs)
		.toSorted((a, b) => b.untilMs - a.untilMs)[0]
}

function othersThan(subintentId: string, storage: BrowserStorage): UnconfirmedOrder[] {
	return readAll(storage).filter(other => other.subintentId !== subintentId && other.untilMs > Date.now())
}

function write(storage: BrowserStorage, orders: readonly UnconfirmedOrder[]): void {
	try {
		storage.setItem(storageKey, JSON.stringify(orders.slice(0, keptMax)))
	} catch {
		// Without storage, nothing is remembered.
	}
}

function readAll(storage: BrowserStorage): UnconfirmedOrder[] {
	try {
		const orders: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
		return Array.isArray(orders) ? orders.filter(isUnconfirmed) : []
	} catch {
		return []
	}
}

function isUnconfirmed(value: unknown): value is UnconfirmedOrder {
	const { subintentId, account, sell, buy, untilMs } = (value ?? {}) as Partial<UnconfirmedOrder>
	return [subintentId, account, sell, buy].every(text => typeof text === 'string') && typeof untilMs === 'number'
}
