import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BatchSize } from './batch-size.ts'

/** The limits of the batches that take these times; a batch is full unless it took no time. */
async function limitsOf(times: readonly (number | Error)[]): Promise<number[]> {
	let nowMs = 0
	const batches = new BatchSize(() => nowMs)
	const limits: number[] = []
	for (const time of times) {
		const take = async (limit: number) => {
			limits.push(limit)
			if (time instanceof Error) throw time
			nowMs += time
			return time === 0 ? 0 : limit
		}
		await batches.next(take).catch(() => {})
	}
	return limits
}

test('batches grow up to a bound while they are quick and full, and shrink down to another while they are slow', async () => {
	const quick = Array.from({ length: 8 }, () => 10)
	const slow = Array.from({ length: 7 }, () => 500)
	const grown = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]
	assert.deepEqual(await limitsOf([...quick, ...slow]), [...grown, 5_000, 2_500, 1_250, 625, 312, 156, 100])
	assert.deepEqual(await limitsOf([10, 100, 0, 100]), [100, 200, 200, 200])
})

test('error: a batch that fails is tried again with fewer rows', async () => {
	assert.deepEqual(await limitsOf([10, 10, new Error('timed out'), 100]), [100, 200, 400, 200])
})
