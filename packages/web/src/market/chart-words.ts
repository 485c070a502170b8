import { type Candle, type CandleInterval, Decimal, type Pair } from '@accord/protocol'
import { formatSignificant } from '../format/format-amount.ts'

const lengths: Readonly<Record<CandleInterval, string>> = {
	'1m': '1 minute',
	'5m': '5 minutes',
	'15m': '15 minutes',
	'1h': '1 hour',
	'4h': '4 hours',
	'1d': '1 day',
}

/** Describes the chart of these candles, oldest first, and the prices that its reader waits for, for screen readers. */
export function chartWords(
	candles: readonly Candle[],
	interval: CandleInterval,
	{ base, quote }: Pair,
	own: readonly Decimal[] = [],
): string {
	const title = `${base}/${quote} price chart`
	const [first] = candles
	const last = candles.at(-1)
	if (first === undefined || last === undefined) return title
	const price = (value: Decimal) => formatSignificant(value, 7)
	const low = price(candles.map(candle => candle.low).reduce(Decimal.min))
	const high = price(candles.map(candle => candle.high).reduce(Decimal.max))
	const trades = candles.reduce((sum, candle) => sum + candle.trades, 0)
	const counted = `${trades} ${trades === 1 ? 'trade' : 'trades'}`
	const waited = own.length === 0 ? '' : `; your price${own.length === 1 ? '' : 's'}: ${own.map(price).join(', ')}`
	return `${title}: ${counted} in intervals of ${lengths[interval]}, from ${price(first.open)} to ${price(last.close)}, lowest ${low}, highest ${high} ${quote}${waited}`
}
