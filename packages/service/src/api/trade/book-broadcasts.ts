import { BookChange, changedLevels, ShownOrderBook } from '@accord/protocol'
import type { BookListener } from '../../prices/shown-book.ts'
import { type EventStream, eventBytes } from '../http/event-streams.ts'

// Guarantee: a change is formatted once for all streams with the same view of a book, and nothing is kept or computed
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

/** The levels that a stream shows on each side, and how many changes it sends in a second, if these are limited. */
export type BookView = { readonly depth: number | undefined; readonly maxHz: number | undefined }

type Followed = { readonly key: string; readonly book: BroadcastBook; readonly view: BookView }
type Broadcast = {
	follow(stream: EventStream, onEmpty: () => void): void
	readonly stop: () => void
}

/** The views of all books that have streams. */
export class BookBroadcasts {
	readonly #broadcasts = new Map<string, Broadcast>()

	/** Writes the book to the stream, and its changes until it ends; `key` names the book. */
	follow(stream: EventStream, { key, book, view }: Followed): void {
		const { depth, maxHz } = view
		const name = `${key} ${depth ?? ''} ${maxHz ?? ''}`
		const isWhole = depth === undefined && maxHz === undefined
		const broadcast = this.#broadcasts.get(name) ?? (isWhole ? new EveryChange(book) : new LimitedChanges(book, view))
		this.#broadcasts.set(name, broadcast)
		broadcast.follow(stream, () => {
			broadcast.stop()
			this.#broadcasts.delete(name)
		})
	}

	stop(): void {
		for (const broadcast of this.#broadcasts.values()) broadcast.stop()
	}
}

/** Streams that all get the same bytes. */
class Streams {
	readonly #open = new Set<EventStream>()

	add(stream: EventStream, onEmpty: () => void): void {
		this.#open.add(stream)
		stream.onClose(() => {
			this.#open.delete(stream)
			if (this.#open.size === 0) onEmpty()
		})
	}

	send(change: BookChange): void {
		const bytes = eventBytes({ event: 'change', id: change.sequence, data: BookChange.format(change) })
		for (const stream of this.#open) stream.send(bytes)
	}
}

/** Sends each change as it happens. */
class EveryChange implements Broadcast {
	readonly #book: BroadcastBook
	readonly #streams = new Streams()
	readonly stop: () => void

	constructor(book: BroadcastBook) {
		this.#book = book
		this.stop = book.subscribe(change => this.#streams.send(change))
	}

	follow(stream: EventStream, onEmpty: () => void): void {
		// Before the stream is added, because looking at the book may change it.
		stream.write(`event: snapshot\nid: ${this.#book.sequence}\ndata: ${this.#book.body()}\n\n`)
		this.#streams.add(stream, onEmpty)
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
	readonly #streams = new Streams()
	readonly #unsubscribe: () => void
	/** What all streams have been sent. */
	#sent: ShownOrderBook
	#sentAtMs = Number.NEGATIVE_INFINITY
	#timer: NodeJS.Timeout | undefined

	constructor(book: BroadcastBook, { depth, maxHz }: BookView) {
		this.#book = book
		this.#depth = depth
		this.#everyMs = maxHz === undefined ? 0 : 1_000 / maxHz
		this.#sent = book.shown(depth)
		this.#unsubscribe = book.subscribe(() => this.#sendSoon())
	}

	follow(stream: EventStream, onEmpty: () => void): void {
		stream.send({ event: 'snapshot', id: this.#sent.sequence, data: ShownOrderBook.format(this.#sent) })
		this.#streams.add(stream, onEmpty)
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
		const { pair, sequence, atMs } = shown
		this.#streams.send({ pair, sequence, atMs, since, ...changed })
	}
}
