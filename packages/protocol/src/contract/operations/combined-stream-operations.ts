import {
	combinedStreamQueryWire,
	followedChangeWire,
	followedEndWire,
	followedSnapshotWire,
	followedStateWire,
	followedTradeWire,
} from '../../service/combined-stream.ts'
import { streamClosingWire } from '../../service/service-info.ts'
import { closingExample, problemExample } from '../examples/problems.ts'
import { exampleBookChange, exampleOrderEvent, exampleShownBook } from '../examples/streams.ts'
import { exampleTrade } from '../examples/trades.ts'
import { type OperationTable, parameters, sample, withIds } from '../operation.ts'

const book = '/trade/order_book/stream?base=XRD&quote=xUSDC'
const trades = '/trade/trades/stream?base=XRD&quote=xUSDC'
const order = `/trade/orders/${exampleOrderEvent.subintent_id}/events`

/** Several streams in one. */
export const combinedStreamOperations = withIds({
	streamCombined: {
		method: 'get',
		path: '/trade/stream',
		cost: 20,
		tag: 'Order book',
		summary: 'Books, trades and orders in one stream',
		description:
			'For browsers, which have six connections to a host by HTTP/1.1. Server-sent events: those of each stream named by `follow`, as it would send them itself, with the `stream` beside their `data` and without event ids. Every connection begins with the snapshots of books and trades and the whole history of orders; to follow others, open another. A stream that is refused, or cannot go on, has an `ended` event with a problem, such as `unknown_pair` or `unknown_order`, and the others go on; an order ends with its final state. When all have ended, so does the answer. A comment every second says that the service lives. Before the service ends the answer it sends `closing` with a problem.',
		auth: 'none',
		query: parameters(combinedStreamQueryWire, { follow: [book] }),
		answers: [
			{
				status: 200,
				description: 'The stream.',
				events: {
					snapshot: sample(followedSnapshotWire, { stream: book, data: exampleShownBook }),
					change: sample(followedChangeWire, { stream: book, data: exampleBookChange }),
					trade: sample(followedTradeWire, { stream: trades, data: exampleTrade }),
					state: sample(followedStateWire, { stream: order, data: exampleOrderEvent }),
					ended: sample(followedEndWire, { stream: order, data: problemExample('unknown_order') }),
					closing: sample(streamClosingWire, closingExample),
				},
			},
		],
		errors: [],
	},
} satisfies OperationTable)
