import type { Candle } from '@accord/protocol'

/** Candles with the newest ones updated, oldest first; undefined if some may be missing in between. */
export function withNewest(known: readonly Candle[], newest: readonly Candle[]): readonly Candle[] | undefined {
	const [first] = newest
	if (first === undefined) return known
	const last = known.at(-1)
	if (last === undefined || last.startMs < first.startMs) return undefined
	return [...known.filter(({ startMs }) => startMs < first.startMs), ...newest]
}
