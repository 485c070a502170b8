import type { Pair, Side } from '@accord/protocol'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Ask } from '../db/together.ts'
import { type Book, type Books, replaceOffers, type Sides } from './books.ts'
import type { MakerOffer } from './maker-offer.ts'
import type { ReservedLevels } from './reserved-liquidity.ts'

/**
 * A pair's book less what has been matched of it and is not yet written. Either the pair's lock keeps it from changing, or whoever
 * writes what was matched compares under that lock what is reserved of it: {@link Books.isUnchanged}.
 */
export type WorkingBook = {
	readonly book: Book
	offers: Sides<readonly MakerOffer[]>
	/** By maker: what is matched but not yet written, and the offers left after it. */
	readonly matched: Map<string, Matched>
}

type Matched = { readonly pending: readonly ReservedLevels[]; readonly offers: Sides<MakerOffer | undefined> }

type BooksDeps = { readonly books: Books }

/** Brings a pair's book up to all that is reserved of it; the transaction must hold the pair's lock. */
export async function readWorkingBook(trx: Transaction<Tables>, deps: BooksDeps, pair: Pair): Promise<WorkingBook> {
	await deps.books.read(trx)
	return workingBook(deps, pair)
}

/** The same, to be asked with others; what is reserved must have been read before. */
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

/** The same as it is known here. */
export function workingBook({ books }: BooksDeps, pair: Pair): WorkingBook {
	const book = books.of(pair)
	return { book, offers: book.offers(), matched: new Map() }
}

/** What is available on a side now, in the priority of each maker's best level. */
export function availableOf({ offers }: WorkingBook, side: Side): readonly MakerOffer[] {
	return offers[side]
}

/** What would be available on a side if makers had no exposure cap; the same offers if no cap cuts anything. */
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
