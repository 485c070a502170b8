import { Decimal, type OrderBook, type PriceLevel } from '@accord/protocol'
import { placesFor } from '../format/format-amount.ts'
import { type Depth, depthOf } from './depth.ts'
import { groupLevels } from './group-levels.ts'

/** A book as a table shows it: its rows and the decimal places of its columns. */
export type BookView = Depth & { readonly pricePlaces: number; readonly amountPlaces: number }

const amountDigits = 7

/**
 * The first `rows` levels of both sides, grouped by `step`. Prices keep all their digits; amounts get the decimal places that
 * show the largest of them with seven digits.
 */
export function bookView(
	book: Pick<OrderBook, 'bids' | 'asks'>,
	{ step, rows, divisibility }: { step: Decimal; rows: number; divisibility: number },
): BookView {
	const depth = depthOf({
		bids: groupLevels(book.bids, { side: 'bids', step }).slice(0, rows),
		asks: groupLevels(book.asks, { side: 'asks', step }).slice(0, rows),
	})
	const levels = [...depth.bids, ...depth.asks]
	const amountPlaces = depth.largest === Decimal.zero ? 0 : placesFor(depth.largest, amountDigits)
	return { ...depth, pricePlaces: placesOf(levels), amountPlaces: Math.min(amountPlaces, divisibility) }
}

/** The most decimal places of any price. */
function placesOf(levels: readonly PriceLevel[]): number {
	return Math.max(0, ...levels.map(({ price }) => Decimal.format(price).split('.')[1]?.length ?? 0))
}
