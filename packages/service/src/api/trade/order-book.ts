import type { Pair } from '@accord/protocol'
import type { orderBookOperations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import type { EventStreams } from '../http/event-streams.ts'
import type { Handlers } from '../http/routes.ts'
import type { BookBroadcasts, BroadcastBook } from './book-broadcasts.ts'
import { bookHeaders, OrderBookShortcut, type OrderBookShortcutDeps } from './order-book-shortcut.ts'

type OrderBookDeps = {
	/** Its market is the one in force at each look. */
	readonly platform: {
		readonly market: { pair(base: string, quote: string): Pair }
		readonly terms: Pick<Platform['terms'], 'onChanged'>
	}
	/** `id` differs after every start. */
	readonly shownBooks: { readonly id: string; of(pair: Pair): BroadcastBook }
	readonly books: Pick<BookBroadcasts, 'of' | 'stop'>
	readonly eventStreams: EventStreams
	readonly rateLimits: OrderBookShortcutDeps['rateLimits']
	readonly metrics: OrderBookShortcutDeps['metrics']
}

/** The order book, once or as it changes. */
export function orderBookHandlers(app: FastifyInstance, deps: OrderBookDeps): Handlers<typeof orderBookOperations> {
	const { platform, shownBooks, books, eventStreams } = deps
	const shortcut = new OrderBookShortcut(app, deps)
	// Not earlier, because streams end a few at a time and get changes until then.
	const unsubscribe = platform.terms.onChanged(() => shortcut.forgetAll())
	app.addHook('onClose', async () => {
		unsubscribe()
		books.stop()
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
		streamOrderBook: ({ query, request, reply }) => {
			const follow = books.of(query)
			follow(eventStreams.open(request, reply))
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
