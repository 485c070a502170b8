import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BundleQueue } from './bundle-queue.ts'

const bundle = (id: string, expiresAtMs = 60_000) => ({ id, items: [], expiresAtMs, hasPrefix: false })
const ids = (bundles: { id: string }[]) => bundles.map(({ id }) => id)

test('a bundle that arrives again is kept once', () => {
	const queue = new BundleQueue()
	assert.equal(queue.add(bundle('a')), true)
	assert.equal(queue.add(bundle('a')), false)
	assert.equal(queue.size, 1)
})

test('the first to expire is at the front', () => {
	const queue = new BundleQueue()
	for (const [id, expiresAtMs] of [
		['late', 3],
		['early', 1],
		['middle', 2],
	] as const)
		queue.add(bundle(id, expiresAtMs))
	assert.deepEqual(ids(queue.ready(0)), ['early', 'middle', 'late'])
})

test('a bundle that failed alone waits, longer each time', () => {
	const queue = new BundleQueue()
	queue.add(bundle('a'))
	queue.failedAlone('a', 0)
	assert.deepEqual(ids(queue.ready(499)), [])
	assert.deepEqual(ids(queue.ready(500)), ['a'])
	queue.failedAlone('a', 500)
	assert.equal(queue.nextMs(), 1_500)
	for (let n = 0; n < 50; n++) queue.failedAlone('a', 0)
	assert.equal(queue.nextMs(), 4_000)
})

test('a postponed bundle is not counted as failed', () => {
	const queue = new BundleQueue()
	queue.add(bundle('a'))
	queue.postpone('a', 0)
	assert.deepEqual(queue.ready(500)[0]?.failures, 0)
	queue.drop('a')
	assert.equal(queue.nextMs(), undefined)
})

test('a bundle in a root is not ready, and has no time, until it is postponed', () => {
	const queue = new BundleQueue()
	queue.add(bundle('a'))
	queue.hold('a')
	assert.deepEqual(ids(queue.ready(1e9)), [])
	assert.equal(queue.nextMs(), undefined)
	assert.equal(queue.add(bundle('a')), false)
	queue.postpone('a', 0)
	assert.deepEqual(ids(queue.ready(500)), ['a'])
})

test('the next time is that of a bundle after now, not of one already ready', () => {
	const queue = new BundleQueue()
	queue.add(bundle('a'))
	queue.add(bundle('b'))
	queue.postpone('b', 1_000)
	assert.deepEqual([queue.nextMs(), queue.nextMs(1_000), queue.nextMs(1_500)], [0, 1_500, undefined])
})
