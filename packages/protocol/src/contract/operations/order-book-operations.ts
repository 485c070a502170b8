import * as z from '#schema'
import { BookChange, orderBookQueryWire, orderBookStreamQueryWire, ShownOrderBook } from '../../book/shown-book.ts'
import { streamClosingWire } from '../../service/service-info.ts'
import { examplePair } from '../examples/market.ts'
import { closingExample } from '../examples/problems.ts'
import { exampleBookChange, exampleShownBook } from '../examples/streams.ts'
import { type OperationTable, parameters, sample, withIds } from '../operation.ts'

/** The order book, once or as it changes. */
export const orderBookOperations = withIds({
	getOrderBook: {
		method: 'get',
		path: '/trade/order_book',
		tag: 'Order book',
		summary: 'The order book of a pair',
		description:
			'Prices are quote per base, amounts in base, best first. What is shown is what is matched: reservations of open orders are subtracted. `sequence`, `timestamp`, `timestamp_ms`, `depth` and the ETag are additions. Compare `sequence` only with answers and streams of the same node.',
		specification: 'Order book; Endpoints, Trade API',
		auth: 'none',
		query: parameters(orderBookQueryWire, { ...examplePair, depth: 10 }),
		headers: parameters(z.object({ 'If-None-Match': z.string().optional() }), { 'If-None-Match': '"7f3a-4210"' }),
		answers: [
			{
				status: 200,
				description: 'The book; both sides are empty when no one trades the pair.',
				headers: ['ETag'],
				body: sample(ShownOrderBook, exampleShownBook),
			},
			{ status: 304, description: 'Unchanged since the ETag in `If-None-Match`.', headers: ['ETag'] },
		],
		errors: ['unknown_token', 'unknown_pair'],
	},
	streamOrderBook: {
		method: 'get',
		path: '/trade/order_book/stream',
		tag: 'Order book',
		summary: 'The order book of a pair as it changes',
		description:
			'Server-sent events: one `snapshot`, then a `change` for each `sequence`, without gaps. A change has the new amounts at its prices, "0" for none. With `depth` only the first levels of each side are sent, and with `max_hz` at most so many changes a second, each everything since `since`, the `sequence` of the event before. Every connection begins with a snapshot. A comment every second says that the service lives: take a stream that was silent for several as standing still. Before the service ends a stream it sends `closing` with a problem.',
		auth: 'none',
		query: parameters(orderBookStreamQueryWire, { ...examplePair, depth: 10, max_hz: 4 }),
		answers: [
			{
				status: 200,
				description: 'The stream. The event id is the `sequence`.',
				events: {
					snapshot: sample(ShownOrderBook, exampleShownBook),
					change: sample(BookChange, exampleBookChange),
					closing: sample(streamClosingWire, closingExample),
				},
			},
		],
		errors: ['unknown_token', 'unknown_pair'],
	},
} satisfies OperationTable)
