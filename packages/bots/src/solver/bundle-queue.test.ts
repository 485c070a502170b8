import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { BundleQueue, type OpenBundle } from './bundle-queue.ts'

type Parts = Partial<Pick<OpenBundle, 'orderId' | 'expiresAtMs' | 'hasPrefix' | 'parties'>> & { content?: string }

function bundle(id: string, { content = id, ...parts }: Parts = {}): OpenBundle {
	const items = [{ innerId: content }] as unknown as OpenBundle['items']
	return {
		id,
		orderId: id,
		items,
		expiresAtMs: 60_000,
		hasPrefix: false,
		parties: [id],
		rewardXrd: Decimal.one,
		loads: [],
		...parts,
	}
}
const ids = (bundles: { id: string }[]) => bundles.map(({ id }) => id)

test('a bundle that arrives again is kept once', () => {
	const queue = new BundleQueue()
	assert.equal(queue.add(bundle('a')), true)
	assert.equal(queue.add(bundle('a')), false)
	assert.equal(queue.size, 1)
})

test('a bundle takes the place of an earlier one with the same order, whatever happens to that one', () => {
	const queue = new BundleQueue()
	queue.add(bundle('old', { orderId: 'order' }))
	queue.hold('old')
	assert.equal(queue.add(bundle('new', { orderId: 'order' })), true)
	assert.deepEqual(ids(queue.ready(0)), ['new'])
	for (const late of [() => queue.failedAlone('old', 0), () => queue.refuse('old'), () => queue.drop('old')]) late()
	assert.deepEqual(ids(queue.ready(0)), ['new'])
	assert.equal(queue.ready(0)[0]?.failures, 0)
})

test('the first to expire is at the front', () => {
	const queue = new BundleQueue()
	for (const [id, expiresAtMs] of [
		['late', 3],
		['early', 1],
		['middle', 2],
	] as const)
		queue.add(bundle(id, { expiresAtMs }))
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

test('accounts take turns, and so do the keys that sign for several of them', () => {
	const queue = new BundleQueue()
	const add = (id: string, expiresAtMs: number, ...parties: string[]) => queue.add(bundle(id, { expiresAtMs, parties }))
	for (let n = 1; n <= 3; n++) add(`greedy-${n}`, n, 'greedy')
	for (let n = 1; n <= 3; n++) add(`by-one-key-${n}`, 10 + n, `account-${n}`, 'one key')
	add('honest', 50, 'honest')
	assert.deepEqual(ids(queue.ready(0)), [
		...['greedy-1', 'by-one-key-1', 'honest'],
		...['greedy-2', 'by-one-key-2'],
		...['greedy-3', 'by-one-key-3'],
	])
})

test('bundles that have failed come after all others, those that failed least first', () => {
	const queue = new BundleQueue()
	for (const id of ['twice', 'once', 'fresh']) queue.add(bundle(id, { expiresAtMs: id === 'fresh' ? 60_000 : 1 }))
	queue.failedAlone('twice', 0)
	queue.failedAlone('twice', 0)
	queue.failedAlone('once', 0)
	assert.deepEqual(ids(queue.ready(10_000)), ['fresh', 'once', 'twice'])
})

test('bundles with a prefix and all others take turns', () => {
	const queue = new BundleQueue()
	const settled: string[] = []
	for (let n = 1; n <= 3; n++) queue.add(bundle(`prefix-${n}`, { hasPrefix: true, expiresAtMs: n }))
	for (let n = 1; n <= 3; n++) queue.add(bundle(`plain-${n}`, { expiresAtMs: 10 + n }))
	for (let [next] = queue.ready(0); next !== undefined; [next] = queue.ready(0)) {
		queue.hold(next.id)
		settled.push(next.id)
	}
	assert.deepEqual(settled, ['plain-1', 'prefix-1', 'plain-2', 'prefix-2', 'plain-3', 'prefix-3'])
})

test('a refused bundle is not taken again, but its order with other fills is', () => {
	const queue = new BundleQueue()
	queue.add(bundle('a'))
	queue.refuse('a')
	assert.equal(queue.size, 0)
	assert.equal(queue.add(bundle('a')), false)
	assert.equal(queue.add(bundle('a', { content: 'with another fill' })), true)
})
