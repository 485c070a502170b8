import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Clock } from '@accord/protocol'
import { NodeClock } from './node-clock.ts'

/**
 * A machine's clock that is off, and a database that answers with the correct one; both stand still unless they are
 * moved.
 */
function open() {
	const machine = { offMs: 0, rightMs: 1_000_000, woken: [] as number[] }
	const clock: Clock = {
		nowMs: () => machine.rightMs + machine.offMs,
		wakeAt: ms => {
			machine.woken.push(ms)
			return () => {}
		},
	}
	const corrections: number[] = []
	const nodeClock = new NodeClock({ machine: clock, correctableMs: 10_000, onCorrected: ms => corrections.push(ms) })
	const compare = (tookMs = 0) =>
		nodeClock.compare(async () => {
			machine.rightMs += tookMs / 2
			const saidMs = machine.rightMs
			machine.rightMs += tookMs / 2
			return saidMs
		})
	const wrongByMs = () => nodeClock.nowMs() - machine.rightMs
	return { machine, nodeClock, corrections, compare, wrongByMs }
}

// shows decision 78: Nodes use the database's clock
describe('a node’s clock', () => {
	const cases: [title: string, offMs: number, tookMs: number, wrongByMs: number][] = [
		['ahead', 8_000, 40, 0],
		['behind', -8_000, 40, 0],
		['off by more than can be corrected', 10_001, 0, 10_001],
		['off by so little that it does not matter', 200, 0, 200],
		['compared by an answer that took long', 8_000, 202, 8_000],
	]
	for (const [title, offMs, tookMs, wrongByMs] of cases) {
		test(title, async () => {
			const node = open()
			node.machine.offMs = offMs
			await node.compare(tookMs)
			assert.equal(node.wrongByMs(), wrongByMs)
		})
	}

	test('does not jump with each comparison, and follows the machine’s when that is set', async () => {
		const { machine, corrections, compare, wrongByMs } = open()
		for (const offMs of [5_000, 5_150, 4_850, -3_000, 60_000]) {
			machine.offMs = offMs
			await compare()
		}
		assert.deepEqual(corrections, [-5_000, 3_000, 0])
		assert.equal(wrongByMs(), 60_000)
	})

	test('wakes when its own time has come, by the machine’s', async () => {
		const { machine, nodeClock, compare } = open()
		machine.offMs = 4_000
		await compare()
		nodeClock.wakeAt(nodeClock.nowMs() + 1_000, () => {})
		assert.deepEqual(machine.woken, [machine.rightMs + 5_000])
	})

	test('stays as it was when the database does not answer', async () => {
		const { nodeClock, corrections } = open()
		assert.equal(await nodeClock.compare(async () => undefined), undefined)
		await assert.rejects(nodeClock.compare(() => Promise.reject(new Error('away'))))
		assert.deepEqual(corrections, [])
	})
})
