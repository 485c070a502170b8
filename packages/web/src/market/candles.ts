import { Decimal } from '@accord/protocol'

/** How prices are drawn. */
export type ChartKind = 'candles' | 'line'

/** A settled trade in a chart. */
export type TradePoint = { readonly price: Decimal; readonly baseAmount: Decimal; readonly settledAtMs: number }

/** The trades of one interval; `volume` is in base. */
export type Candle = {
	readonly atS: number
	readonly open: Decimal
	readonly high: Decimal
	readonly low: Decimal
	readonly close: Decimal
	readonly volume: Decimal
}

/** The intervals to choose from, in seconds. */
export const intervals = { '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '1d': 86_400 } as const
export type Interval = keyof typeof intervals

/** Turns trades, newest first, into candles, oldest first. An interval without trades has no candle. */
export function candlesOf(newestFirst: readonly TradePoint[], interval: Interval): Candle[] {
	const seconds = intervals[interval]
	const candles: Candle[] = []
	for (const trade of newestFirst.toReversed()) {
		const atS = Math.floor(trade.settledAtMs / 1000 / seconds) * seconds
		const last = candles.at(-1)
		if (last === undefined || last.atS < atS) candles.push(first(trade, atS))
		else candles[candles.length - 1] = joined(last, trade)
	}
	return candles
}

function first({ price, baseAmount }: TradePoint, atS: number): Candle {
	return { atS, open: price, high: price, low: price, close: price, volume: baseAmount }
}

function joined(candle: Candle, { price, baseAmount }: TradePoint): Candle {
	return {
		...candle,
		high: Decimal.max(candle.high, price),
		low: Decimal.min(candle.low, price),
		close: price,
		volume: Decimal.add(candle.volume, baseAmount),
	}
}
