import { BookChange, changedLevels, type Pair, pairKey, ShownOrderBook } from '@accord/protocol'
import type { BookListener } from '../../prices/shown-book.ts'
import { FormattedEvent } from '../http/event-bytes.ts'
import type { EventSink } from '../http/event-streams.ts'

// Guarantee: a change is formatted and compressed once for all streams with the same view of a book, and nothing is kept or computed
// for a view that nobody follows.

/** A book that streams can follow. */
export type BroadcastBook = {
	readonly sequence: number
	/** The answer's bytes: a different Buffer for each sequence number. */
	body(depth?: number): Buffer
	/** The book now, with at most `depth` levels on each side. */
	shown(depth?: number): ShownOrderBook
	subscribe(listener: BookListener): () => void
}

/** The query of a stream of a book: its pair, the levels that it shows on each side, and the most changes in a second. */
export type BookQuery = {
	readonly base: string
	readonly quote: string
	readonly depth?: number | undefined
	readonly max_hz?: number | undefined
}

type BooksShown = {
	/** Its market is the one in force at each look. */
	readonly platform: { readonly market: { pair(base: string, quote: string): Pair } }
	readonly shownBooks: { of(pair: Pair): BroadcastBook }
}
type Broadcast = {
	follow(sink: EventSink, onEmpty: () => void): void
	readonly stop: () => void
}

/** The views of all books that have streams. */
export class BookBroadcasts {
	readonly #shown: BooksShown
	readonly #broadcasts = new Map<string, Broadcast>()

	constructor(shown: BooksShown) {
		this.#shown = shown
	}

	/**
	 * Has a book, and its changes until the sink ends, written to a sink.
	 * @throws TradeError `unknown_token`, `unknown_pair` before there is a sink
	 */
	of({ base, quote, depth, max_hz: maxHz }: BookQuery): (sink: EventSink) => void {
		const { platform, shownBooks } = this.#shown
		const pair = platform.market.pair(base, quote)
		const name = `${pairKey(pair)} ${depth ?? ''} ${maxHz ?? ''}`
		return sink => {
			const broadcast = this.#broadcasts.get(name) ?? open(shownBooks.of(pair), { depth, maxHz })
			this.#broadcasts.set(name, broadcast)
			broadcast.follow(sink, () => {
				broadcast.stop()
				this.#broadcasts.delete(name)
			})
		}
	}

	stop(): void {
		for (const broadcast of this.#broadcasts.values()) broadcast.stop()
	}
}

type BookView = { readonly depth: number | undefined; readonly maxHz: number | undefined }

function open(book: BroadcastBook, view: BookView): Broadcast {
	const isWhole = view.depth === undefined && view.maxHz === undefined
	return isWhole ? new EveryChange(book) : new LimitedChanges(book, view)
}

/** Sinks that all get the same events. */
class Sinks {
	readonly #open = new Set<EventSink>()

	add(sink: EventSink, onEmpty: () => void): void {
		this.#open.add(sink)
		sink.onClose(() => {
			this.#open.delete(sink)
			if (this.#open.size === 0) onEmpty()
		})
	}

	send(change: BookChange): void {
		const event = FormattedEvent.of({ event: 'change', id: change.sequence, data: BookChange.format(change) })
		for (const sink of this.#open) sink.send(event)
	}
}

/** Sends each change as it happens. */
class EveryChange implements Broadcast {
	readonly #book: BroadcastBook
	readonly #sinks = new Sinks()
	readonly stop: () => void

	constructor(book: BroadcastBook) {
		this.#book = book
		this.stop = book.subscribe(change => this.#sinks.send(change))
	}

	follow(sink: EventSink, onEmpty: () => void): void {
		// Before the sink is added, because looking at the book may change it.
		const { sequence: id } = this.#book
		sink.send(new FormattedEvent({ event: 'snapshot', id, json: this.#book.body() }))
		this.#sinks.add(sink, onEmpty)
	}
}

/**
 * Sends the first levels, and several changes as one, at most `maxHz` times a second: the first after a pause at once,
 * the last always.
 */
class LimitedChanges implements Broadcast {
	readonly #book: BroadcastBook
	readonly #depth: number | undefined
	readonly #everyMs: number
	readonly #sinks = new Sinks()
	readonly #unsubscribe: () => void
	/** What all sinks have been sent. */
	#sent: ShownOrderBook
	/** The same as an event, once another sink needs it. */
	#snapshot: FormattedEvent | undefined
	#sentAtMs = Number.NEGATIVE_INFINITY
	#timer: NodeJS.Timeout | undefined

	constructor(book: BroadcastBook, { depth, maxHz }: BookView) {
		this.#book = book
		this.#depth = depth
		this.#everyMs = maxHz === undefined ? 0 : 1_000 / maxHz
		this.#sent = book.shown(depth)
		this.#unsubscribe = book.subscribe(() => this.#sendSoon())
	}

	follow(sink: EventSink, onEmpty: () => void): void {
		const { sequence: id } = this.#sent
		this.#snapshot ??= FormattedEvent.of({ event: 'snapshot', id, data: ShownOrderBook.format(this.#sent) })
		sink.send(this.#snapshot)
		this.#sinks.add(sink, onEmpty)
	}

	stop(): void {
		clearTimeout(this.#timer)
		this.#unsubscribe()
	}

	#sendSoon(): void {
		const waitMs = Math.max(0, this.#sentAtMs + this.#everyMs - performance.now())
		this.#timer ??= setTimeout(() => this.#send(), Math.ceil(waitMs)).unref()
	}

	#send(): void {
		this.#timer = undefined
		const { sequence: since } = this.#sent
		const shown = this.#book.shown(this.#depth)
		const changed = changedLevels(this.#sent, shown)
		if (changed === undefined) return
		this.#sentAtMs = performance.now()
		this.#sent = shown
		this.#snapshot = undefined
		const { pair, sequence, atMs } = shown
		this.#sinks.send({ pair, sequence, atMs, since, ...changed })
	}
}
