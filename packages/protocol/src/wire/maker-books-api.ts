import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import { PriceLevel } from '../book/price-level.ts'
import { decimalWire, timestampWire } from '../fields.ts'
import { type BookReservation, bookObstacles, hiddenReasons, type MakerBookStatus } from '../maker/maker-book.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { pairWire } from './primitives.ts'

const sides = { bids: z.array(PriceLevel.wire), asks: z.array(PriceLevel.wire) }

/** Liquidity of a maker's book promised to an order. `side` is that of the book, `amount` in base. */
export const reservationWire = z.object({
	order_id: z.string(),
	side: z.enum(['bids', 'asks']),
	amount: decimalWire,
	state: z.enum(['asked', 'filled', 'settled']),
	levels: z.array(PriceLevel.wire),
})
export type ReservationWire = z.infer<typeof reservationWire>

function parseReservation({ order_id, side, amount, state, levels }: ReservationWire): BookReservation {
	return {
		orderId: order_id,
		side,
		amount: Decimal.parse(amount),
		state,
		levels: levels.map(one => PriceLevel.parse(one)),
	}
}

function formatReservation({ orderId, side, amount, state, levels }: BookReservation): ReservationWire {
	return {
		order_id: orderId,
		side,
		amount: Decimal.format(amount),
		state,
		levels: levels.map(one => PriceLevel.format(one)),
	}
}

/** Levels of a book that are not in the order book. */
export const hiddenLevelsWire = z.object({
	side: z.enum(['bids', 'asks']).optional().describe('Absent: both.'),
	because: z
		.enum(hiddenReasons)
		.describe(
			'Of the whole book: no_stream (no session has the new orders stream on for the pair), session_ended, session_silent (its dead-man timer), cancelled, refused (a later book was), replaced (at another node, whose book has not come here yet), looked_up (its net_of is), paused. Of a side: reserved (all of it), exposure_limit, below_least_part (less is left than 10 settlement fees), beyond_levels (behind the last level that is shown).',
		),
	detail: z.string(),
})
export type HiddenLevelsWire = z.infer<typeof hiddenLevelsWire>

/** One of the caller's books as the service has it. */
export const makerBookWire = z.object({
	pair: pairWire,
	...sides,
	available: z.object(sides).describe('What is left after reservations; empty on a side below the minimum.'),
	set_at_ms: timestampWire,
	in_force: z.boolean().describe('Whether orders are matched against it.'),
	not_in_force_because: z
		.enum(bookObstacles)
		.optional()
		.describe('no_stream: no session has the new orders stream on for the pair.'),
	session_id: z.string().describe('The session that sent it.'),
	net_of: z.string().optional().describe('It accounts for this order and all that were sent before it.'),
	reserved: z
		.object({ bids: decimalWire, asks: decimalWire })
		.describe('In base: what is subtracted from each side for orders.'),
	reservations: z.array(reservationWire),
	hidden: z.array(hiddenLevelsWire).describe('What of it is not in the order book, and why; empty if all of it is.'),
})
export type MakerBookWire = z.infer<typeof makerBookWire>

function parseMakerBook(wire: MakerBookWire): MakerBookStatus {
	return omitUndefined({
		pair: wire.pair,
		...parseSides(wire),
		available: parseSides(wire.available),
		setAtMs: wire.set_at_ms,
		notInForceBecause: wire.not_in_force_because,
		sessionId: wire.session_id,
		netOf: wire.net_of,
		reserved: { bids: Decimal.parse(wire.reserved.bids), asks: Decimal.parse(wire.reserved.asks) },
		reservations: wire.reservations.map(parseReservation),
		hidden: wire.hidden.map(omitUndefined),
	})
}

function formatMakerBook(book: MakerBookStatus): MakerBookWire {
	return omitUndefined({
		pair: { base: book.pair.base, quote: book.pair.quote },
		...formatSides(book),
		available: formatSides(book.available),
		set_at_ms: book.setAtMs,
		in_force: book.notInForceBecause === undefined,
		not_in_force_because: book.notInForceBecause,
		session_id: book.sessionId,
		net_of: book.netOf,
		reserved: { bids: Decimal.format(book.reserved.bids), asks: Decimal.format(book.reserved.asks) },
		reservations: book.reservations.map(formatReservation),
		hidden: book.hidden.map(omitUndefined),
	})
}

function parseSides({ bids, asks }: Pick<MakerBookWire, 'bids' | 'asks'>) {
	return { bids: bids.map(one => PriceLevel.parse(one)), asks: asks.map(one => PriceLevel.parse(one)) }
}

function formatSides({ bids, asks }: Pick<MakerBookStatus, 'bids' | 'asks'>) {
	return { bids: bids.map(one => PriceLevel.format(one)), asks: asks.map(one => PriceLevel.format(one)) }
}

/** GET /maker/books. */
export const makerBooksWire = z.object({ books: z.array(makerBookWire) })
export type MakerBooksWire = z.infer<typeof makerBooksWire>

/** Reads the answer of GET /maker/books. @throws TradeError `invalid_decimal` */
export function parseMakerBooks({ books }: MakerBooksWire): MakerBookStatus[] {
	return books.map(parseMakerBook)
}

/** The answer of GET /maker/books. */
export function formatMakerBooks(books: readonly MakerBookStatus[]): MakerBooksWire {
	return { books: books.map(formatMakerBook) }
}

/** Params of platform.price_books.status, which are optional; without pairs, of all. */
export const priceBooksStatusWire = z.strictObject({ token_pairs: z.array(pairWire).optional() })
export type PriceBooksStatusWire = z.infer<typeof priceBooksStatusWire>

/** Result of platform.price_books.status: the books of GET /maker/books, and which session asks. */
export const priceBooksReportedWire = makerBooksWire.extend({ success: z.literal(true), session_id: z.string() })
export type PriceBooksReportedWire = z.infer<typeof priceBooksReportedWire>
