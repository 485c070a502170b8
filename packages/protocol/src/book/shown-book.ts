import { Decimal } from '../amount/decimal.ts'
import type { Pair } from '../amount/pair.ts'
import type { OrderBook } from './order-book.ts'
import type { PriceLevel } from './price-level.ts'

/**
 * An order book as it was shown at one moment (GET /trade/order_book). `sequence` counts the changes of the pair on the
 * node that answered, `atMs` is the time of the last one by the service's clock.
 */
export type ShownBook = OrderBook & { readonly sequence: number; readonly atMs: number }

/** What changed since `sequence` − 1: the amount that is now at each price named, zero for none. */
export type BookChange = {
	readonly pair: Pair
	readonly sequence: number
	readonly atMs: number
	readonly bids: readonly PriceLevel[]
	readonly asks: readonly PriceLevel[]
}

type Levels = Pick<BookChange, 'bids' | 'asks'>

/** The levels that differ between two books of a pair, as a {@link BookChange} names them; undefined when none does. */
export function changedLevels(before: Levels, after: Levels): Levels | undefined {
	const bids = changedSide(before.bids, after.bids)
	const asks = changedSide(before.asks, after.asks)
	return bids.length === 0 && asks.length === 0 ? undefined : { bids, asks }
}

/** The book after a change. */
export function applyChange(book: ShownBook, { sequence, atMs, bids, asks }: BookChange): ShownBook {
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
