import { isCalledOff, type TraceEvent, type TraceEventKind } from '@accord/protocol'
import type { TracedPartRow, TracedRows } from './trace-table.ts'

/** A maker's label in one trace. */
export type LabelOf = (part: TracedPartRow) => string

/** The events of an order, in sequence. `showsCodes`: with the codes of refused fills. */
export function traceEvents(
	rows: TracedRows,
	labelOf: LabelOf,
	{ showsCodes = false }: { readonly showsCodes?: boolean } = {},
): TraceEvent[] {
	const { order } = rows
	const all = [
		event('accepted', order.accepted_at_ms),
		...rows.parts.map(part => event('asked', part.asked_at_ms, labelOf(part))),
		...rows.parts.flatMap(part =>
			(part.refusals ?? []).map(({ code, at_ms: atMs }) => ({
				...{ atMs, kind: 'fill_refused' as const, maker: labelOf(part) },
				...(showsCodes && { code }),
			})),
		),
		...rows.parts.map(part => event(answerOf(part), part.ended_at_ms, labelOf(part))),
		event('filled', order.filled_at_ms),
		event('published', order.published_at_ms),
		event(ends[order.state], order.ended_at_ms),
		...rows.parts.map(part => {
			const fill = rows.fills.get(part.part_id)
			return event(fill && fillEnds[fill.state], fill?.ended_at_ms, labelOf(part))
		}),
	].filter(found => found !== undefined)
	// The sort is stable: within one millisecond, causes stay before their effects, as listed here.
	return all.toSorted((a, b) => a.atMs - b.atMs)
}

const answers: Readonly<Record<TracedPartRow['state'], TraceEventKind | undefined>> = {
	asked: undefined,
	filled: 'fill_accepted',
	rejected: 'rejected',
	timed_out: 'timed_out',
}

function answerOf({ state, fill_before_ms, ended_at_ms }: TracedPartRow): TraceEventKind | undefined {
	const ended = ended_at_ms === null ? {} : { answeredAtMs: Number(ended_at_ms) }
	return isCalledOff({ state, fillBeforeMs: Number(fill_before_ms), ...ended }) ? 'called_off' : answers[state]
}

const ends: Readonly<Record<TracedRows['order']['state'], TraceEventKind | undefined>> = {
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

function event(
	kind: TraceEventKind | undefined,
	atMs: bigint | null | undefined,
	maker?: string,
): TraceEvent | undefined {
	if (kind === undefined || atMs === null || atMs === undefined) return undefined
	return { atMs: Number(atMs), kind, ...(maker === undefined ? {} : { maker }) }
}
