import * as z from 'zod'
import { Decimal } from '../amount/decimal.ts'
import { type Candle, type CandleInterval, type CandlePage, candleIntervals } from '../trade/candle.ts'
import { omitUndefined } from './omit-undefined.ts'
import { countWire, decimalWire, pairWire, symbolWire, timestampWire, wholeNumberText } from './primitives.ts'

/** Candles that one GET /trade/candles shows at most. */
export const candlesMax = 1000

export const candleIntervalWire = z.enum(Object.keys(candleIntervals) as [CandleInterval, ...CandleInterval[]])

/** Query of GET /trade/candles, newest first. */
export const candlesQueryWire = z.object({
	base: symbolWire,
	quote: symbolWire,
	interval: candleIntervalWire,
	limit: wholeNumberText({ min: 1, max: candlesMax }).optional().describe('300 when absent.'),
	before: wholeNumberText({ min: 0 })
		.optional()
		.describe('Only candles that began before this time in milliseconds: the `next` of the previous page.'),
})
export type CandlesQueryWire = z.infer<typeof candlesQueryWire>

/** The settled trades of one interval. */
export const candleWire = z.object({
	start_ms: timestampWire.describe('When the interval began; a day begins at 00:00 UTC.'),
	open: decimalWire,
	high: decimalWire,
	low: decimalWire,
	close: decimalWire,
	base_volume: decimalWire,
	quote_volume: decimalWire,
	trades: countWire,
})
export type CandleWire = z.infer<typeof candleWire>

/** Reads the wire's candle. @throws TradeError `invalid_decimal` */
export function parseCandle(wire: CandleWire): Candle {
	return {
		startMs: wire.start_ms,
		open: Decimal.parse(wire.open),
		high: Decimal.parse(wire.high),
		low: Decimal.parse(wire.low),
		close: Decimal.parse(wire.close),
		baseVolume: Decimal.parse(wire.base_volume),
		quoteVolume: Decimal.parse(wire.quote_volume),
		trades: wire.trades,
	}
}

/** The wire's candle. */
export function formatCandle(candle: Candle): CandleWire {
	return {
		start_ms: candle.startMs,
		open: Decimal.format(candle.open),
		high: Decimal.format(candle.high),
		low: Decimal.format(candle.low),
		close: Decimal.format(candle.close),
		base_volume: Decimal.format(candle.baseVolume),
		quote_volume: Decimal.format(candle.quoteVolume),
		trades: candle.trades,
	}
}

/** GET /trade/candles. */
export const candlesWire = z.object({
	pair: pairWire,
	interval: candleIntervalWire,
	candles: z.array(candleWire),
	next: timestampWire.optional().describe('For the next page; absent on the last one.'),
})
export type CandlesWire = z.infer<typeof candlesWire>

/** Reads a page of candles. @throws TradeError `invalid_decimal` */
export function parseCandles({ pair, interval, candles, next }: CandlesWire): CandlePage {
	return omitUndefined({ pair, interval, candles: candles.map(parseCandle), next })
}

/** The answer of GET /trade/candles. */
export function formatCandles({ pair, interval, candles, next }: CandlePage): CandlesWire {
	return omitUndefined({ pair, interval, candles: candles.map(formatCandle), next })
}
