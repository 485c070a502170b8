import { type Pair, pairKey } from '@accord/protocol'
import type { MakerQuote } from './maker-book.ts'

/** The newest quote of each maker and pair, whether it is in force or not. */
export class StoredQuotes {
	readonly #byPair = new Map<string, Map<string, MakerQuote>>()

	/** The keys of all pairs that have ever been quoted. */
	pairKeys(): Iterable<string> {
		return this.#byPair.keys()
	}

	of(makerId: string, pair: Pair): MakerQuote | undefined {
		return this.ofKey(makerId, pairKey(pair))
	}

	/** The quotes by the pair's key. */
	ofKey(makerId: string, key: string): MakerQuote | undefined {
		return this.#byPair.get(key)?.get(makerId)
	}

	/** One maker's quotes, in the order in which the pairs were first quoted by anyone. */
	ofMaker(makerId: string): MakerQuote[] {
		return [...this.#byPair.values()].flatMap(byMaker => byMaker.get(makerId) ?? [])
	}

	all(): MakerQuote[] {
		return [...this.#byPair.values()].flatMap(byMaker => [...byMaker.values()])
	}

	/** Replaces a maker's quote; undefined removes it. */
	set(makerId: string, pair: Pair, quote: MakerQuote | undefined): void {
		const key = pairKey(pair)
		const byMaker = this.#byPair.get(key) ?? new Map<string, MakerQuote>()
		this.#byPair.set(key, byMaker)
		if (quote === undefined) byMaker.delete(makerId)
		else byMaker.set(makerId, quote)
	}
}
