import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairQueue } from './fair-queue.ts'

function drained(queue: FairQueue<string>): string[] {
	return Array.from({ length: queue.size }, () => queue.shift() ?? '')
}

test('clients take turns; each one’s items keep their order', () => {
	const queue = new FairQueue<string>({ capacity: 10 })
	for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) assert.equal(queue.push(item.charAt(0), item), undefined)
	assert.deepEqual(drained(queue), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
	assert.equal(queue.shift(), undefined)
})

test('a full queue makes room for a client with less at the cost of the one with most', () => {
	const queue = new FairQueue<string>({ capacity: 4 })
	for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push('a', item)
	assert.equal(queue.push('a', 'a5'), 'a5')
	assert.equal(queue.push('b', 'b1'), 'a4')
	assert.equal(queue.push('b', 'b2'), 'a3')
	assert.equal(queue.push('b', 'b3'), 'b3')
	assert.deepEqual([queue.size, drained(queue)], [4, ['a1', 'b1', 'a2', 'b2']])
})

test('property: never more than its capacity, nothing lost, nothing twice', () => {
	for (let seed = 1; seed <= 200; seed++) {
		const queue = new FairQueue<number>({ capacity: 5 })
		const out: number[] = []
		for (let item = 0; item < 100; item++) {
			const random = Math.imul(seed * 7919 + item, 2_654_435_761) >>> 0
			const displaced = queue.push(String(random % 4), item)
			if (displaced !== undefined) out.push(displaced)
			if (random % 3 === 0) out.push(queue.shift() ?? assert.fail())
			assert.ok(queue.size <= 5)
		}
		for (let item = queue.shift(); item !== undefined; item = queue.shift()) out.push(item)
		assert.deepEqual(
			out.sort((a, b) => a - b),
			Array.from({ length: 100 }, (_, n) => n),
		)
	}
})
