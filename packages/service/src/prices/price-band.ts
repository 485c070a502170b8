import { Decimal, type HiddenLevels, type Pair, type PriceLevel, type Side } from '@accord/protocol'
import type { SettlementConfig } from '../config/config.ts'

// The guarantee: no order is matched at a price that is far from the operator's, whatever a maker sends. The levels
// beyond the band stay in the maker's book, which says that they are held back.

/** The lowest and the highest price at which orders of a pair are matched. */
export type PriceBand = { readonly min: Decimal; readonly max: Decimal }

/** The band of a pair; undefined if a token has no price. */
export type PriceBandOf = (pair: Pair) => PriceBand | undefined

/** The bands around the ratios of the operator's prices. */
export function priceBandsOf({ prices, priceBand }: Pick<SettlementConfig, 'prices' | 'priceBand'>): PriceBandOf {
	return ({ base, quote }) => {
		const [ofBase, ofQuote] = [prices[base], prices[quote]]
		if (ofBase === undefined || ofQuote === undefined) return undefined
		const reach = Decimal.mulDown(ofBase, priceBand)
		return {
			min: Decimal.divUp(Decimal.subtract(ofBase, reach), ofQuote),
			max: Decimal.divDown(Decimal.add(ofBase, reach), ofQuote),
		}
	}
}

type Levels = Readonly<Record<Side, readonly PriceLevel[]>>

/** A book without the levels beyond the band; the same object if there are none. */
export function withinBand<Book extends Levels>(book: Book, band: PriceBand | undefined): Book {
	if (band === undefined) return book
	const [bids, asks] = [levelsWithin(book.bids, band), levelsWithin(book.asks, band)]
	return bids === book.bids && asks === book.asks ? book : { ...book, bids, asks }
}

/** Says on which sides of a book levels are held back. */
export function heldBack(book: Levels, band: PriceBand | undefined): HiddenLevels[] {
	if (band === undefined) return []
	return (['bids', 'asks'] as const).flatMap(side => {
		const far = book[side].length - levelsWithin(book[side], band).length
		if (far === 0) return []
		const bounds = `from ${Decimal.format(band.min)} to ${Decimal.format(band.max)}`
		const detail = `${far} of ${book[side].length} levels are too far from the operator’s price: only prices ${bounds} count`
		return [{ side, because: 'outside_price_band' as const, detail }]
	})
}

function levelsWithin<Level extends PriceLevel>(levels: readonly Level[], { min, max }: PriceBand): readonly Level[] {
	const isWithin = (level: PriceLevel | undefined) => level === undefined || (level.price >= min && level.price <= max)
	// They are sorted, so that all are within if the first and the last are.
	return isWithin(levels[0]) && isWithin(levels.at(-1)) ? levels : levels.filter(isWithin)
}
