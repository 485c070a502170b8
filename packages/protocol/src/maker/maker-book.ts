import type { Decimal } from '../amount/decimal.ts'
import type { OrderBook } from '../book/order-book.ts'
import type { PriceLevel, Side } from '../book/price-level.ts'

/** Liquidity of a maker's book promised to an order. */
export type BookReservation = {
	readonly orderId: string
	/** Of the book. */
	readonly side: Side
	/** In base. */
	readonly amount: Decimal
	readonly state: 'asked' | 'filled' | 'settled'
	readonly levels: readonly PriceLevel[]
}

/** Why no order is matched against a book: withdrawn, its maker paused, or no session with the new orders stream for the pair. */
export const bookObstacles = ['no_stream', 'paused', 'withdrawn'] as const
export type BookObstacle = (typeof bookObstacles)[number]

/** Why levels of a book are not in the order book: all of them, or those of a side. */
export const hiddenReasons = [
	'no_stream',
	'paused',
	'session_ended',
	'session_silent',
	'cancelled',
	'refused',
	'replaced',
	'looked_up',
	'reserved',
	'exposure_limit',
	'below_least_part',
	'beyond_levels',
] as const
export type HiddenReason = (typeof hiddenReasons)[number]

/** Levels of a book that are not in the order book. */
export type HiddenLevels = {
	/** Absent: both. */
	readonly side?: Side
	readonly because: HiddenReason
	readonly detail: string
}

/** One of a maker's books as the service has it (GET /maker/books). */
export type MakerBookStatus = OrderBook & {
	/** What is left after reservations; empty on a side below the minimum. */
	readonly available: Pick<OrderBook, 'bids' | 'asks'>
	readonly setAtMs: number
	/** Absent while orders are matched against it. */
	readonly notInForceBecause?: BookObstacle
	/** The session that sent it. */
	readonly sessionId: string
	/** It accounts for this order and all that were sent before it. */
	readonly netOf?: string
	/** In base: what is subtracted from each side for orders. */
	readonly reserved: Readonly<Record<Side, Decimal>>
	/** Of open orders, and of settled ones that it does not account for. */
	readonly reservations: readonly BookReservation[]
	/** Empty if all of it is in the order book. */
	readonly hidden: readonly HiddenLevels[]
}
