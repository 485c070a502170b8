import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { midLine, type SeenMid, withMid } from './mid-line.ts'

const seen = (...mids: [atMs: number, mid: string][]): SeenMid[] =>
	mids.map(([atMs, mid]) => ({ atMs, mid: Decimal.parse(mid) }))
const drawing = { width: 100, height: 10, nowMs: 100_000 }

it('draws steps from the first mid until now, the highest at the top', () => {
	assert.deepEqual(midLine(seen([0, '1'], [50_000, '3'], [75_000, '2']), Decimal.parse('2'), drawing), {
		path: 'M0 10H50V0H75V5H100',
		low: Decimal.parse('1'),
		high: Decimal.parse('3'),
		y: 5,
	})
})

it('a price that never moved is a line in the middle, and a minute is always shown', () => {
	assert.equal(midLine(seen([100_000, '1']), Decimal.one, drawing).path, 'M100 5H100')
	assert.equal(midLine(seen([70_000, '1']), Decimal.one, drawing).path, 'M50 5H100')
})

it('keeps a mid only if it is another one than the last', () => {
	const [first, second] = seen([0, '1'], [1, '2'])
	assert.ok(first && second)
	assert.deepEqual(withMid([first], { atMs: 5, mid: first.mid }), [first])
	assert.deepEqual(withMid([first], second), [first, second])
})
