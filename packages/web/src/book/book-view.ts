import { Decimal, type OrderBook, type Side } from '@accord/protocol'
import { placesFor } from '../format/format-amount.ts'
import { type Depth, depthOf } from './depth.ts'
import { groupLevels } from './group-levels.ts'
import { placesOfTick } from './price-tick.ts'

/** A book as a table shows it: its rows and the decimal places of its columns. */
export type BookView = Depth & {
	readonly pricePlaces: number
	readonly amountPlaces: number
	/** What the order in the form takes: a side, up to a price. */
	readonly taken?: { readonly side: Side; readonly worst: Decimal }
	/** The rows in which the limits of the reader's own open orders are. */
	readonly own?: Readonly<Record<Side, readonly Decimal[]>>
}

const amountDigits = 7
/** From here on, what follows the decimal sign says nothing. */
const wholeFrom = Decimal.fromInteger(100_000)

/**
 * The first `rows` levels of both sides, grouped by `step`. Prices have the places of the step or, ungrouped, of the
 * pair’s tick; amounts those that show the largest of them with seven digits, or none if it is large.
 */
export function bookView(
	book: Pick<OrderBook, 'bids' | 'asks'>,
	{ step, tick, rows, divisibility }: { step: Decimal; tick: Decimal; rows: number; divisibility: number },
): BookView {
	const depth = depthOf({
		bids: groupLevels(book.bids, { side: 'bids', step }).slice(0, rows),
		asks: groupLevels(book.asks, { side: 'asks', step }).slice(0, rows),
	})
	const isWhole = depth.largest === Decimal.zero || depth.largest >= wholeFrom
	const amountPlaces = isWhole ? 0 : placesFor(depth.largest, amountDigits)
	const pricePlaces = placesOfTick(step === Decimal.zero ? tick : step)
	return { ...depth, pricePlaces, amountPlaces: Math.min(amountPlaces, divisibility) }
}
