import type { Pair, Side } from '@accord/protocol'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Ask } from '../db/together.ts'
import { type LiveBook, type LiveBooks, replaceOffers, type Sides } from './live-books.ts'
import type { MakerOffer } from './maker-offer.ts'
import type { ReservedLevels } from './reserved-liquidity.ts'

/**
 * A pair's live book less what has been matched of it and is not yet written. Either the pair's lock keeps it from changing, or whoever
 * writes what was matched compares under that lock what is reserved of it: {@link LiveBooks.isUnchanged}.
 */
export type BookToMatch = {
	readonly live: LiveBook
	offers: Sides<readonly MakerOffer[]>
	/** By maker: what is matched but not yet written, and the offers left after it. */
	readonly matched: Map<string, Matched>
}

type Matched = { readonly pending: readonly ReservedLevels[]; readonly offers: Sides<MakerOffer | undefined> }

type LiveBooksDeps = { readonly liveBooks: LiveBooks }

/** Brings a pair's book up to all that is reserved of it; the transaction must hold the pair's lock. */
export async function readBookToMatch(trx: Transaction<Tables>, deps: LiveBooksDeps, pair: Pair): Promise<BookToMatch> {
	await deps.liveBooks.read(trx)
	return bookToMatch(deps, pair)
}

/** The same, to be asked with others; what is reserved must have been read before. */
export function bookToMatchOf(deps: LiveBooksDeps, pair: Pair): Ask<BookToMatch> {
	const { query, read } = deps.liveBooks.changes()
	return {
		query,
		read: rows => {
			read(rows)
			return bookToMatch(deps, pair)
		},
	}
}

/** The same as it is known here. */
export function bookToMatch({ liveBooks }: LiveBooksDeps, pair: Pair): BookToMatch {
	const live = liveBooks.of(pair)
	return { live, offers: live.offers(), matched: new Map() }
}

/** What is available on a side now, in the priority of each maker's best level. */
export function availableOf({ offers }: BookToMatch, side: Side): readonly MakerOffer[] {
	return offers[side]
}

/** What would be available on a side if makers had no exposure cap; the same offers if no cap cuts anything. */
export function uncappedOf({ live, matched, offers }: BookToMatch, side: Side): readonly MakerOffer[] {
	const pendingOf = new Map(Array.from(matched, ([makerId, { pending }]) => [makerId, pending]))
	return live.offersWithoutCaps(offers, pendingOf)[side]
}

/** Subtracts matched parts from the book, for the orders that are matched after them. */
export function reserve(
	book: BookToMatch,
	{ side, parts }: { side: Side; parts: readonly (Pick<ReservedLevels, 'levels'> & { readonly makerId: string })[] },
): void {
	for (const { makerId, levels } of parts) {
		const { pending: before, offers: former } = book.matched.get(makerId) ?? {
			pending: [],
			offers: book.live.offersOf(makerId, { pending: [] }),
		}
		const pending = [...before, { side, levels }]
		const next = book.live.offersOf(makerId, { pending })
		book.matched.set(makerId, { pending, offers: next })
		book.offers = replaceOffers(book.offers, { former, next })
	}
}
