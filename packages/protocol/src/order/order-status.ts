import type { Fee } from '../fee/fee.ts'
import type { LimitOrder } from './limit-order.ts'
import { isTerminalOrderState, type OrderHistoryState, type OrderState, type PartState } from './states.ts'

/** One state that an order has reached, and when. */
export type OrderHistoryEntry = { readonly state: OrderHistoryState; readonly atMs: number }

/** What the ledger decided about an order, where it is not what the order had ended with. */
export type OrderCorrection = {
	readonly state: 'settled' | 'expired'
	/** When the difference was found. */
	readonly atMs: number
	/** The transaction that settled it. */
	readonly transactionId?: string
}

/** Where a user's order stands (GET /trade/orders/:subintent_id). */
export type OrderStatus = {
	readonly subintentId: string
	readonly state: OrderState
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	readonly account: string
	/** Seconds since the Unix epoch, by the ledger's clock. */
	readonly expiresAtS: number
	readonly createdAtMs: number
	/** Only ever grows at its end, so that the place of an entry is a number for ever. */
	readonly history: readonly OrderHistoryEntry[]
	readonly parts: readonly { readonly state: PartState }[]
	/** The transaction that settled it. */
	readonly transactionId?: string
	/** Present if the ledger decided otherwise than `state` says, which stays as it is. */
	readonly correction?: OrderCorrection
}

/** Where several orders stand: the known ones in the order requested, and the ids for which there is no order. */
export type OrderStatuses = { readonly orders: readonly OrderStatus[]; readonly unknown: readonly string[] }

/** A page of orders, newest first. `next` asks for the next page; it is absent on the last one. */
export type OrderPage = { readonly orders: readonly OrderStatus[]; readonly next?: string }

/** One entry of an order's history as it is streamed. `sequence` is its place, counted from 1. */
export type OrderEvent = {
	readonly subintentId: string
	readonly sequence: number
	readonly state: OrderHistoryState
	readonly atMs: number
	/** Whether this is the last event. */
	readonly isFinal: boolean
	/** The transaction that settled the order, with its final event. */
	readonly transactionId?: string
}

/** The events that led to a status: one for each entry of its history, from the one after number `after` on. */
export function orderEvents({ subintentId, history, transactionId }: OrderStatus, after = 0): OrderEvent[] {
	const events = history.map(({ state, atMs }, place): OrderEvent => {
		const isFinal = isTerminalOrderState(state)
		const settledBy = isFinal && transactionId !== undefined ? { transactionId } : {}
		return { subintentId, sequence: place + 1, state, atMs, isFinal, ...settledBy }
	})
	return events.slice(after)
}
