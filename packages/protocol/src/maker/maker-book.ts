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

/** One of a maker's books as the service has it (GET /maker/books). */
export type MakerBookStatus = OrderBook & {
	/** What is left after reservations; empty on a side below the minimum. */
	readonly available: Pick<OrderBook, 'bids' | 'asks'>
	readonly setAtMs: number
	/** Absent while orders are matched against it. */
	readonly notInForceBecause?: BookObstacle
	readonly reservations: readonly BookReservation[]
}
