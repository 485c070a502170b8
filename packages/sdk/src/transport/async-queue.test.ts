import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AsyncQueue, type AsyncQueueOptions } from './async-queue.ts'

function queueOf(options: Partial<AsyncQueueOptions<number>> = {}) {
	const calls: string[] = []
	const queue = new AsyncQueue<number>({
		capacity: 2,
		whenFull: 'refuse',
		onDemand: () => calls.push('demand'),
		onClose: () => calls.push('close'),
		...options,
	})
	return { queue, calls }
}

async function rest(queue: AsyncQueue<number>): Promise<number[]> {
	const values: number[] = []
	for await (const value of queue) values.push(value)
	return values
}

const over = { value: undefined, done: true }

test('values come out in order, then the end; the source’s hooks are called on demand and, once, at the end', async () => {
	const { queue, calls } = queueOf()
	const first = queue.next()
	assert.deepEqual([queue.push(1), queue.push(2), queue.push(3)], [true, true, true])
	queue.end()
	assert.deepEqual(calls, ['demand'])
	assert.deepEqual([(await first).value, await rest(queue), calls], [1, [2, 3], ['demand', 'close']])
	assert.deepEqual([await queue.next(), queue.push(4), calls], [over, false, ['demand', 'close']])
})

test('a full queue refuses the new value or drops the oldest', async () => {
	const { queue: refusing } = queueOf()
	assert.deepEqual(
		[1, 2, 3].map(value => refusing.push(value)),
		[true, true, false],
	)
	const { queue: dropping } = queueOf({ whenFull: 'drop_oldest' })
	assert.deepEqual(
		[1, 2, 3].map(value => dropping.push(value)),
		[true, true, true],
	)
	for (const [queue, expected] of [
		[refusing, [1, 2]],
		[dropping, [2, 3]],
	] as const) {
		queue.end()
		assert.deepEqual(await rest(queue), expected)
	}
})

test('an error arrives after the waiting values, once', async () => {
	const { queue } = queueOf()
	queue.push(1)
	queue.end(new Error('broken'))
	queue.end(new Error('later'))
	assert.equal((await queue.next()).value, 1)
	await assert.rejects(queue.next(), /broken/)
	assert.deepEqual(await queue.next(), over)
})

test('an abort ends a pending read and drops waiting values, before and after reading has begun', async () => {
	for (const isReading of [true, false]) {
		const aborter = new AbortController()
		const { queue, calls } = queueOf({ signal: aborter.signal })
		const pending = isReading ? queue.next() : undefined
		if (!isReading) queue.push(1)
		aborter.abort()
		assert.deepEqual([await (pending ?? queue.next()), await queue.next()], [over, over])
		assert.equal(calls.at(-1), 'close')
	}
})

test('a queue whose signal is aborted from the start ends without demand', async () => {
	const { queue, calls } = queueOf({ signal: AbortSignal.abort() })
	assert.deepEqual([await queue.next(), calls], [over, ['close']])
})

test('a reader that leaves closes the queue, even while a read is pending', async () => {
	const { queue, calls } = queueOf()
	const pending = queue.next()
	await queue.return()
	assert.deepEqual([await pending, calls, queue.push(1)], [over, ['demand', 'close'], false])
})

test('error: an exception in onDemand ends the iteration', async () => {
	const { queue, calls } = queueOf({
		onDemand: () => {
			throw new Error('no source')
		},
	})
	await assert.rejects(queue.next(), /no source/)
	assert.deepEqual(calls, ['close'])
})
