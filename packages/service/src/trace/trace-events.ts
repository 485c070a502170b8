import { isCalledOff, type TraceEvent, type TraceEventKind } from '@accord/protocol'
import type { TracedPartRow, TracedRows } from './trace-table.ts'

/** A maker's label in one trace. */
export type LabelOf = (part: TracedPartRow) => string

/** The events of an order, in sequence. `showsCodes`: with the codes of refused fills, and of orders and fills that expired. */
export function traceEvents(
	rows: TracedRows,
	labelOf: LabelOf,
	{ showsCodes = false }: { readonly showsCodes?: boolean } = {},
): TraceEvent[] {
	const { order } = rows
	const all = [
		event('accepted', order.accepted_at_ms),
		...rows.parts.map(part => event('asked', part.asked_at_ms, { maker: labelOf(part) })),
		...rows.parts.flatMap(part =>
			(part.refusals ?? []).map(({ code, at_ms: atMs }) => event('fill_refused', atMs, { maker: labelOf(part), code })),
		),
		...rows.parts.map(part => event(answerOf(part), part.ended_at_ms, { maker: labelOf(part) })),
		event('filled', order.filled_at_ms),
		event('published', order.published_at_ms),
		event(ends[order.state], order.ended_at_ms, { code: order.expiry_code }),
		...rows.parts.map(part => fillEndOf(rows.fills.get(part.part_id), labelOf(part))),
	].filter(found => found !== undefined)
	const shown = showsCodes ? all : all.map(({ code: _, ...found }) => found)
	// The sort is stable: within one millisecond, causes stay before their effects, as listed here.
	return shown.toSorted((a, b) => a.atMs - b.atMs)
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

function fillEndOf(fill: Fill | undefined, maker: string): TraceEvent | undefined {
	return fill && event(fillEnds[fill.state], fill.ended_at_ms, { maker, code: fill.expiry_code })
}

type Fill = NonNullable<ReturnType<TracedRows['fills']['get']>>
type About = { readonly maker?: string; readonly code?: string | null }

function event(
	kind: TraceEventKind | undefined,
	atMs: bigint | number | null,
	{ maker, code = null }: About = {},
): TraceEvent | undefined {
	if (kind === undefined || atMs === null) return undefined
	return { atMs: Number(atMs), kind, ...(maker !== undefined && { maker }), ...(code !== null && { code }) }
}
