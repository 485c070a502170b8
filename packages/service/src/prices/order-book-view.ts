import { randomBytes } from 'node:crypto'
import { type Clock, type Decimal, type Pair, pairKey } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Database, Side } from '../db/tables.ts'
import { type AvailableLevel, availableLevels, type Reservation } from './available-levels.ts'
import { type BookRules, bookRulesOf, oldestSetAtMs } from './book-rules.ts'
import { type ExposureRules, exposureMaxOf } from './exposure-max.ts'
import { shownOrderBook } from './order-book.ts'
import type { PriceBooks } from './price-books.ts'
import { selectReservations } from './reservations-table.ts'
import { ShownBook } from './shown-book.ts'

type OrderBookViewDeps = ExposureRules & {
	readonly db: Database
	readonly clock: Clock
	readonly bus: Bus
	readonly books: PriceBooks
	readonly makersPerOrder: number
	readonly onError: (error: unknown) => void
}

/** A pair's view. While `reading` its reservations are being read; `stale` then asks for one more reading. */
type PairView = {
	readonly pair: Pair
	readonly rules: BookRules
	readonly exposureMax: Decimal
	reservations: readonly Reservation[]
	/** What settled before is not among them: no book that counted was that old. */
	settledSinceMs: number
	readonly shown: ShownBook
	isCooling: boolean
	isDirty: boolean
	reading: Promise<void> | undefined
	isStale: boolean
}

/** At most this often a shown book changes. */
export const rebuildEveryMs = 20

/**
 * The order book of every pair as it is shown, rebuilt when a book or a reservation changes, at once and then at
 * most every 20 ms. Reservations are those of the database as last read: good for showing and for a tentative match; the
 * match itself reads them again under the pair's lock.
 */
export class OrderBookView {
	/** Of this view alone: its books' numbers begin anew with each start. */
	readonly id = randomBytes(6).toString('hex')
	readonly #deps: OrderBookViewDeps
	readonly #views: ReadonlyMap<string, PairView>
	readonly #unsubscribe: (() => void)[] = []

	constructor(deps: OrderBookViewDeps) {
		this.#deps = deps
		this.#views = new Map(deps.market.pairs.map(pair => [pairKey(pair), newView(deps, pair)]))
	}

	/** Reads all reservations, then follows the bus. */
	async start(): Promise<void> {
		const { bus } = this.#deps
		this.#unsubscribe.push(
			bus.subscribe('price_book', ({ pair }) => this.#bookChanged(this.#view(pair))),
			bus.subscribe('reservation', ({ pair }) => void this.#read(this.#view(pair))),
		)
		await this.refresh()
	}

	/** Reads every pair's reservations again, should a message have been lost. */
	async refresh(): Promise<void> {
		await Promise.all([...this.#views.values()].map(view => this.#read(view)))
	}

	async stop(): Promise<void> {
		for (const end of this.#unsubscribe.splice(0)) end()
		await Promise.all([...this.#views.values()].map(({ reading }) => reading))
	}

	/** The book as it is shown. The pair must be one of the market. */
	shown(pair: Pair): ShownBook {
		return this.#view(pair).shown
	}

	/** What may be taken of a side now, in priority. */
	availableOf(pair: Pair, side: Side): AvailableLevel[] {
		const { exposureMax } = this.#view(pair)
		return availableLevels({ ...this.#offerOf(pair, side), exposureMax })
	}

	/** What could be taken if makers might promise any amount. */
	offeredOf(pair: Pair, side: Side): AvailableLevel[] {
		return availableLevels(this.#offerOf(pair, side))
	}

	#offerOf(pair: Pair, side: Side) {
		const { rules, reservations } = this.#view(pair)
		return { side, books: this.#deps.books.booksOf(pair), reservations, leastOffered: rules.leastOffered[side] }
	}

	#view(pair: Pair): PairView {
		const view = this.#views.get(pairKey(pair))
		if (view === undefined) throw new Error(`${pairKey(pair)} is no pair of this market`)
		return view
	}

	#read(view: PairView): Promise<void> {
		if (view.reading !== undefined) {
			view.isStale = true
			return view.reading
		}
		view.reading = this.#readAll(view)
			.catch(this.#deps.onError)
			.finally(() => {
				view.reading = undefined
			})
		return view.reading
	}

	async #readAll(view: PairView): Promise<void> {
		const { db, books } = this.#deps
		do {
			view.isStale = false
			view.settledSinceMs = oldestSetAtMs(books.booksOf(view.pair))
			view.reservations = await selectReservations(db, view.pair, view)
			this.#changed(view)
		} while (view.isStale)
	}

	#bookChanged(view: PairView): void {
		// A book that begins to count again may be older than what was read.
		if (oldestSetAtMs(this.#deps.books.booksOf(view.pair)) < view.settledSinceMs) void this.#read(view)
		else this.#changed(view)
	}

	#changed(view: PairView): void {
		view.isDirty = true
		if (!view.isCooling) this.#build(view)
	}

	#build(view: PairView): void {
		const { pair } = view
		const { clock, makersPerOrder } = this.#deps
		const bids = this.availableOf(pair, 'bids')
		const asks = this.availableOf(pair, 'asks')
		view.shown.show(shownOrderBook({ pair, bids, asks, makersPerOrder }), clock.nowMs())
		view.isDirty = false
		view.isCooling = true
		setTimeout(() => {
			view.isCooling = false
			if (view.isDirty) this.#build(view)
		}, rebuildEveryMs).unref()
	}
}

function newView(deps: OrderBookViewDeps, pair: Pair): PairView {
	return {
		pair,
		rules: bookRulesOf(deps, pair),
		exposureMax: exposureMaxOf(deps, pair),
		reservations: [],
		settledSinceMs: Number.MAX_SAFE_INTEGER,
		shown: new ShownBook(pair, deps.clock.nowMs()),
		isCooling: false,
		isDirty: true,
		reading: undefined,
		isStale: false,
	}
}
