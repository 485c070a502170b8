import * as z from 'zod'
import type { BookChange, ShownBook } from '../book/shown-book.ts'
import { countWire, decimalWire, symbolWire, timestampWire, wholeNumberText } from '../fields.ts'
import { formatOrderBook, orderBookWire, pairWire, parseOrderBook } from './primitives.ts'

/** The most levels that a side of a book has, shown or sent. */
export const bookLevelsMax = 50

/** Query of GET /trade/order_book; `depth` is the most levels a side to show. */
export const orderBookQueryWire = z.object({
	base: symbolWire,
	quote: symbolWire,
	depth: wholeNumberText({ min: 1, max: bookLevelsMax }).optional(),
})
export type OrderBookQueryWire = z.infer<typeof orderBookQueryWire>

/**
 * `sequence` grows by 1 with each change of the pair's shown book. It counts on one node since its start: compare it
 * within one stream, or with the answers of the same node. The time is that of the change, by the service's clock.
 */
const place = {
	sequence: countWire,
	timestamp: timestampWire.describe('Seconds.'),
	timestamp_ms: timestampWire,
}

/** Answer of GET /trade/order_book, and data of the event `snapshot` of its stream: the specification's book and its place. */
export const shownOrderBookWire = orderBookWire.extend(place)
export type ShownOrderBookWire = z.infer<typeof shownOrderBookWire>

/** Reads a shown book. @throws TradeError `invalid_decimal` */
export function parseShownBook(wire: ShownOrderBookWire): ShownBook {
	return { ...parseOrderBook(wire), ...parsePlace(wire) }
}

/** The answer of GET /trade/order_book. */
export function formatShownBook(book: ShownBook): ShownOrderBookWire {
	return { ...formatOrderBook(book), ...formatPlace(book) }
}

/** Query of GET /trade/order_book/stream. */
export const orderBookStreamQueryWire = z.object({ base: symbolWire, quote: symbolWire })
export type OrderBookStreamQueryWire = z.infer<typeof orderBookStreamQueryWire>

/** `[price, amount]`: the amount that now stands at this price, "0" for none. */
export const changedLevelWire = z.tuple([decimalWire, decimalWire])
export type ChangedLevelWire = z.infer<typeof changedLevelWire>

/**
 * Data of the event `change` of GET /trade/order_book/stream: the levels that changed since `sequence` − 1. Every stream
 * begins with a snapshot, also a resumed one, and no number is left out after it.
 */
export const orderBookChangeWire = z.object({
	pair: pairWire,
	...place,
	bids: z.array(changedLevelWire),
	asks: z.array(changedLevelWire),
})
export type OrderBookChangeWire = z.infer<typeof orderBookChangeWire>

/** Reads a change of a shown book. @throws TradeError `invalid_decimal` */
export function parseBookChange(wire: OrderBookChangeWire): BookChange {
	return { ...parseOrderBook(wire), ...parsePlace(wire) }
}

/** The data of the event `change`. */
export function formatBookChange(change: BookChange): OrderBookChangeWire {
	const { pair, bids, asks } = formatOrderBook(change)
	return { pair, ...formatPlace(change), bids, asks }
}

type Place = Pick<ShownOrderBookWire, keyof typeof place>

function parsePlace({ sequence, timestamp_ms }: Place): Pick<ShownBook, 'sequence' | 'atMs'> {
	return { sequence, atMs: timestamp_ms }
}

function formatPlace({ sequence, atMs }: Pick<ShownBook, 'sequence' | 'atMs'>): Place {
	return { sequence, timestamp: Math.floor(atMs / 1000), timestamp_ms: atMs }
}
