import type { Decimal, Pair } from '@accord/protocol'
import type { Transaction } from 'kysely'
import type { Side, Tables } from '../db/tables.ts'
import { type AvailableLevel, availableLevels, type Reservation } from './available-levels.ts'
import { type BookRules, bookRulesOf, oldestSetAtMs } from './book-rules.ts'
import { type ExposureRules, exposureMaxOf } from './exposure-max.ts'
import type { MakerBook, PriceBooks } from './price-books.ts'
import { selectReservations } from './reservations-table.ts'

/** All books of a pair and what is reserved of them, held still by the pair's lock; what is matched meanwhile is added. */
export type LockedBook = {
	readonly rules: BookRules
	readonly exposureMax: Decimal
	readonly books: readonly MakerBook[]
	readonly reservations: Reservation[]
}

type LockedBookDeps = ExposureRules & { readonly books: Pick<PriceBooks, 'booksOf'> }

/** Reads a pair's reservations; the transaction must hold the pair's lock. */
export async function readLockedBook(trx: Transaction<Tables>, deps: LockedBookDeps, pair: Pair): Promise<LockedBook> {
	const books = deps.books.booksOf(pair)
	const reservations = await selectReservations(trx, pair, { settledSinceMs: oldestSetAtMs(books) })
	return {
		rules: bookRulesOf(deps, pair),
		exposureMax: exposureMaxOf(deps, pair),
		books,
		reservations: [...reservations],
	}
}

/** What may be taken of a side now, in priority. */
export function availableOf(book: LockedBook, side: Side): AvailableLevel[] {
	const { rules, books, reservations, exposureMax } = book
	return availableLevels({ side, books, reservations, leastOffered: rules.leastOffered[side], exposureMax })
}

/** What could be taken if makers might promise any amount. */
export function offeredOf({ rules, books, reservations }: LockedBook, side: Side): AvailableLevel[] {
	return availableLevels({ side, books, reservations, leastOffered: rules.leastOffered[side] })
}

/** Takes parts off the book, for those that are matched after them. */
export function reserve(
	{ reservations }: LockedBook,
	{ side, parts }: { side: Side; parts: readonly Pick<Reservation, 'makerId' | 'levels'>[] },
): void {
	reservations.push(...parts.map(({ makerId, levels }): Reservation => ({ makerId, side, levels, state: 'open' })))
}
