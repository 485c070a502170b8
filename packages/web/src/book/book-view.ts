import { Decimal, type OrderBook, type PriceLevel } from '@accord/protocol'
import { placesFor } from '../format/format-amount.ts'
import { type Depth, depthOf } from './depth.ts'
import { groupLevels } from './group-levels.ts'

/** A book as a table shows it: so many rows a side, and the decimal places of its columns. */
export type BookView = Depth & { readonly pricePlaces: number; readonly amountPlaces: number }

const amountDigits = 7

/**
 * The first rows of both sides by steps of the price. Prices keep every digit that they have; amounts are meant to be cut at
 * places that show the largest with seven digits.
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

/** The most decimal places that any of the prices has. */
function placesOf(levels: readonly PriceLevel[]): number {
	return Math.max(0, ...levels.map(({ price }) => Decimal.format(price).split('.')[1]?.length ?? 0))
}
