import type { Pair, Side } from '@accord/protocol'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Ask } from '../db/together.ts'
import { type Book, type Books, replaceOffers, type Sides } from './books.ts'
import type { MakerOffer } from './maker-offer.ts'
import type { ReservedLevels } from './reserved-liquidity.ts'

/** A pair's book less matches that have not been written yet. The pair's lock keeps it from changing. */
export type WorkingBook = {
	readonly book: Book
	offers: Sides<readonly MakerOffer[]>
	/** By maker: unwritten matches, and the offers left after them. */
	readonly matched: Map<string, Matched>
}

type Matched = { readonly pending: readonly ReservedLevels[]; readonly offers: Sides<MakerOffer | undefined> }

type BooksDeps = { readonly books: Books }

/** Updates a pair's book to include all its reservations; the transaction must hold the pair's lock. */
export async function readWorkingBook(trx: Transaction<Tables>, deps: BooksDeps, pair: Pair): Promise<WorkingBook> {
	await deps.books.read(trx)
	return workingBook(deps, pair)
}

/** The same, combined with other reads; the reservations must have been read before. */
export function askWorkingBook(deps: BooksDeps, pair: Pair): Ask<WorkingBook> {
	const { query, read } = deps.books.changes()
	return {
		query,
		read: rows => {
			read(rows)
			return workingBook(deps, pair)
		},
	}
}

function workingBook({ books }: BooksDeps, pair: Pair): WorkingBook {
	const book = books.of(pair)
	return { book, offers: book.offers(), matched: new Map() }
}

/** The current offers on a side, in the priority of each maker's best level. */
export function availableOf({ offers }: WorkingBook, side: Side): readonly MakerOffer[] {
	return offers[side]
}

/** A side's offers without exposure caps; the same object if no cap has an effect. */
export function uncappedOf({ book, matched, offers }: WorkingBook, side: Side): readonly MakerOffer[] {
	const pendingOf = new Map(Array.from(matched, ([makerId, { pending }]) => [makerId, pending]))
	return book.offersWithoutCaps(offers, pendingOf)[side]
}

/** Subtracts matched parts from the book, for the orders that are matched after them. */
export function reserve(
	working: WorkingBook,
	{ side, parts }: { side: Side; parts: readonly (Pick<ReservedLevels, 'levels'> & { readonly makerId: string })[] },
): void {
	for (const { makerId, levels } of parts) {
		const { pending: before, offers: former } = working.matched.get(makerId) ?? {
			pending: [],
			offers: working.book.offersOf(makerId, { pending: [] }),
		}
		const pending = [...before, { side, levels }]
		const next = working.book.offersOf(makerId, { pending })
		working.matched.set(makerId, { pending, offers: next })
		working.offers = replaceOffers(working.offers, { former, next })
	}
}
