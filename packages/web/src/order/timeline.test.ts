import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type OrderStatus } from '@accord/protocol'
import { failureOf, formatSpan, rebateOf, stateKind, timeline } from './timeline.ts'

type History = OrderStatus['history']

function history(...states: History[number]['state'][]): History {
	return states.map((state, at) => ({ state, atMs: 1_000 + 100 * at }))
}

function shown(state: OrderStatus['state'], ...entries: History[number]['state'][]) {
	return timeline({ state, history: history(...entries) }).map(({ key, state, afterMs }) => [key, state, afterMs])
}

it('shows completed steps, the current one and those ahead', () => {
	assert.deepEqual(shown('awaiting_fills', 'accepted'), [
		['accepted', 'done', 0],
		['asked', 'done', 0],
		['filled', 'now', undefined],
		['published', 'ahead', undefined],
		['committed', 'ahead', undefined],
	])
	assert.deepEqual(
		shown('settled', 'accepted', 'filled', 'published', 'settled').map(([, state]) => state),
		['done', 'done', 'done', 'done', 'done'],
	)
})

it('an order that ended without a trade shows no steps ahead, but why it ended', () => {
	assert.deepEqual(shown('unfilled', 'accepted', 'unfilled'), [
		['accepted', 'done', 0],
		['asked', 'done', 0],
		['ended', 'failed', 100],
	])
	assert.deepEqual(shown('expired', 'accepted', 'filled', 'published', 'expired').at(-1), ['ended', 'failed', 300])
	for (const state of ['unfilled', 'expired', 'cancelled'] as const)
		assert.match(failureOf({ state })?.text ?? '', /Nothing was/)
	assert.deepEqual((['published', 'settled', 'expired'] as const).map(stateKind), ['open', 'good', 'bad'])
})

it('says what the ledger did if the order had ended differently', () => {
	const correction = { state: 'settled', atMs: 1_900 } as const
	assert.match(failureOf({ state: 'expired', correction })?.text ?? '', /the swap took place/)
	assert.match(
		failureOf({ state: 'settled', correction: { state: 'expired', atMs: 1 } })?.text ?? '',
		/Nothing was traded/,
	)
})

it('formats spans of time', () => {
	assert.deepEqual([0, 240, 9_999, 12_345, 125_000].map(formatSpan), [
		'0.00 s',
		'0.24 s',
		'10.00 s',
		'12.3 s',
		'2 min 5 s',
	])
})

it('the unpaid part of the total is the rebate', () => {
	const d = Decimal.parse
	assert.equal(rebateOf(d('105'), d('105.35')), d('0.35'))
	assert.equal(rebateOf(d('106'), d('105.35')), Decimal.zero)
})
