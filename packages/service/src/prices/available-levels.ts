import { Decimal, type PriceLevel, type Side } from '@accord/protocol'
import type { MakerBook } from './maker-book.ts'
import { type OfferRules, offerLeft } from './maker-offer.ts'
import { type AvailableLevel, makerSide } from './maker-side.ts'
import { priorityOf } from './priority.ts'

/**
 * Liquidity held for a part: subtracted from its maker's book while the part is open and, once it has settled, until
 * that book is replaced.
 */
export type Reservation = {
	readonly makerId: string
	readonly side: Side
	readonly levels: readonly PriceLevel[]
	readonly state: 'open' | 'settled'
	/** The entry in its maker's log with which it settled; absent while open. */
	readonly settledNumber?: number
	/** Its number among all reservations of its maker. */
	readonly number: bigint
}

/**
 * What a maker's book accounts for: the order it names and all earlier ones, or everything settled up to an entry of
 * its log.
 */
export type Accounting = Pick<MakerBook, 'settledUpTo' | 'netOf'>

/** Whether a reservation, open or settled (see `settledNumber`), is subtracted from a book. */
export function countsAgainst(
	{ number, settledNumber }: { readonly number: bigint; readonly settledNumber?: number },
	{ netOf, settledUpTo }: Accounting,
): boolean {
	if (netOf !== undefined) return number > netOf.number
	return settledNumber === undefined || settledNumber > settledUpTo
}

/**
 * One side of the order book: all makers' levels less reservations, with each maker's limited to its cap, in order of
 * priority: price, then the time of the level's last change, then maker.
 */
export function availableLevels({
	side,
	books,
	reservations,
	...rules
}: OfferRules & {
	readonly side: Side
	readonly books: readonly MakerBook[]
	readonly reservations: readonly Reservation[]
}): AvailableLevel[] {
	const byMaker = Map.groupBy(reservations, ({ makerId }) => makerId)
	const levels = books.flatMap(book => {
		const ofMaker = byMaker.get(book.makerId) ?? []
		const ofSide = ofMaker.filter(reservation => reservation.side === side && countsAgainst(reservation, book))
		const open = ofMaker.filter(({ state }) => state === 'open').flatMap(reservation => reservation.levels)
		const openBase = Decimal.sum(open.map(({ amount }) => amount))
		const deductions = { levels: ofSide.flatMap(reservation => reservation.levels), openBase }
		return offerLeft(makerSide(book, side), deductions, rules)?.levels ?? []
	})
	return levels.sort(priorityOf(side))
}
