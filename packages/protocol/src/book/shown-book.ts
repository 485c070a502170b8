import * as z from '#schema'
import { Decimal } from '../amount/decimal.ts'
import { Pair } from '../amount/pair.ts'
import { countWire, decimal, symbolWire, timestampWire, wholeNumberText } from '../fields.ts'
import { derived, Field, list, message, named, type ValueOf } from '../message.ts'
import { OrderBook } from './order-book.ts'
import { PriceLevel } from './price-level.ts'

/** The most levels that a side of a book has, shown or sent. */
export const bookLevelsMax = 50

/** Query of GET /trade/order_book; `depth` is the most levels to show on each side. */
export const orderBookQueryWire = z.object({
	base: symbolWire,
	quote: symbolWire,
	depth: wholeNumberText({ min: 1, max: bookLevelsMax }).optional(),
})

/** The most changes a second that a stream of a book can be limited to: a shown book does not change more often. */
export const bookChangesPerSecondMax = 50

/**
 * Query of GET /trade/order_book/stream: `depth` is the most levels to show on each side, `max_hz` the most changes to
 * send in a second.
 */
export const orderBookStreamQueryWire = orderBookQueryWire.extend({
	max_hz: wholeNumberText({ min: 1, max: bookChangesPerSecondMax }).optional(),
})

/**
 * `sequence` grows by 1 with each change of the pair's shown book. Each node counts from its own start, so compare it
 * only within one stream or with the answers of the same node. The time is that of the change, by the service's clock.
 */
const place = {
	sequence: countWire,
	timestamp: derived(timestampWire.describe('Seconds.'), ({ atMs }: { atMs: number }) => Math.floor(atMs / 1000)),
	/** The time of the change, by the service's clock. */
	atMs: named('timestamp_ms', timestampWire),
}

/** An order book as it was shown at one moment. */
export type ShownOrderBook = ValueOf<typeof ShownOrderBook>
/**
 * Answer of GET /trade/order_book, and data of the event `snapshot` of its stream: the specification's book and its
 * sequence number.
 */
export const ShownOrderBook = OrderBook.extend(place)

/** `[price, amount]` on the wire: the amount now at this price, zero if there is none. */
export const ChangedLevel = new Field({
	schema: PriceLevel.schema,
	show: () => z.tuple([decimal.wire, decimal.wire]),
	format: (level: PriceLevel) => PriceLevel.format(level),
})

/** The changes since `since`, or else `sequence` − 1: the amount now at each price named, zero if there is none. */
export type BookChange = ValueOf<typeof BookChange>
/**
 * Data of the event `change` of GET /trade/order_book/stream: the levels that changed since the event before. Every
 * stream, even a resumed one, begins with a snapshot, and no number is left out after it, unless `since` says so.
 */
export const BookChange = message({
	pair: Pair,
	...place,
	since: countWire
		.describe('Only with `depth` or `max_hz`: the `sequence` of the event before, since numbers are left out.')
		.optional(),
	bids: list(ChangedLevel),
	asks: list(ChangedLevel),
})

type Levels = Pick<BookChange, 'bids' | 'asks'>

/** The levels that differ between two books of a pair, as in a {@link BookChange}; undefined if none does. */
export function changedLevels(before: Levels, after: Levels): Levels | undefined {
	const bids = changedSide(before.bids, after.bids)
	const asks = changedSide(before.asks, after.asks)
	return bids.length === 0 && asks.length === 0 ? undefined : { bids, asks }
}

/** Applies a change to a book. */
export function applyChange(book: ShownOrderBook, { sequence, atMs, bids, asks }: BookChange): ShownOrderBook {
	return {
		pair: book.pair,
		bids: applyLevels(book.bids, bids).sort((a, b) => Decimal.compare(b.price, a.price)),
		asks: applyLevels(book.asks, asks).sort((a, b) => Decimal.compare(a.price, b.price)),
		sequence,
		atMs,
	}
}

function changedSide(before: readonly PriceLevel[], after: readonly PriceLevel[]): PriceLevel[] {
	const gone = amountsByPrice(before)
	const changed: PriceLevel[] = []
	for (const { price, amount } of after) {
		if (gone.get(price) !== amount) changed.push({ price, amount })
		gone.delete(price)
	}
	for (const price of gone.keys()) changed.push({ price, amount: Decimal.zero })
	return changed
}

function applyLevels(levels: readonly PriceLevel[], changes: readonly PriceLevel[]): PriceLevel[] {
	const amounts = amountsByPrice(levels)
	for (const { price, amount } of changes) amounts.set(price, amount)
	return Array.from(amounts, ([price, amount]) => ({ price, amount })).filter(({ amount }) => amount !== 0n)
}

function amountsByPrice(levels: readonly PriceLevel[]): Map<Decimal, Decimal> {
	return new Map(levels.map(({ price, amount }) => [price, amount]))
}
