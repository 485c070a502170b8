import { type Candle, Decimal } from '@accord/protocol'

/** What happened in a day. */
export type DayFigures = {
	readonly isUp: boolean
	/** How far the last price is from the first, as a fraction of it and without its sign. */
	readonly change: Decimal
	readonly high: Decimal
	readonly low: Decimal
	/** In base. */
	readonly volume: Decimal
}

/**
 * The figures of candles, oldest first; undefined if there are none. The price of a trade since, which may not be in them
 * yet, is between high and low.
 */
export function dayFigures(candles: readonly Candle[], since?: Decimal): DayFigures | undefined {
	const [first] = candles
	const last = candles.at(-1)
	if (first === undefined || last === undefined) return undefined
	const isUp = last.close >= first.open
	const difference = isUp ? Decimal.subtract(last.close, first.open) : Decimal.subtract(first.open, last.close)
	return {
		isUp,
		change: Decimal.divDown(difference, first.open),
		high: candles.map(({ high }) => high).reduce(Decimal.max, since ?? first.high),
		low: candles.map(({ low }) => low).reduce(Decimal.min, since ?? first.low),
		volume: Decimal.sum(candles.map(({ baseVolume }) => baseVolume)),
	}
}
