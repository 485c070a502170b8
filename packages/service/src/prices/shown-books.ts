import { randomBytes } from 'node:crypto'
import { type Clock, type Pair, pairKey } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Database, Side } from '../db/tables.ts'
import type { Market } from '../market/market.ts'
import type { LiveBook, LiveBooks } from './live-books.ts'
import { levelsByPriority, type MakerOffer } from './maker-offer.ts'
import { ShownBook, shownOrderBook } from './shown-book.ts'

type ShownBooksDeps = {
	readonly market: Market
	readonly db: Database
	readonly clock: Clock
	readonly bus: Bus
	readonly liveBooks: LiveBooks
	readonly makersPerOrder: number
	readonly onError: (error: unknown) => void
}

type PairView = {
	readonly live: LiveBook
	readonly shown: ShownBook
	isCooling: boolean
	isDirty: boolean
}

/** At most this often a shown book changes. */
export const rebuildEveryMs = 20

/**
 * The order book of every pair as it is shown, rebuilt when a book or a reservation changes, at once and then at
 * most every 20 ms. Reservations are those of the database as last read: good for showing and for a tentative match; the
 * match itself reads on under the pair's lock.
 */
export class ShownBooks {
	/** Of this view alone: its books' numbers begin anew with each start. */
	readonly id = randomBytes(6).toString('hex')
	readonly #deps: ShownBooksDeps
	readonly #views: ReadonlyMap<string, PairView>
	readonly #unsubscribe: (() => void)[] = []
	#reading: Promise<void> | undefined
	/** Of which pairs something has been announced since the reading under way began. */
	#announced = new Set<PairView>()

	constructor(deps: ShownBooksDeps) {
		this.#deps = deps
		this.#views = new Map(deps.market.pairs.map(pair => [pairKey(pair), newView(deps, pair)]))
	}

	/** Reads all reservations, then follows the bus. Without them there is no start: no book may be set before they are read. */
	async start(): Promise<void> {
		const { bus, db, liveBooks } = this.#deps
		await liveBooks.read(db)
		this.#unsubscribe.push(
			bus.subscribe('price_book', ({ pair }) => this.#changed(this.#view(pair))),
			bus.subscribe('reservation', ({ pair }) => void this.#read([this.#view(pair)])),
		)
		await this.refresh()
	}

	/** Reads on what is reserved and shows every pair again, should a message have been lost. */
	refresh(): Promise<void> {
		return this.#read(this.#views.values())
	}

	async stop(): Promise<void> {
		for (const end of this.#unsubscribe.splice(0)) end()
		await this.#reading
	}

	/** The book as it is shown. The pair must be one of the market. */
	shown(pair: Pair): ShownBook {
		return this.#view(pair).shown
	}

	/** What may be taken of a side now, in the priority of each maker's best level. */
	availableOf(pair: Pair, side: Side): readonly MakerOffer[] {
		return this.#view(pair).live.offers()[side]
	}

	/** What could be taken if makers might promise any amount. */
	offeredOf(pair: Pair, side: Side): readonly MakerOffer[] {
		return this.#view(pair).live.uncapped(new Map())[side]
	}

	#view(pair: Pair): PairView {
		const view = this.#views.get(pairKey(pair))
		if (view === undefined) throw new Error(`${pairKey(pair)} is no pair of this market`)
		return view
	}

	#read(views: Iterable<PairView>): Promise<void> {
		for (const view of views) this.#announced.add(view)
		this.#reading ??= this.#readWhileAnnounced().finally(() => {
			this.#reading = undefined
		})
		return this.#reading
	}

	async #readWhileAnnounced(): Promise<void> {
		while (this.#announced.size > 0) {
			const views = this.#announced
			this.#announced = new Set()
			await this.#deps.liveBooks.read(this.#deps.db).catch(this.#deps.onError)
			for (const view of views) this.#changed(view)
		}
	}

	#changed(view: PairView): void {
		view.isDirty = true
		if (!view.isCooling) this.#build(view)
	}

	#build(view: PairView): void {
		const { live, shown } = view
		const { clock, makersPerOrder } = this.#deps
		const offers = live.offers()
		const bids = levelsByPriority('bids', offers.bids)
		const asks = levelsByPriority('asks', offers.asks)
		shown.show(shownOrderBook({ pair: live.pair, bids, asks, makersPerOrder }), clock.nowMs())
		view.isDirty = false
		view.isCooling = true
		setTimeout(() => {
			view.isCooling = false
			if (view.isDirty) this.#build(view)
		}, rebuildEveryMs).unref()
	}
}

function newView({ clock, liveBooks }: ShownBooksDeps, pair: Pair): PairView {
	return { live: liveBooks.of(pair), shown: new ShownBook(pair, clock.nowMs()), isCooling: false, isDirty: true }
}
