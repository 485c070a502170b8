import { orderBookStreamQueryWire, type Pair, pairKey } from '@accord/protocol'
import type { BookListener } from '../../prices/shown-book.ts'
import { type EventStream, type EventStreams, eventBytes } from '../event-streams.ts'
import type { TradeApp } from './trade-app.ts'

type StreamedBook = {
	readonly sequence: number
	body(): Buffer
	subscribe(listener: BookListener): () => void
}

type OrderBookStreamDeps = {
	readonly market: { readonly pairs: readonly Pair[]; pair(base: string, quote: string): Pair }
	readonly orderBook: { shown(pair: Pair): StreamedBook }
	readonly eventStreams: EventStreams
}

/** GET /trade/order_book/stream: the book as it is, then each change, written once for all who follow it. */
export function orderBookStream(app: TradeApp, { market, orderBook, eventStreams }: OrderBookStreamDeps): void {
	const broadcasts = new Map(market.pairs.map(pair => [pairKey(pair), new Broadcast(orderBook.shown(pair))]))
	const options = { schema: { querystring: orderBookStreamQueryWire }, exposeHeadRoute: false }
	app.get('/trade/order_book/stream', options, async (request, reply) => {
		const pair = market.pair(request.query.base, request.query.quote)
		broadcasts.get(pairKey(pair))?.follow(eventStreams.open(request, reply))
	})
	app.addHook('preClose', async () => {
		for (const broadcast of broadcasts.values()) broadcast.stop()
	})
}

/** Writes one book's changes to all streams that follow it. */
class Broadcast {
	readonly #book: StreamedBook
	readonly #streams = new Set<EventStream>()
	readonly stop: () => void

	constructor(book: StreamedBook) {
		this.#book = book
		this.stop = book.subscribe(change => {
			if (this.#streams.size === 0) return
			const bytes = eventBytes({ event: 'change', id: change.sequence, data: change })
			for (const stream of this.#streams) stream.send(bytes)
		})
	}

	follow(stream: EventStream): void {
		this.#streams.add(stream)
		stream.onClose(() => this.#streams.delete(stream))
		stream.write(`event: snapshot\nid: ${this.#book.sequence}\ndata: ${this.#book.body()}\n\n`)
	}
}
