import type { Decimal } from '../amount/decimal.ts'
import type { Pair } from '../amount/pair.ts'
import type { LimitOrder } from '../order/limit-order.ts'
import type { FillState, Outcome, PartState } from '../order/states.ts'

/** A part of a user's order as its maker is asked to fill it (platform.new_orders.new). */
export type NewOrder = {
	readonly id: string
	readonly createdAtMs: number
	/** The last moment at which a fill is accepted. */
	readonly fillBeforeMs: number
	/** The user's side of the part. */
	readonly limitOrder: LimitOrder
	/** What the maker is to sign: the exact mirror. */
	readonly fill: LimitOrder
}

/** Which orders a session wants, and when its maker's books are withdrawn (platform.new_orders.start_stream). */
export type NewOrdersOptions = {
	/** Only orders of these pairs; absent: of all. */
	readonly pairs?: readonly Pair[]
	/** By symbol: no part for which the maker would sell less of the token than this. */
	readonly minAmounts?: Readonly<Record<string, Decimal>>
	/** The books withdrawn at once when the session ends: those it set last, or all of its maker's. Absent: those it set last, 2 s later. */
	readonly cancelOnDisconnect?: 'session' | 'account'
	/** The same books are withdrawn after this many seconds without a message from the session. */
	readonly deadManTimerS?: number
}

/** A part that a maker was asked to fill, and what came of it (GET /maker/orders). */
export type MakerOrder = NewOrder & {
	readonly pair: Pair
	readonly state: PartState
	/** When it was filled, rejected or timed out. */
	readonly answeredAtMs?: number
	readonly rejectReason?: string
	/** The maker's accepted fill. */
	readonly filled?: { readonly state: FillState; readonly subintentId: string; readonly transactionId?: string }
}

/** A page of a maker's orders, newest first. `next` asks for the next page; it is absent on the last one. */
export type MakerOrderPage = { readonly orders: readonly MakerOrder[]; readonly next?: string }

/** An entry of a maker's numbered log: a fill has started or, if there is an outcome, completed (maker.fill_execution.next). */
export type FillExecution = {
	readonly sequenceNumber: number
	/** The wire has whole seconds. */
	readonly occurredAtMs: number
	readonly orderId: string
	readonly outcome?: Outcome
	/** The number of the entry whose outcome was wrong; what this one says counts. */
	readonly corrects?: number
}
