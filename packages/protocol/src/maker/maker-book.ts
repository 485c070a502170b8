import * as z from '#schema'
import { Pair } from '../amount/pair.ts'
import { PriceLevel } from '../book/price-level.ts'
import { decimal, timestampWire } from '../fields.ts'
import { derived, list, message, type ValueOf } from '../message.ts'

const sides = { bids: list(PriceLevel), asks: list(PriceLevel) }

/** Liquidity of a maker's book that is promised to an order. `side` is the side of the book; `amount` is in base. */
export type BookReservation = ValueOf<typeof BookReservation>
export const BookReservation = message({
	orderId: z.string(),
	side: z.enum(['bids', 'asks']),
	amount: decimal,
	state: z.enum(['asked', 'filled', 'settled']),
	levels: list(PriceLevel),
})

/**
 * Why no order is matched against a book: it was withdrawn, its maker is paused, or no session has the new orders
 * stream for the pair.
 */
export const bookObstacles = ['no_stream', 'paused', 'withdrawn'] as const
export type BookObstacle = (typeof bookObstacles)[number]

/** Why levels of a book are not in the order book: all levels, or those of one side. */
export const hiddenReasons = [
	'no_stream',
	'paused',
	'session_ended',
	'session_silent',
	'cancelled',
	'refused',
	'replaced',
	'looked_up',
	'outside_price_band',
	'reserved',
	'exposure_limit',
	'below_least_part',
	'beyond_levels',
] as const
export type HiddenReason = (typeof hiddenReasons)[number]

/** Levels of a book that are not in the order book. */
export type HiddenLevels = ValueOf<typeof HiddenLevels>
export const HiddenLevels = message({
	side: z.enum(['bids', 'asks']).optional().describe('Absent: both.'),
	because: z
		.enum(hiddenReasons)
		.describe(
			'Of the whole book: no_stream (no session has the new orders stream on for the pair), session_ended, session_silent (its dead-man timer), cancelled, refused (a later book was), replaced (at another node, whose book has not come here yet), looked_up (its net_of is), paused. Of a side: outside_price_band (levels too far from the operator’s price), reserved (all of it), exposure_limit, below_least_part (less is left than 10 settlement fees), beyond_levels (behind the last level that is shown).',
		),
	detail: z.string(),
})

/** One of a maker's books, as the service sees it. */
export type MakerBookStatus = ValueOf<typeof MakerBookStatus>
export const MakerBookStatus = message({
	pair: Pair,
	...sides,
	available: message(sides).describe('What is left after reservations; empty on a side below the minimum.'),
	setAtMs: timestampWire,
	inForce: derived(
		z.boolean().describe('Whether orders are matched against it.'),
		({ notInForceBecause }: { notInForceBecause?: BookObstacle }) => notInForceBecause === undefined,
	),
	/** Absent while orders are matched against it. */
	notInForceBecause: z
		.enum(bookObstacles)
		.optional()
		.describe('no_stream: no session has the new orders stream on for the pair.'),
	sessionId: z.string().describe('The session that sent it.'),
	netOf: z.string().optional().describe('It accounts for this order and all that were sent before it.'),
	reserved: message({ bids: decimal, asks: decimal }).describe(
		'In base: what is subtracted from each side for orders.',
	),
	/** Reservations for open orders, and for settled ones that the book does not account for. */
	reservations: list(BookReservation),
	hidden: list(HiddenLevels).describe('What of it is not in the order book, and why; empty if all of it is.'),
})

/** GET /maker/books. */
export const MakerBookStatuses = message({ books: list(MakerBookStatus) }).as<readonly MakerBookStatus[]>({
	parse: ({ books }) => books,
	format: books => ({ books }),
})
