import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../../test/network/test-clock.ts'
import { shareAlarms } from './loops.ts'

test('alarms of one millisecond run in one turn, in the order in which they were set', async () => {
	const machine = new TestClock()
	machine.freeze()
	const clock = shareAlarms(machine)
	const turns: string[] = []
	const note = (what: string) => {
		turns.push(what)
		queueMicrotask(() => turns.push(`after ${what}`))
	}
	const atMs = clock.nowMs() + 1_000
	clock.wakeAt(atMs, () => note('first'))
	clock.wakeAt(atMs + 1, () => note('later'))
	clock.wakeAt(atMs, () => note('second'))
	machine.advance(1)
	await Promise.resolve()
	assert.deepEqual(turns, ['first', 'second', 'after first', 'after second'])
	machine.advance(1)
	await Promise.resolve()
	assert.deepEqual(turns.slice(4), ['later', 'after later'])
})

test('a cancelled alarm does not run, and cancels no other', () => {
	const machine = new TestClock()
	machine.freeze()
	const clock = shareAlarms(machine)
	const ran: string[] = []
	const atMs = clock.nowMs() + 1_000
	const cancels = ['a', 'b', 'c'].map(name => clock.wakeAt(atMs, () => ran.push(name)))
	cancels[0]?.()
	cancels[0]?.()
	machine.advance(1)
	assert.deepEqual(ran, ['b', 'c'])
	cancels[1]?.()
	const again = clock.wakeAt(atMs + 1_000, () => ran.push('again'))
	again()
	clock.wakeAt(atMs + 1_000, () => ran.push('anew'))
	machine.advance(1)
	assert.deepEqual(ran, ['b', 'c', 'anew'])
})
