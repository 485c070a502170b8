import { type Pair, pairKey, type Side } from '@accord/protocol'
import type { Book, Books } from './books.ts'
import { type MakerOffer, replaceOffers, type Sides } from './maker-offer.ts'
import type { ReservedLevels } from './reserved-liquidity.ts'

// The guarantee: orders matched one after another see each other's parts, though nothing has been written yet.

type Matched = { readonly pending: readonly ReservedLevels[]; readonly offers: Sides<MakerOffer | undefined> }
type MatchedLevels = Pick<ReservedLevels, 'levels'> & { readonly makerId: string }

/** A pair's book less matches that have not been written yet. Only a pair's lock keeps others from reserving the same. */
class WorkingBook {
	readonly #book: Book
	#offers: Sides<readonly MakerOffer[]>
	/** By maker: unwritten matches, and the offers left after them. */
	readonly #matched = new Map<string, Matched>()

	constructor(book: Book) {
		this.#book = book
		this.#offers = book.offers()
	}

	/** The offers on a side, in the priority of each maker's best level. */
	available(side: Side): readonly MakerOffer[] {
		return this.#offers[side]
	}

	/** The same, without exposure caps; the same object if no cap applies. */
	uncapped(side: Side): readonly MakerOffer[] {
		const pendingOf = new Map(Array.from(this.#matched, ([makerId, { pending }]) => [makerId, pending]))
		return this.#book.offersWithoutCaps(this.#offers, pendingOf)[side]
	}

	/** Subtracts a matched part, for the orders that are matched after it. */
	reserve(side: Side, { makerId, levels }: MatchedLevels): void {
		const { pending: before = [], offers: former = this.#book.offersOf(makerId, { pending: [] }) } =
			this.#matched.get(makerId) ?? {}
		const pending = [...before, { side, levels }]
		const next = this.#book.offersOf(makerId, { pending })
		this.#matched.set(makerId, { pending, offers: next })
		this.#offers = replaceOffers(this.#offers, { former, next })
	}
}

type OfPair = { readonly pair: Pair; readonly side: Side }

/** The books of all quoted pairs less matches that have not been written yet. */
export class WorkingBooks {
	readonly #books: Pick<Books, 'has' | 'of'>
	readonly #working = new Map<string, WorkingBook>()

	constructor(books: Pick<Books, 'has' | 'of'>) {
		this.#books = books
	}

	/** The offers on a side of a pair's book; none if nobody quotes the pair. */
	available({ pair, side }: OfPair): readonly MakerOffer[] {
		return this.#of(pair)?.available(side) ?? none
	}

	/** The same, without exposure caps; the same object if no cap applies. */
	uncapped({ pair, side }: OfPair): readonly MakerOffer[] {
		return this.#of(pair)?.uncapped(side) ?? none
	}

	/** Subtracts a matched part, for the orders that are matched after it. */
	reserve({ pair, side }: OfPair, part: MatchedLevels): void {
		this.#of(pair)?.reserve(side, part)
	}

	#of(pair: Pair): WorkingBook | undefined {
		const key = pairKey(pair)
		const known = this.#working.get(key)
		if (known !== undefined || !this.#books.has(pair)) return known
		const working = new WorkingBook(this.#books.of(pair))
		this.#working.set(key, working)
		return working
	}
}

const none: readonly MakerOffer[] = []
