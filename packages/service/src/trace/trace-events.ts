import type { TraceEventWire } from '@accord/protocol'
import type { TracedPart, TracedRows } from './trace-table.ts'

/** What a maker is called in one trace. */
export type LabelOf = (part: TracedPart) => string

/** What happened to an order, in the order in which it did. */
export function traceEvents(rows: TracedRows, labelOf: LabelOf): TraceEventWire[] {
	const { order } = rows
	const all = [
		event('accepted', order.accepted_at_ms),
		...rows.parts.map(part => event('asked', part.asked_at_ms, labelOf(part))),
		...rows.parts.map(part => event(answers[part.state], part.ended_at_ms, labelOf(part))),
		event('filled', order.filled_at_ms),
		event('published', order.published_at_ms),
		event(ends[order.state], order.ended_at_ms),
		...rows.parts.map(part => {
			const fill = rows.fills.get(part.part_id)
			return event(fill && fillEnds[fill.state], fill?.ended_at_ms, labelOf(part))
		}),
	].filter(found => found !== undefined)
	// Stable: of one millisecond, the cause goes before its effect, as written here.
	return all.toSorted((a, b) => a.at_ms - b.at_ms)
}

type What = TraceEventWire['what']

const answers: Readonly<Record<TracedPart['state'], What | undefined>> = {
	asked: undefined,
	filled: 'fill_accepted',
	rejected: 'rejected',
	timed_out: 'timed_out',
}

const ends: Readonly<Record<TracedRows['order']['state'], What | undefined>> = {
	awaiting_fills: undefined,
	filled: undefined,
	published: undefined,
	settled: 'settled',
	unfilled: 'unfilled',
	expired: 'expired',
	cancelled: 'cancelled',
}

const fillEnds = {
	started: undefined,
	Settled: 'fill_settled',
	Expired: 'fill_expired',
	Released: 'fill_released',
} as const

function event(what: What | undefined, at: bigint | null | undefined, maker?: string): TraceEventWire | undefined {
	if (what === undefined || at === null || at === undefined) return undefined
	return { at_ms: Number(at), what, ...(maker === undefined ? {} : { maker }) }
}
