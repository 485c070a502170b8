import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../../test/network/test-clock.ts'
import { type Left, startLoop } from './loop.ts'

const log = { error: () => {} }

function frozenClock(): TestClock {
	const clock = new TestClock()
	clock.freeze()
	return clock
}

test('a loop runs at its start, when it is woken and at regular intervals', async () => {
	const clock = frozenClock()
	let runs = 0
	const run = async () => {
		runs++
		return 'done' as const
	}
	const loop = startLoop({ clock, log }, { name: 'count', run })
	await loop.drain()
	assert.equal(runs, 1)
	loop.wake()
	await loop.drain()
	assert.equal(runs, 2)
	clock.advance(1)
	await loop.drain()
	assert.equal(runs, 3)
	await loop.stop()
})

test('a loop has one run at a time, and one more for all wakes during it', async () => {
	const begun = Promise.withResolvers<void>()
	let runs = 0
	let atOnce = 0
	const run = async () => {
		runs++
		begun.resolve()
		assert.equal(++atOnce, 1)
		await new Promise(resolve => setImmediate(resolve))
		atOnce--
		return 'done' as const
	}
	const loop = startLoop({ clock: frozenClock(), log }, { name: 'count', run })
	await begun.promise
	loop.wake()
	loop.wake()
	await loop.drain()
	assert.equal(runs, 2)
	await loop.stop()
})

test('wakes that come together ask for one run', async () => {
	let runs = 0
	const run = async () => {
		runs++
		return 'done' as const
	}
	const loop = startLoop({ clock: frozenClock(), log }, { name: 'count', run })
	await loop.drain()
	const written = Promise.resolve()
	await Promise.all([1, 2, 3].map(() => written.then(() => loop.wake())))
	await loop.drain()
	assert.equal(runs, 2)
	await loop.stop()
})

test('a loop whose every run outlasts its interval can be waited for', async () => {
	const clock = frozenClock()
	let runs = 0
	const run = async () => {
		runs++
		clock.advance(1)
		await new Promise(resolve => setImmediate(resolve))
		return 'done' as const
	}
	const loop = startLoop({ clock, log }, { name: 'count', run })
	await loop.drain()
	const ran = runs
	loop.wake()
	await loop.drain()
	assert.ok(runs > ran)
	await loop.stop()
})

test('a loop that returns `again` runs again at once', async () => {
	let left = 3
	const loop = startLoop(
		{ clock: frozenClock(), log },
		{ name: 'count', run: async () => (--left > 0 ? 'again' : 'done') },
	)
	await loop.drain()
	assert.equal(left, 0)
	await loop.stop()
})

test('a loop runs when a run said that there would be something to do, unless it ran in the meantime', async () => {
	const clock = frozenClock()
	const ranAtMs: number[] = []
	const startMs = clock.nowMs()
	const run = async (): Promise<Left> => {
		ranAtMs.push(clock.nowMs() - startMs)
		return ranAtMs.length < 3 ? { dueAtMs: clock.nowMs() + 300 } : 'done'
	}
	const loop = startLoop({ clock, log }, { name: 'count', run })
	await loop.drain()
	for (const isWoken of [true, false, false, false]) {
		clock.advance(0.2)
		if (isWoken) loop.wake()
		await loop.drain()
		await new Promise(resolve => setImmediate(resolve))
	}
	assert.deepEqual(ranAtMs, [0, 200, 600])
	await loop.stop()
})

test('error: a failed run is logged and retried after the regular interval', async () => {
	const clock = frozenClock()
	const logged: unknown[] = []
	let runs = 0
	const run = async () => {
		if (++runs === 1) throw new Error('broken')
		return 'done' as const
	}
	const loop = startLoop({ clock, log: { error: (entry: unknown) => logged.push(entry) } }, { name: 'count', run })
	await loop.drain()
	assert.deepEqual([runs, logged.length], [1, 1])
	clock.advance(1)
	await loop.drain()
	assert.equal(runs, 2)
	await loop.stop()
})

