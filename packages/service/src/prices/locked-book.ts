import type { FeeInfo, Pair } from '@accord/protocol'
import type { Transaction } from 'kysely'
import type { Side, Tables } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import { type AvailableLevel, availableLevels, type Reservation } from './available-levels.ts'
import { type BookRules, bookRulesOf, oldestSetAtMs } from './book-rules.ts'
import type { MakerBook, PriceBooks } from './price-books.ts'
import { selectReservations } from './reservations-table.ts'

/** All books of a pair and what is reserved of them, held still by the pair's lock; what is matched meanwhile is added. */
export type LockedBook = {
	readonly rules: BookRules
	readonly books: readonly MakerBook[]
	readonly reservations: Reservation[]
}

type LockedBookDeps = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly books: Pick<PriceBooks, 'booksOf'>
}

/** Reads a pair's reservations; the transaction must hold the pair's lock. */
export async function readLockedBook(trx: Transaction<Tables>, deps: LockedBookDeps, pair: Pair): Promise<LockedBook> {
	const books = deps.books.booksOf(pair)
	const reservations = await selectReservations(trx, pair, { settledSinceMs: oldestSetAtMs(books) })
	return { rules: bookRulesOf(deps, pair), books, reservations: [...reservations] }
}

/** What may be taken of a side now, in priority. */
export function availableOf({ rules, books, reservations }: LockedBook, side: Side): AvailableLevel[] {
	return availableLevels({ side, books, reservations, leastOffered: rules.leastOffered[side] })
}

/** Takes parts off the book, for those that are matched after them. */
export function reserve(
	{ reservations }: LockedBook,
	{ side, parts }: { side: Side; parts: readonly Pick<Reservation, 'makerId' | 'levels'>[] },
): void {
	reservations.push(...parts.map(({ makerId, levels }): Reservation => ({ makerId, side, levels, state: 'open' })))
}
