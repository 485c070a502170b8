import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pace } from './pace.ts'

/** How long the next run waits after runs at these times. */
function restAfter(runs: readonly (readonly [atMs: number, items: number])[]): number {
	const pace = new Pace()
	for (const [atMs, items] of runs) pace.ran(items, atMs)
	return pace.leftMs(runs.at(-1)?.[0] ?? 0)
}

// shows decision 83: Work gathers under load, and never at rest
test('a run of one item is followed at once, unless it came within 10 ms of another', () => {
	assert.equal(restAfter([]), 0)
	assert.equal(restAfter([[0, 1]]), 0)
	assert.equal(
		restAfter([
			[0, 1],
			[10, 1],
		]),
		0,
	)
	assert.equal(
		restAfter([
			[0, 1],
			[9, 1],
		]),
		20,
	)
})

test('a run that found nothing to do does not count', () => {
	assert.equal(
		restAfter([
			[0, 0],
			[1, 1],
		]),
		0,
	)
})

test('after a run of several the next one begins later the more it took, up to 40 ms', () => {
	assert.deepEqual(
		[2, 3, 4, 16].map(items => restAfter([[0, items]])),
		[20, 30, 40, 40],
	)
})

test('the rest ends', () => {
	const pace = new Pace()
	pace.ran(4, 0)
	assert.deepEqual(
		[0, 39, 40, 41].map(nowMs => pace.leftMs(nowMs)),
		[40, 1, 0, 0],
	)
})

test('during a run the next one waits until it has ended, for up to 100 ms', () => {
	const pace = new Pace()
	pace.began(0)
	assert.deepEqual(
		[0, 99, 100].map(nowMs => pace.leftMs(nowMs)),
		[100, 1, 0],
	)
	pace.ran(1, 15)
	assert.equal(pace.leftMs(15), 0)
})