test('a stopped loop waits for its run and does not run again', async () => {
	const clock = frozenClock()
	let ended = 0
	const run = async () => {
		await new Promise(resolve => setImmediate(resolve))
		ended++
		return 'again' as const
	}
	const loop = startLoop({ clock, log }, { name: 'count', run })
	await loop.stop()
	assert.equal(ended, 1)
	loop.wake()
	clock.advance(2)
	await loop.drain()
	assert.equal(ended, 1)
})

test('a loop reports that its last run failed until one succeeds', async () => {
	const clock = frozenClock()
	let isBroken = true
	const run = async () => {
		if (isBroken) throw new Error('broken')
		return 'done' as const
	}
	const loop = startLoop({ clock, log }, { name: 'count', run })
	await loop.drain()
	assert.equal(loop.fault(), 'count: the last run failed')
	isBroken = false
	loop.wake()
	await loop.drain()
	assert.equal(loop.fault(), undefined)
	await loop.stop()
})

test('a loop reports a run that does not end', async () => {
	const clock = frozenClock()
	const { promise, resolve } = Promise.withResolvers<'done'>()
	const loop = startLoop({ clock, log }, { name: 'count', run: () => promise })
	assert.equal(loop.fault(), undefined)
	clock.advance(31)
	assert.equal(loop.fault(), 'count: a run has not finished in time')
	resolve('done')
	await loop.drain()
	assert.equal(loop.fault(), undefined)
	await loop.stop()
})

/** Advances the clock second by second, as in real time. */
async function pass(clock: TestClock, seconds: number): Promise<void> {
	for (let i = 0; i < seconds; i++) {
		clock.advance(1)
		await new Promise(resolve => setImmediate(resolve))
	}
}

test('a loop whose runs fail is stalled after 30 s, until one succeeds', async () => {
	const clock = frozenClock()
	let isBroken = true
	const run = async () => {
		if (isBroken) throw new Error('broken')
		return 'done' as const
	}
	const loop = startLoop({ clock, log }, { name: 'count', run })
	await pass(clock, 30)
	assert.equal(loop.stall(), undefined)
	await pass(clock, 1)
	assert.equal(loop.stall(), 'count: no run has succeeded for 31 s')
	isBroken = false
	await pass(clock, 1)
	assert.equal(loop.stall(), undefined)
	await loop.stop()
})

test('a loop is stalled by a run that does not end', async () => {
	const clock = frozenClock()
	const { promise, resolve } = Promise.withResolvers<'done'>()
	const loop = startLoop({ clock, log }, { name: 'count', run: () => promise })
	await pass(clock, 31)
	assert.equal(loop.stall(), 'count: no run has succeeded for 31 s')
	resolve('done')
	await loop.stop()
})

test('a clock that jumps stalls nothing', async () => {
	const clock = frozenClock()
	const { promise, resolve } = Promise.withResolvers<'done'>()
	const hung: Error[] = []
	const loop = startLoop({ clock, log, onHung: error => hung.push(error) }, { name: 'count', run: () => promise })
	clock.advance(3600)
	assert.equal(loop.stall(), undefined)
	assert.deepEqual(hung, [])
	resolve('done')
	await loop.stop()
})

test('a run that has not ended for 120 s is reported once as hung', async () => {
	const clock = frozenClock()
	const { promise, resolve } = Promise.withResolvers<'done'>()
	const hung: string[] = []
	const onHung = ({ message }: Error) => hung.push(message)
	const loop = startLoop({ clock, log, onHung }, { name: 'count', run: () => promise })
	for (let i = 0; i < 120; i++) clock.advance(1)
	assert.deepEqual(hung, [])
	for (let i = 0; i < 120; i++) clock.advance(1)
	assert.deepEqual(hung, ['the loop "count" has not finished a run for 120 s'])
	resolve('done')
	await loop.stop()
})
