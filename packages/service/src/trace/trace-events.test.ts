import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traceEvents } from './trace-events.ts'
import type { TracedRows } from './trace-table.ts'

type Times = { filled_at_ms?: bigint; published_at_ms?: bigint; ended_at_ms?: bigint }

function rowsOf(
	order: Times & { state: TracedRows['order']['state'] },
	parts: object[],
	fills: [string, object][] = [],
) {
	const none = { filled_at_ms: null, published_at_ms: null, ended_at_ms: null }
	return { order: { accepted_at_ms: 10n, ...none, ...order }, parts, fills: new Map(fills) } as unknown as TracedRows
}

const labelOf = ({ maker_id: id }: { maker_id: string }) => id

test('within one millisecond a cause precedes its effect', () => {
	const part = { part_id: 'p', maker_id: 'anna', state: 'filled', asked_at_ms: 10n, ended_at_ms: 10n }
	const rows = rowsOf(
		{ state: 'settled', filled_at_ms: 10n, published_at_ms: 10n, ended_at_ms: 10n },
		[part],
		[['p', { state: 'Settled', ended_at_ms: 10n }]],
	)
	assert.deepEqual(
		traceEvents(rows, labelOf).map(({ kind, maker }) => [kind, maker]),
		[
			['accepted', undefined],
			['asked', 'anna'],
			['fill_accepted', 'anna'],
			['filled', undefined],
			['published', undefined],
			['settled', undefined],
			['fill_settled', 'anna'],
		],
	)
})

/** A part that its maker did not answer in time. */
const silent = {
	part_id: 'p',
	maker_id: 'anna',
	state: 'timed_out',
	asked_at_ms: 10n,
	fill_before_ms: 3000n,
	ended_at_ms: 3010n,
}

test('a refused fill is an event, whose code only the operator sees', () => {
	const refusals = [{ code: 'insufficient_funds', at_ms: 70 }]
	const part = { ...silent, refusals }
	const rows = rowsOf({ state: 'awaiting_fills' }, [part])
	const refused = { atMs: 70, kind: 'fill_refused', maker: 'anna' }
	const others = [
		{ atMs: 10, kind: 'accepted' },
		{ atMs: 10, kind: 'asked', maker: 'anna' },
	]
	const timedOut = { atMs: 3010, kind: 'timed_out', maker: 'anna' }
	assert.deepEqual(traceEvents(rows, labelOf), [...others, refused, timedOut])
	assert.deepEqual(traceEvents(rows, labelOf, { showsCodes: true })[2], { ...refused, code: 'insufficient_funds' })
})

test('another maker is asked after the first one times out', () => {
	const asked = { part_id: 'q', maker_id: 'bert', state: 'asked', asked_at_ms: 3011n, ended_at_ms: null }
	assert.deepEqual(traceEvents(rowsOf({ state: 'awaiting_fills' }, [silent, asked]), labelOf), [
		{ atMs: 10, kind: 'accepted' },
		{ atMs: 10, kind: 'asked', maker: 'anna' },
		{ atMs: 3010, kind: 'timed_out', maker: 'anna' },
		{ atMs: 3011, kind: 'asked', maker: 'bert' },
	])
})
