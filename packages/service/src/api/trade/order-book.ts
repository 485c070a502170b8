import { orderBookQueryWire, type Pair } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

type OrderBookDeps = {
	readonly market: { pair(base: string, quote: string): Pair }
	/** The answer's bytes, kept ready. */
	readonly orderBook: { body(pair: Pair): Buffer }
}

/** GET /trade/order_book */
export function orderBook(app: TradeApp, { market, orderBook }: OrderBookDeps): void {
	app.get('/trade/order_book', { schema: { querystring: orderBookQueryWire } }, async (request, reply) => {
		const pair = market.pair(request.query.base, request.query.quote)
		return reply
			.header('content-type', 'application/json; charset=utf-8')
			.header('cache-control', 'no-store')
			.send(orderBook.body(pair))
	})
}
