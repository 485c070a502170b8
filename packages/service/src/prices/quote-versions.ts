import { type Clock, type Pair, pairKey } from '@accord/protocol'
import { eventsPerMs } from './maker-offer.ts'

/**
 * Orders the changes of a maker's book of a pair: the greater number is later; if numbers are equal, the greater node
 * id wins.
 */
export type QuoteVersion = { readonly version: number; readonly writer: string }

type BookOf = { readonly makerId: string; readonly pair: Pair }

/** The versions of all books, and the event numbers that distinguish them. */
export class QuoteVersions {
	readonly #clock: Clock
	readonly #versions = new Map<string, QuoteVersion>()
	#events = 0
	#isShared = false

	constructor({ clock }: { clock: Clock }) {
		this.#clock = clock
	}

	/** From now on, other nodes number events, too. */
	share(): void {
		this.#isShared = true
	}

	/** Later events have greater numbers. With several nodes the numbers stay close enough to the clocks to order events between nodes. */
	nextEvent(): number {
		const byClock = this.#isShared ? this.#clock.nowMs() * eventsPerMs : 0
		this.#events = Math.max(this.#events + 1, byClock)
		return this.#events
	}

	of(book: BookOf): QuoteVersion | undefined {
		return this.#versions.get(keyOf(book))
	}

	/** Records a change by this node; returns its number. */
	changed(book: BookOf, writer: string): number {
		const version = this.nextEvent()
		this.#versions.set(keyOf(book), { version, writer })
		return version
	}

	/** Records a change by another node; false if a later one is known. */
	isNews(book: BookOf, change: QuoteVersion): boolean {
		this.#events = Math.max(this.#events, change.version)
		const known = this.of(book)
		if (known !== undefined && isLater(known, change)) return false
		this.#versions.set(keyOf(book), change)
		return true
	}
}

function keyOf({ makerId, pair }: BookOf): string {
	return `${pairKey(pair)} ${makerId}`
}

/** Breaks ties by node id, so that every node picks the same one. */
function isLater(one: QuoteVersion, other: QuoteVersion): boolean {
	return one.version > other.version || (one.version === other.version && one.writer > other.writer)
}
