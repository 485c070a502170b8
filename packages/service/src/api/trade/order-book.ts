import { BookChange, type Pair, pairKey } from '@accord/protocol'
import type { orderBookOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import type { BookListener } from '../../prices/shown-book.ts'
import { type EventStream, type EventStreams, eventBytes } from '../http/event-streams.ts'
import type { Handlers } from '../http/routes.ts'
import { bookHeaders, OrderBookShortcut, type OrderBookShortcutDeps } from './order-book-shortcut.ts'

type ShownBook = {
	readonly sequence: number
	/** The answer's bytes: a different Buffer for each sequence number. */
	body(depth?: number): Buffer
	subscribe(listener: BookListener): () => void
}

type OrderBookDeps = {
	/** Its market is the one in force at each look. */
	readonly platform: { readonly market: { pair(base: string, quote: string): Pair } }
	/** `id` differs after every start. */
	readonly shownBooks: { readonly id: string; of(pair: Pair): ShownBook }
	readonly eventStreams: EventStreams
	readonly rateLimits: OrderBookShortcutDeps['rateLimits']
	readonly metrics: OrderBookShortcutDeps['metrics']
}

/** The order book, once or as it changes. */
export function orderBookHandlers(app: FastifyInstance, deps: OrderBookDeps): Handlers<typeof orderBookOperations> {
	const { platform, shownBooks, eventStreams } = deps
	const shortcut = new OrderBookShortcut(app, deps)
	const broadcasts = new Map<string, Broadcast>()
	const broadcastOf = (pair: Pair): Broadcast => {
		const broadcast = broadcasts.get(pairKey(pair)) ?? new Broadcast(shownBooks.of(pair))
		broadcasts.set(pairKey(pair), broadcast)
		return broadcast
	}
	// Not earlier, because streams end a few at a time and get changes until then.
	app.addHook('onClose', async () => {
		for (const broadcast of broadcasts.values()) broadcast.stop()
	})
	return {
		getOrderBook: ({ query: { base, quote, depth }, headers, request, reply }) => {
			const shown = shownBooks.of(platform.market.pair(base, quote))
			const tagEnd = depth === undefined ? '' : `-${depth}`
			const answer = {
				etag: () => `"${shownBooks.id}-${shown.sequence}${tagEnd}"`,
				body: () => shown.body(depth),
			}
			shortcut.remember(request.url, answer)
			const body = answer.body()
			const { etag, 'cache-control': cacheControl, ...ofBody } = bookHeaders({ etag: answer.etag(), body })
			reply.headers({ etag, 'cache-control': cacheControl })
			if (isKnown(etag, headers['if-none-match'])) return reply.code(304).send()
			return reply.headers(ofBody).send(body)
		},
		streamOrderBook: ({ query: { base, quote }, request, reply }) => {
			broadcastOf(platform.market.pair(base, quote)).follow(eventStreams.open(request, reply))
			return reply
		},
	}
}

/** Whether If-None-Match names the entity tag, using the weak comparison of RFC 9110. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
	if (ifNoneMatch === undefined) return false
	const known = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
	return known.includes(etag) || known.includes('*')
}

/** Writes the changes of one book to all streams that follow it; each change is formatted once. */
class Broadcast {
	readonly #book: ShownBook
	readonly #streams = new Set<EventStream>()
	#unsubscribe: (() => void) | undefined

	constructor(book: ShownBook) {
		this.#book = book
	}

	follow(stream: EventStream): void {
		this.#streams.add(stream)
		stream.onClose(() => {
			this.#streams.delete(stream)
			if (this.#streams.size === 0) this.stop()
		})
		stream.write(`event: snapshot\nid: ${this.#book.sequence}\ndata: ${this.#book.body()}\n\n`)
		this.#unsubscribe ??= this.#book.subscribe(change => {
			const bytes = eventBytes({ event: 'change', id: change.sequence, data: BookChange.format(change) })
			for (const each of this.#streams) each.send(bytes)
		})
	}

	stop(): void {
		this.#unsubscribe?.()
		this.#unsubscribe = undefined
	}
}
