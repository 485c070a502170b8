import type { Candle } from '@accord/protocol'

/** One place on the chart's time axis: a candle, or an interval without trades. */
export type ChartSlot = { readonly startMs: number; readonly candle?: Candle }

/** More empty intervals than these are not drawn one by one: a chart of a thin market must stay fast. */
const emptyMax = 1_500

/**
 * The candles, oldest first, with the empty intervals between them, so that time without trades is seen. If there are
 * too many, each gap is cut to the same number of intervals.
 */
export function chartSlots(candles: readonly Candle[], intervalMs: number): readonly ChartSlot[] {
	const gaps = candles.slice(1).map(({ startMs }, at) => {
		const before = candles[at]?.startMs ?? startMs
		return Math.max(0, Math.round((startMs - before) / intervalMs) - 1)
	})
	const most = longestGap(gaps)
	return candles.flatMap((candle, at): ChartSlot[] => [
		{ startMs: candle.startMs, candle },
		...Array.from({ length: Math.min(most, gaps[at] ?? 0) }, (_, place) => ({
			startMs: candle.startMs + (place + 1) * intervalMs,
		})),
	])
}

/** The most intervals of a gap that can be drawn. */
function longestGap(gaps: readonly number[]): number {
	const empty = gaps.reduce((sum, gap) => sum + gap, 0)
	const count = gaps.filter(gap => gap > 0).length
	return empty <= emptyMax ? empty : Math.max(1, Math.floor(emptyMax / count))
}
