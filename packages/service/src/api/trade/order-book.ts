import { orderBookQueryWire, type Pair } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

type OrderBookDeps = {
	readonly market: { pair(base: string, quote: string): Pair }
	/** The answers' bytes, kept ready; `id` is another one after each start. */
	readonly orderBook: {
		readonly id: string
		shown(pair: Pair): { readonly sequence: number; body(depth?: number): Buffer }
	}
}

/** GET /trade/order_book: who has the newest book already is told so with 304. */
export function orderBook(app: TradeApp, { market, orderBook }: OrderBookDeps): void {
	app.get('/trade/order_book', { schema: { querystring: orderBookQueryWire } }, (request, reply) => {
		const { base, quote, depth } = request.query
		const shown = orderBook.shown(market.pair(base, quote))
		const place = `${orderBook.id}-${shown.sequence}`
		const etag = depth === undefined ? `"${place}"` : `"${place}-${depth}"`
		reply.header('etag', etag).header('cache-control', 'no-cache')
		if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
		return reply.header('content-type', 'application/json; charset=utf-8').send(shown.body(depth))
	})
}

/** Whether If-None-Match names the entity tag, as RFC 9110 compares them: weakly. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
	if (ifNoneMatch === undefined) return false
	const known = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
	return known.includes(etag) || known.includes('*')
}
