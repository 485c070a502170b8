import { orderBookQueryWire, type Pair } from '@accord/protocol'
import { bookHeaders, OrderBookShortcut, type OrderBookShortcutDeps } from './order-book-shortcut.ts'
import type { TradeApp } from './trade-app.ts'

type OrderBookDeps = OrderBookShortcutDeps & {
	readonly market: { pair(base: string, quote: string): Pair }
	/** The answers' bytes, kept ready; `id` is another one after each start. */
	readonly orderBook: {
		readonly id: string
		shown(pair: Pair): { readonly sequence: number; body(depth?: number): Buffer }
	}
}

/** GET /trade/order_book: who has the newest book already is told so with 304. */
export function orderBook(app: TradeApp, { market, orderBook, ...deps }: OrderBookDeps): void {
	const shortcut = new OrderBookShortcut(app, deps)
	app.get('/trade/order_book', { schema: { querystring: orderBookQueryWire } }, (request, reply) => {
		const { base, quote, depth } = request.query
		const shown = orderBook.shown(market.pair(base, quote))
		const tagEnd = depth === undefined ? '' : `-${depth}`
		const answer = () => ({ etag: `"${orderBook.id}-${shown.sequence}${tagEnd}"`, body: shown.body(depth) })
		const { etag, body } = answer()
		shortcut.remember(request.url, answer)
		reply.headers({ etag, 'cache-control': bookHeaders['cache-control'] })
		if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
		return reply.headers(bookHeaders).send(body)
	})
}

/** Whether If-None-Match names the entity tag, as RFC 9110 compares them: weakly. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
	if (ifNoneMatch === undefined) return false
	const known = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
	return known.includes(etag) || known.includes('*')
}
