import * as z from '#schema'
import { BookChange, ShownOrderBook } from '../book/shown-book.ts'
import { problemWire } from '../error/problem.ts'
import { OrderEvent } from '../order/order-status.ts'
import { Trade, TradesSnapshot } from '../trade/trade.ts'
import { followedStreamsMax } from './limits.ts'

const followable = /^\/trade\/((order_book|trades)\/stream\?[!-~]{1,400}|orders\/\w{1,256}\/events)$/
const expected = 'the path and query of a stream of a book, of trades or of an order'
const followWire = z.string(expected).regex(followable, expected)

/** Query of GET /trade/stream: a parameter that is given once is a list of one. */
export const combinedStreamQueryWire = z.object({
	follow: z
		.preprocess(
			value => (typeof value === 'string' ? [value] : value),
			z.array(followWire).min(1).max(followedStreamsMax),
		)
		.describe(
			'Once for each stream: its path and query, such as `/trade/order_book/stream?base=XRD&quote=xUSDC&max_hz=4`.',
		),
})

const stream = z.string().describe('As in `follow`.')

/** Data of the event `snapshot` of GET /trade/stream. */
export const followedSnapshotWire = z.object({ stream, data: z.union([ShownOrderBook.wire, TradesSnapshot.wire]) })
/** Data of its event `change`. */
export const followedChangeWire = z.object({ stream, data: BookChange.wire })
/** Data of its event `trade`. */
export const followedTradeWire = z.object({ stream, data: Trade.wire })
/** Data of its event `state`. */
export const followedStateWire = z.object({ stream, data: OrderEvent.wire })
/** Data of its event `ended`: why one of the streams is refused or ends before its last event. */
export const followedEndWire = z.object({ stream, data: problemWire })
