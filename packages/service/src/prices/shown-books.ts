import { randomBytes } from 'node:crypto'
import { type Pair, pairKey, type TradedPair } from '@accord/protocol'
import type { BusMessages } from '../bus/bus.ts'
import type { Platform } from '../platform/platform.ts'
import { Pace } from '../queues/pace.ts'
import type { Books } from './books.ts'
import { ShownBook, shownOrderBook } from './shown-book.ts'

type ShownBooksDeps = {
	readonly platform: Pick<Platform, 'market' | 'db' | 'clock' | 'bus' | 'makersPerOrder'>
	readonly books: Books
	readonly onError: (error: unknown) => void
}

type PairState = {
	pair: TradedPair
	readonly shown: ShownBook
	isCooling: boolean
	isDirty: boolean
}

/** A shown book changes at most this often. */
export const rebuildEveryMs = 20

/**
 * The public order book of every pair. It is rebuilt as soon as a maker's book or a reservation changes, and then at
 * most every 20 ms; that of a pair with routes only while somebody follows it, or when somebody looks. Its reservations
 * are as of the last read of the database, which is good enough for display and for a tentative match; the match itself
 * reads the rest under the pairs' locks.
 */
export class ShownBooks {
	/** Unique to this instance: sequence numbers start over at 0 on every start. */
	readonly id = randomBytes(6).toString('hex')
	readonly #deps: ShownBooksDeps
	readonly #pairs = new Map<string, PairState>()
	/** By quoted pair: the books that its levels are in. */
	#dependents: ReadonlyMap<string, readonly PairState[]> = new Map()
	readonly #unsubscribe: (() => void)[] = []
	readonly #pace = new Pace({ restMaxMs: 20 })
	#reading: Promise<void> | undefined
	/** Pairs announced since the current read began. */
	#announced = new Set<PairState>()

	constructor(deps: ShownBooksDeps) {
		this.#deps = deps
		this.#takePairs()
	}

	/** Shows the pairs of the terms in force. One that is no longer traded is empty to those who still follow it. */
	takeTerms(): void {
		this.#takePairs()
		this.#changed(this.#pairs.values())
	}

	#takePairs(): void {
		const { market } = this.#deps.platform
		const dependents = new Map<string, readonly PairState[]>()
		for (const pair of market.pairs) {
			const state = this.#pairs.get(pairKey(pair)) ?? this.#newState(pair)
			state.pair = pair
			for (const quoted of market.booksOf(pair).map(pairKey))
				dependents.set(quoted, [...(dependents.get(quoted) ?? []), state])
		}
		this.#dependents = dependents
	}

	#newState(pair: TradedPair): PairState {
		const shown = new ShownBook(pair, this.#deps.platform.clock.nowMs(), () => this.#look(state))
		const state: PairState = { pair, shown, isCooling: false, isDirty: true }
		this.#pairs.set(pairKey(pair), state)
		return state
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
			bus.subscribe('price_book', ({ pair }) => this.#changed(this.#dependentsOf(pair))),
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

	#dependentsOf(quoted: Pair): readonly PairState[] {
		return this.#dependents.get(pairKey(quoted)) ?? []
	}

	#reserved({ pair, isKnown = false }: BusMessages['reservation']): void {
		const states = this.#dependentsOf(pair)
		if (isKnown) this.#changed(states)
		else void this.#read(states)
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
				this.#changed(states)
			}
		} finally {
			// Reset in the same turn that found nothing to read, so that a later request starts the next read.
			this.#reading = undefined
		}
	}

	#changed(states: Iterable<PairState>): void {
		for (const state of states) {
			state.isDirty = true
			if (isKeptNew(state)) this.#look(state)
		}
	}

	#look(state: PairState): void {
		if (state.isDirty && !state.isCooling) this.#rebuild(state)
	}

	#rebuild(state: PairState): void {
		const { books } = this.#deps
		const { pair, shown } = state
		const { clock, makersPerOrder } = this.#deps.platform
		state.isDirty = false
		state.isCooling = true
		const { base, quote } = pair
		shown.show(shownOrderBook({ pair: { base, quote }, ...books.levels(pair), makersPerOrder }), clock.nowMs())
		setTimeout(() => {
			state.isCooling = false
			if (isKeptNew(state)) this.#look(state)
		}, rebuildEveryMs).unref()
	}
}

/** Whether the book is rebuilt even if nobody looks at it. */
function isKeptNew({ pair, shown }: PairState): boolean {
	return pair.via === undefined || shown.isFollowed
}
