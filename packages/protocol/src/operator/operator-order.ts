import type { Amount } from '../amount/amount.ts'
import type { Pair } from '../amount/pair.ts'
import type { Fee } from '../fee/fee.ts'
import type { LimitOrder } from '../order/limit-order.ts'
import type { OrderState } from '../order/states.ts'
import type { TradeSide } from '../trade/trade.ts'
import type { ItemEstimate } from '../trade/trade-trace.ts'

/** An order in a list (GET /operator/orders). */
export type ListedOrder = {
	readonly subintentId: string
	readonly state: OrderState
	readonly account: string
	readonly limitOrder: LimitOrder
	readonly createdAtMs: number
	/** When it reached its state. */
	readonly updatedAtMs: number
}

/** A page of orders, newest first. `next` asks for the next page; it is absent on the last one. */
export type ListedOrderPage = { readonly orders: readonly ListedOrder[]; readonly next?: string }

/** Everything that is stored of one order (GET /operator/orders/:subintent_id). */
export type OperatorOrder = {
	readonly subintentId: string
	readonly subintentHash: string
	readonly state: OrderState
	readonly account: string
	/** The account's fee level when the order was accepted. */
	readonly level: number
	readonly pair: Pair
	readonly side: TradeSide
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	readonly rebate: Amount
	readonly estimate: ItemEstimate
	readonly createdAtMs: number
	readonly filledAtMs?: number
	readonly publishedAtMs?: number
	readonly endedAtMs?: number
	/** Seconds since the Unix epoch. */
	readonly expiresAtS: number
	readonly transactionId?: string
	/** Its number in the solver stream, once published. */
	readonly bundleNumber?: number
	/** The bytes first accepted, in hexadecimal. */
	readonly signedPartialTransaction: string
}
