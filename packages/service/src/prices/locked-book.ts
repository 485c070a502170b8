import type { Pair } from '@accord/protocol'
import type { Transaction } from 'kysely'
import type { Side, Tables } from '../db/tables.ts'
import type { Promised } from './held-liquidity.ts'
import { type LiveBook, type LiveBooks, replaceBoth, type Sides } from './live-books.ts'
import type { MakerOffer } from './maker-offer.ts'

/** The book of a pair, held still by the pair's lock, less what is matched meanwhile. */
export type LockedBook = {
	readonly live: LiveBook
	offers: Sides<readonly MakerOffer[]>
	/** What has been matched and is not yet written, and what its makers have left beside it. */
	readonly matched: Map<string, Matched>
}

type Matched = { readonly promised: readonly Promised[]; readonly offers: Sides<MakerOffer | undefined> }

type LockedBookDeps = { readonly liveBooks: LiveBooks }

/** Brings a pair's book up to all that is reserved of it; the transaction must hold the pair's lock. */
export async function readLockedBook(
	trx: Transaction<Tables>,
	{ liveBooks }: LockedBookDeps,
	pair: Pair,
): Promise<LockedBook> {
	await liveBooks.read(trx)
	const live = liveBooks.of(pair)
	return { live, offers: live.offers(), matched: new Map() }
}

/** What may be taken of a side now, in the priority of each maker's best level. */
export function availableOf({ offers }: LockedBook, side: Side): readonly MakerOffer[] {
	return offers[side]
}

/** What could be taken if makers might promise any amount. */
export function offeredOf({ live, matched }: LockedBook, side: Side): readonly MakerOffer[] {
	return live.uncapped(new Map(Array.from(matched, ([makerId, { promised }]) => [makerId, promised])))[side]
}

/** Takes parts off the book, for those that are matched after them. */
export function reserve(
	book: LockedBook,
	{ side, parts }: { side: Side; parts: readonly (Pick<Promised, 'levels'> & { readonly makerId: string })[] },
): void {
	for (const { makerId, levels } of parts) {
		const { promised, offers: former } = book.matched.get(makerId) ?? {
			promised: [],
			offers: book.live.offersOf(makerId, { promised: [] }),
		}
		const both = [...promised, { side, levels }]
		const next = book.live.offersOf(makerId, { promised: both })
		book.matched.set(makerId, { promised: both, offers: next })
		book.offers = replaceBoth(book.offers, { former, next })
	}
}
