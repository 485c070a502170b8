import * as z from '#schema'
import { Decimal } from '../amount/decimal.ts'
import { Pair } from '../amount/pair.ts'
import { countWire, decimal, symbolWire, timestampWire, wholeNumberText } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'
import type { Trade } from './trade.ts'

/** The intervals of candles, in milliseconds. */
export const candleIntervals = {
	'1m': 60_000,
	'5m': 300_000,
	'15m': 900_000,
	'1h': 3_600_000,
	'4h': 14_400_000,
	'1d': 86_400_000,
} as const
export type CandleInterval = keyof typeof candleIntervals

export const candleIntervalWire = z.enum(Object.keys(candleIntervals) as [CandleInterval, ...CandleInterval[]])

/** The most candles that one GET /trade/candles returns. */
export const candlesMax = 1000

/** Query of GET /trade/candles, newest first. */
export const candlesQueryWire = z.object({
	base: symbolWire,
	quote: symbolWire,
	interval: candleIntervalWire,
	limit: wholeNumberText({ min: 1, max: candlesMax }).optional().describe('300 when absent.'),
	before: wholeNumberText({ min: 0 }).optional().describe('In milliseconds: only candles that began before.'),
})

/** What was exchanged in one interval, in trades of the pair and legs of routed ones; without either there is no candle. */
export type Candle = ValueOf<typeof Candle>
export const Candle = message({
	/** When the interval began, a multiple of its length since the Unix epoch. */
	startMs: timestampWire.describe('When the interval began; a day begins at 00:00 UTC.'),
	/** The first price. */
	open: decimal,
	high: decimal,
	low: decimal,
	/** The last price. */
	close: decimal,
	baseVolume: decimal,
	quoteVolume: decimal,
	trades: countWire.describe('Without legs.'),
})

/** A page of candles, newest first. `next` requests the next page; it is absent on the last one. */
export type CandlePage = ValueOf<typeof CandlePage>
/** GET /trade/candles. */
export const CandlePage = message({
	pair: Pair,
	interval: candleIntervalWire,
	candles: list(Candle),
	next: timestampWire.optional().describe('For the next page; absent on the last one.'),
})

/** The parts of a trade that a candle needs. */
export type PricedTrade = Pick<Trade, 'price' | 'baseAmount' | 'quoteAmount' | 'settledAtMs'>

/** The candle after one more trade, the latest so far; undefined stands for an interval without trades. */
export function withTrade(candle: Candle | undefined, trade: PricedTrade, interval: CandleInterval): Candle {
	const { price, baseAmount, quoteAmount, settledAtMs } = trade
	if (candle === undefined)
		return {
			startMs: candleStart(settledAtMs, interval),
			open: price,
			high: price,
			low: price,
			close: price,
			baseVolume: baseAmount,
			quoteVolume: quoteAmount,
			trades: 1,
		}
	return {
		...candle,
		high: Decimal.max(candle.high, price),
		low: Decimal.min(candle.low, price),
		close: price,
		baseVolume: Decimal.add(candle.baseVolume, baseAmount),
		quoteVolume: Decimal.add(candle.quoteVolume, quoteAmount),
		trades: candle.trades + 1,
	}
}

/** The candle after one more leg of a routed trade, which is a trade of another pair. */
export function withLeg(candle: Candle | undefined, leg: PricedTrade, interval: CandleInterval): Candle {
	return { ...withTrade(candle, leg, interval), trades: candle?.trades ?? 0 }
}

/** The start of the interval that contains a moment. */
export function candleStart(atMs: number, interval: CandleInterval): number {
	return Math.floor(atMs / candleIntervals[interval]) * candleIntervals[interval]
}

/** Combines consecutive candles into one of a longer interval; undefined if there are none. */
export function mergedCandle(candles: readonly Candle[], interval: CandleInterval): Candle | undefined {
	const [first] = candles
	const last = candles.at(-1)
	if (first === undefined || last === undefined) return undefined
	return {
		startMs: candleStart(first.startMs, interval),
		open: first.open,
		high: candles.map(({ high }) => high).reduce(Decimal.max),
		low: candles.map(({ low }) => low).reduce(Decimal.min),
		close: last.close,
		baseVolume: candles.map(({ baseVolume }) => baseVolume).reduce(Decimal.add),
		quoteVolume: candles.map(({ quoteVolume }) => quoteVolume).reduce(Decimal.add),
		trades: candles.reduce((sum, { trades }) => sum + trades, 0),
	}
}
