import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { atMostEvery } from './at-most-every.ts'

const settle = () => new Promise<void>(resolve => setImmediate(resolve))

/** Work that ends when the test says so, with timers controlled by the test. */
function start(t: { after(fn: () => void): void }) {
	mock.timers.enable({ apis: ['setTimeout'] })
	t.after(() => mock.timers.reset())
	let runs = 0
	let end = () => {}
	const paced = atMostEvery({ afterMs: 250, everyMs: 1_000 }, () => {
		runs += 1
		return new Promise<void>(resolve => {
			end = resolve
		})
	})
	const pass = async (ms: number) => {
		mock.timers.tick(ms)
		await settle()
	}
	const finish = async () => {
		end()
		await settle()
	}
	return { paced, pass, finish, runs: () => runs }
}

test('work that is requested all the time still runs, at its own rate', async t => {
	const { paced, pass, finish, runs } = start(t)
	for (let ms = 0; ms < 10_000; ms += 50) {
		paced.ask()
		await pass(50)
		await finish()
	}
	assert.ok(runs() >= 8 && runs() <= 11, `${runs()} runs`)
})

test('requested during a run, it runs once more', async t => {
	const { paced, pass, finish, runs } = start(t)
	paced.ask()
	await pass(249)
	assert.equal(runs(), 0)
	await pass(1)
	assert.equal(runs(), 1)
	paced.ask()
	paced.ask()
	await pass(5_000)
	assert.equal(runs(), 1, 'one at a time')
	await finish()
	await pass(999)
	assert.equal(runs(), 1)
	await pass(1)
	await pass(1)
	assert.equal(runs(), 2)
	await finish()
	await pass(10_000)
	assert.equal(runs(), 2)
})

test('nothing runs after a stop', async t => {
	const { paced, pass, finish, runs } = start(t)
	paced.ask()
	paced.stop()
	await pass(10_000)
	paced.ask()
	await pass(10_000)
	await finish()
	assert.equal(runs(), 0)
})
