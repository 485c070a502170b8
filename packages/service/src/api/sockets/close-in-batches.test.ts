import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { closeInBatches } from './close-in-batches.ts'

// shows decision 77: Nodes restart one after the other
describe('connections are closed in batches', () => {
	const cases: [title: string, count: number, closedByThen: readonly number[]][] = [
		['none', 0, []],
		['few: at once', 25, []],
		['more: the others stay open meanwhile', 60, [25, 50]],
		['very many: in 40 batches', 10_000, Array.from({ length: 39 }, (_, i) => (i + 1) * 250)],
	]
	for (const [title, count, closedByThen] of cases) {
		test(title, async () => {
			let closed = 0
			const seen: number[] = []
			const closers = Array.from({ length: count }, () => () => void closed++)
			await closeInBatches(closers, async () => seen.push(closed))
			assert.deepEqual([seen, closed], [closedByThen, count])
		})
	}
})
