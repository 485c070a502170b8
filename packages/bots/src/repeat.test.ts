import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeat } from './repeat.ts'

/** A clock that stands still and records its timers. */
function stillClock() {
	const alarms: (() => void)[] = []
	const clock = {
		nowMs: () => 0,
		wakeAt(_: number, fn: () => void) {
			alarms.push(fn)
			return () => void alarms.splice(alarms.indexOf(fn), 1)
		},
	}
	return { clock, alarms }
}

test('runs one at a time; requested during a run, it runs once more afterwards', async () => {
	const { clock } = stillClock()
	let runs = 0
	let atOnce = 0
	const repeated = repeat({
		clock,
		everyMs: 1_000,
		onError: error => assert.fail(String(error)),
		run: async () => {
			assert.equal(++atOnce, 1)
			runs++
			await new Promise(resolve => setImmediate(resolve))
			atOnce--
		},
	})
	await Promise.all([repeated.now(), repeated.now(), repeated.now()])
	assert.equal(runs, 2)
	await repeated.stop()
})

test('a run that throws is reported and followed by the next', async () => {
	const { clock, alarms } = stillClock()
	const errors: unknown[] = []
	const repeated = repeat({
		clock,
		everyMs: 1_000,
		onError: error => errors.push(error),
		run: async () => {
			throw new Error('no')
		},
	})
	await repeated.now()
	assert.equal(errors.length, 1)
	assert.equal(alarms.length, 1)
	await repeated.stop()
	assert.equal(alarms.length, 0)
})
