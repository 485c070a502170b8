import { randomBytes } from 'node:crypto'
import { type Pair, pairKey } from '@accord/protocol'
import type { BusMessages } from '../bus/bus.ts'
import type { Platform } from '../platform/platform.ts'
import { Pace } from '../queues/pace.ts'
import type { Book, Books } from './books.ts'
import { levelsByPriority } from './maker-offer.ts'
import { ShownBook, shownOrderBook } from './shown-book.ts'

type ShownBooksDeps = {
	readonly platform: Pick<Platform, 'market' | 'db' | 'clock' | 'bus' | 'makersPerOrder'>
	readonly books: Books
	readonly onError: (error: unknown) => void
}

type PairState = {
	readonly book: Book
	readonly shown: ShownBook
	isCooling: boolean
	isDirty: boolean
}

/** A shown book changes at most this often. */
export const rebuildEveryMs = 20

/**
 * The public order book of every pair. It is rebuilt as soon as a maker's book or a reservation changes, and then at
 * most every 20 ms. Its reservations are as of the last read of the database, which is good enough for display and for
 * a tentative match; the match itself reads the rest under the pair's lock.
 */
export class ShownBooks {
	/** Unique to this instance: sequence numbers start over at 0 on every start. */
	readonly id = randomBytes(6).toString('hex')
	readonly #deps: ShownBooksDeps
	readonly #pairs: ReadonlyMap<string, PairState>
	readonly #unsubscribe: (() => void)[] = []
	readonly #pace = new Pace({ restMaxMs: 20 })
	#reading: Promise<void> | undefined
	/** Pairs announced since the current read began. */
	#announced = new Set<PairState>()

	constructor(deps: ShownBooksDeps) {
		this.#deps = deps
		this.#pairs = new Map(deps.platform.market.pairs.map(pair => [pairKey(pair), newState(deps, pair)]))
	}

	/**
	 * Reads all reservations, and then follows the bus. Rejects if they cannot be read: no book may be set before they
	 * are.
	 */
	async start(): Promise<void> {
		const { books } = this.#deps
		const { bus, db } = this.#deps.platform
		await books.read(db.own)
		this.#unsubscribe.push(
			bus.subscribe('price_book', ({ pair }) => this.#changed(this.#stateOf(pair))),
			bus.subscribe('reservation', reservation => {
				if (books.has(reservation.pair)) this.#reserved(reservation)
			}),
		)
		await this.refresh()
	}

	/** Reads new reservations and rebuilds every pair, in case a message was lost. */
	refresh(): Promise<void> {
		return this.#read(this.#pairs.values())
	}

	async stop(): Promise<void> {
		for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe()
		await this.#reading
	}

	/** The book of a pair, which must be traded. */
	of(pair: Pair): ShownBook {
		return this.#stateOf(pair).shown
	}

	#stateOf(pair: Pair): PairState {
		const state = this.#pairs.get(pairKey(pair))
		if (state === undefined) throw new Error(`${pairKey(pair)} is not a traded pair`)
		return state
	}

	#reserved({ pair, isKnown = false }: BusMessages['reservation']): void {
		const state = this.#stateOf(pair)
		if (isKnown) this.#changed(state)
		else void this.#read([state])
	}

	#read(states: Iterable<PairState>): Promise<void> {
		for (const state of states) this.#announced.add(state)
		this.#reading ??= this.#readWhileAnnounced()
		return this.#reading
	}

	async #readWhileAnnounced(): Promise<void> {
		const { books } = this.#deps
		const { db } = this.#deps.platform
		try {
			while (this.#announced.size > 0) {
				await this.#pace.turn()
				const states = this.#announced
				this.#announced = new Set()
				await books.read(db.looks).catch(this.#deps.onError)
				this.#pace.ran(states.size)
				for (const state of states) this.#changed(state)
			}
		} finally {
			// Reset in the same turn that found nothing to read, so that a later request starts the next read.
			this.#reading = undefined
		}
	}

	#changed(state: PairState): void {
		state.isDirty = true
		if (!state.isCooling) this.#rebuild(state)
	}

	#rebuild(state: PairState): void {
		const { book, shown } = state
		const { clock, makersPerOrder } = this.#deps.platform
		const offers = book.offers()
		const bids = levelsByPriority('bids', offers.bids)
		const asks = levelsByPriority('asks', offers.asks)
		shown.show(shownOrderBook({ pair: book.pair, bids, asks, makersPerOrder }), clock.nowMs())
		state.isDirty = false
		state.isCooling = true
		setTimeout(() => {
			state.isCooling = false
			if (state.isDirty) this.#rebuild(state)
		}, rebuildEveryMs).unref()
	}
}

function newState({ platform: { clock }, books }: ShownBooksDeps, pair: Pair): PairState {
	return { book: books.of(pair), shown: new ShownBook(pair, clock.nowMs()), isCooling: false, isDirty: true }
}
