import type { TraceEventKind, TradeTrace } from '@accord/protocol'

/** When a trade reached each stage, in milliseconds since it was accepted. */
export type TradeTimes = {
	readonly filledMs?: number
	readonly publishedMs?: number
	readonly committedMs?: number
}

/** The ledger has its own clock, so the commit counts from when the service saw it. */
export function tradeTimes({ createdAtMs, events }: Pick<TradeTrace, 'createdAtMs' | 'events'>): TradeTimes {
	const after = (kind: TraceEventKind) => {
		const found = events.find(event => event.kind === kind)
		return found === undefined ? undefined : Math.max(0, found.atMs - createdAtMs)
	}
	const filledMs = after('filled')
	const publishedMs = after('published')
	const committedMs = after('settled')
	return {
		...(filledMs === undefined ? {} : { filledMs }),
		...(publishedMs === undefined ? {} : { publishedMs }),
		...(committedMs === undefined ? {} : { committedMs }),
	}
}

/** A duration, rounded down: `12 ms`, `1.4 s`. */
export function formatDuration(ms: number): string {
	if (ms < 1_000) return `${ms} ms`
	const tenths = Math.floor(ms / 100)
	return `${Math.floor(tenths / 10)}.${tenths % 10} s`
}
