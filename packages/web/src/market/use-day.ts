import type { Pair, Trade } from '@accord/protocol'
import { useNow } from '../order/use-now.ts'
import { type DayFigures, dayFigures } from './day-figures.ts'
import { useCandles } from './use-candles.ts'

const dayMs = 24 * 3_600_000
/** The legs of routed trades change candles, too, but are no trades of the pair. */
const everyMs = 30_000

/** The pair's last 24 hours, null if nothing was traded: never behind its last trade. */
export function useDay(pair: Pair, newest: Trade | undefined): DayFigures | null | undefined {
	const { data } = useCandles(pair, { interval: '1h', limit: 24, newest, everyMs })
	const sinceMs = useNow() - dayMs
	if (data === undefined) return undefined
	const recent = newest !== undefined && newest.settledAtMs > sinceMs ? newest.price : undefined
	return (
		dayFigures(
			data.filter(({ startMs }) => startMs > sinceMs),
			recent,
		) ?? null
	)
}
