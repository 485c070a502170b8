import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TradeError } from '@accord/protocol'
import { type PreviewJob, type PreviewLimits, PreviewQueue } from './preview-queue.ts'

const order: PreviewJob = { role: 'taker', client: 'a', isSetApart: false }
const setApart: PreviewJob = { ...order, isSetApart: true }
const fill: PreviewJob = { ...order, role: 'maker' }
const limits = { previewsAtOnce: 2, previewsAtOnceMax: 2, previewsWaiting: 4, prefixPreviewsWaiting: 1 }

/** A queue whose previews end when the test ends them. */
function openQueue(given: Partial<PreviewLimits> = {}) {
	const queue = new PreviewQueue({ ...limits, ...given })
	const started: string[] = []
	const ends = new Map<string, () => void>()
	const fails = new Map<string, (error: Error) => void>()
	const run = (name: string, job: PreviewJob) =>
		queue.run(job, () => {
			started.push(name)
			return new Promise<void>((end, fail) => {
				ends.set(name, end)
				fails.set(name, fail)
			})
		})
	const end = async (name: string) => {
		ends.get(name)?.()
		for (let ticks = 0; ticks < 5; ticks++) await Promise.resolve()
	}
	/** The Gateway fails it. */
	const fail = async (name: string) => {
		fails.get(name)?.(new Error('unavailable'))
		for (let ticks = 0; ticks < 5; ticks++) await Promise.resolve()
	}
	return { run, end, fail, started }
}

const isBusy = (error: unknown) =>
	error instanceof TradeError && error.code === 'busy' && error.extra.retry_after_s === 1

test('the allowed number run at once, the others wait in order of arrival', async () => {
	const { run, end, started } = openQueue()
	const all = ['a', 'b', 'c', 'd'].map(name => run(name, order))
	assert.deepEqual(started, ['a', 'b'])
	await end('b')
	assert.deepEqual(started, ['a', 'b', 'c'])
	for (const name of ['a', 'c', 'd']) await end(name)
	await Promise.all(all)
	assert.deepEqual(started, ['a', 'b', 'c', 'd'])
})

// shows decision 18: Previews have a limited queue, fills first
test('fills go before orders that arrived earlier', async () => {
	const { run, end, started } = openQueue()
	const all = [run('a', order), run('b', order), run('order', order), run('fill', fill)]
	for (const name of ['a', 'b', 'fill', 'order']) await end(name)
	await Promise.all(all)
	assert.deepEqual(started, ['a', 'b', 'fill', 'order'])
})

// shows decision 18: Previews have a limited queue, fills first
// shows error: busy
test('error: a full queue is busy; fills have their own queue', async () => {
	const { run, end } = openQueue()
	const names = ['a', 'b', 'c', 'd', 'e', 'f']
	const all = names.map(name => run(name, order))
	await assert.rejects(run('g', order), isBusy)
	all.push(run('fill', fill))
	for (const name of ['a', 'b', 'fill', ...names.slice(2)]) await end(name)
	await Promise.all(all)
})

test('clients take turns, and one that sends less is never refused for one that sends more', async () => {
	const { run, end, started } = openQueue()
	const b = { ...order, client: 'b' }
	const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map(name => run(name, order))
	const displaced = run('a6', order)
	all.push(run('b1', b), run('b2', b))
	await assert.rejects(displaced, isBusy)
	await assert.rejects(all[4] ?? assert.fail(), isBusy)
	for (const name of ['a1', 'a2', 'a3', 'b1', 'a4', 'b2']) await end(name)
	await Promise.allSettled(all)
	assert.deepEqual(started, ['a1', 'a2', 'a3', 'b1', 'a4', 'b2'])
})

test('previews of the separate queue never run all at once, and get their turn when others wait too', async () => {
	const { run, end, started } = openQueue()
	const all = [run('s1', setApart), run('s2', setApart), run('u1', order), run('u2', order), run('u3', order)]
	assert.deepEqual(started, ['s1', 'u1'])
	for (const name of ['s1', 'u1', 'u2', 'u3', 's2']) await end(name)
	await Promise.all(all)
	assert.deepEqual(started, ['s1', 'u1', 'u2', 'u3', 's2'])
})

test('error: only a limited number may wait in the separate queue', async () => {
	const { run, end } = openQueue()
	const all = [run('a', order), run('b', setApart), run('c', setApart)]
	await assert.rejects(run('d', setApart), isBusy)
	all.push(run('e', order))
	for (const name of ['a', 'b', 'c', 'e']) await end(name)
	await Promise.all(all)
})

test('a slot that is added, and those that are free again after fewer, go to those that wait longest', async () => {
	const { run, end, fail, started } = openQueue({ previewsAtOnceMax: 3, previewsWaiting: 8 })
	const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => run(name, order))
	assert.deepEqual(started, ['a', 'b'])
	// A round of two: the second answer adds a slot.
	await end('a')
	assert.deepEqual(started, ['a', 'b', 'c'])
	await end('b')
	assert.deepEqual(started, ['a', 'b', 'c', 'd', 'e'])
	const failed = assert.rejects(all[2] ?? assert.fail(), /unavailable/)
	await fail('c')
	await failed
	// Two are running, and two may.
	assert.deepEqual(started, ['a', 'b', 'c', 'd', 'e'])
	await end('d')
	assert.deepEqual(started, ['a', 'b', 'c', 'd', 'e', 'f'])
	for (const name of ['e', 'f', 'g']) await end(name)
	await Promise.allSettled(all)
})

test('previews of the separate queue get no slot that the Gateway’s speed adds', async () => {
	const { run, end, started } = openQueue({ previewsAtOnceMax: 8, prefixPreviewsWaiting: 4 })
	const usual = ['a', 'b'].map(name => run(name, order))
	for (const name of ['a', 'b']) await end(name)
	const apart = ['s1', 's2', 's3'].map(name => run(name, setApart))
	assert.deepEqual(started, ['a', 'b', 's1'])
	const last = run('c', order)
	assert.deepEqual(started, ['a', 'b', 's1', 'c'])
	for (const name of ['s1', 's2', 's3', 'c']) await end(name)
	await Promise.all([...usual, ...apart, last])
	assert.deepEqual(started, ['a', 'b', 's1', 'c', 's2', 's3'])
})

test('a failing preview frees its slot', async () => {
	const queue = new PreviewQueue({ ...limits, previewsAtOnce: 1, previewsAtOnceMax: 1 })
	const failing = queue.run(order, () => Promise.reject(new Error('broken')))
	const next = queue.run(order, async () => 'ran')
	await assert.rejects(failing, /broken/)
	assert.equal(await next, 'ran')
	assert.equal(await queue.run(fill, async () => 'ran too'), 'ran too')
})
