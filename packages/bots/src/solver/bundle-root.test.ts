import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Item } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import fc from 'fast-check'
import { isFull, lockFeeXrdOf, packRoot, splitRoot } from './bundle-root.ts'
import { fitsRoot, type ItemLoad, usualTrade } from './root-load.ts'

/** What a bound order or fill with surplus uses. */
const [load] = usualTrade as [ItemLoad]

function bundle(id: string, items: number, extra: { hasPrefix?: boolean; failures?: number; load?: ItemLoad } = {}) {
	const content = Array.from({ length: items }, () => ({}) as Item)
	const loads = content.map(() => extra.load ?? load)
	const waiting = { failures: 0, notBeforeMs: 0, expiresAtMs: 0, parties: [id] }
	return {
		id,
		orderId: id,
		items: content,
		loads,
		hasPrefix: false,
		rewardXrd: Decimal.parse('1.5'),
		...waiting,
		...extra,
	}
}

const ids = (bundles: { id: string }[]) => bundles.map(({ id }) => id)
const many = (count: number, items: number) => Array.from({ length: count }, (_, n) => bundle(String(n), items))

test('eight trades of two items fill a root, the ninth waits', () => {
	assert.deepEqual(ids(packRoot(many(9, 2))), ['0', '1', '2', '3', '4', '5', '6', '7'])
})

test('a root of eight trades is full, and one of seven is not', () => {
	assert.equal(isFull(many(7, 2)), false)
	assert.equal(isFull([...many(7, 2), bundle('one', 1)]), true)
	assert.equal(isFull(many(8, 2)), true)
	assert.equal(isFull([]), false)
})

test('a bundle that does not fit is skipped, never split', () => {
	const ready = [...many(7, 2), bundle('five', 5), bundle('two', 2)]
	assert.deepEqual(ids(packRoot(ready)), ['0', '1', '2', '3', '4', '5', '6', 'two'])
})

test('a root ends where its events or units do, before it has 16 items', () => {
	for (const much of [{ events: 40 }, { units: 9_000_000 }]) {
		const heavy = (id: string) => bundle(id, 2, { load: { ...load, ...much } })
		const packed = packRoot(['0', '1', '2', '3', '4', '5'].map(heavy))
		assert.ok(packed.length > 1 && packed.length < 6)
		const loads = packed.flatMap(each => each.loads)
		assert.deepEqual([fitsRoot(loads), fitsRoot([...loads, ...heavy('next').loads])], [true, false])
	}
})

test('a bundle that is too large by the estimate is tried alone', () => {
	const large = bundle('large', 16, { load: { ...load, events: 20 } })
	const small = bundle('small', 2)
	assert.deepEqual(ids(packRoot([large, small])), ['large'])
	assert.deepEqual(ids(packRoot([small, large])), ['small'])
})

test('a bundle with a prefix goes alone', () => {
	assert.deepEqual(ids(packRoot([bundle('prefix', 2, { hasPrefix: true }), bundle('a', 2)])), ['prefix'])
	assert.deepEqual(ids(packRoot([bundle('a', 2), bundle('prefix', 2, { hasPrefix: true }), bundle('b', 2)])), [
		'a',
		'b',
	])
})

test('a bundle that has failed alone goes alone', () => {
	assert.deepEqual(ids(packRoot([bundle('failed', 2, { failures: 1 }), bundle('a', 2)])), ['failed'])
})

test('without ready bundles nothing is packed', () => {
	assert.deepEqual(packRoot([]), [])
})

test('a root has at most 16 items and begins with the first bundle', () => {
	const anyBundle = fc.record({ items: fc.integer({ min: 1, max: 5 }), hasPrefix: fc.boolean() })
	fc.assert(
		fc.property(fc.array(anyBundle, { minLength: 1, maxLength: 30 }), kinds => {
			const ready = kinds.map(({ items, hasPrefix }, n) => bundle(String(n), items, { hasPrefix }))
			const packed = packRoot(ready)
			const items = packed.reduce((sum, each) => sum + each.items.length, 0)
			assert.ok(items <= 16 && fitsRoot(packed.flatMap(each => each.loads)))
			assert.equal(packed[0], ready[0])
			assert.ok(packed.length === 1 || packed.every(({ hasPrefix }) => !hasPrefix))
		}),
	)
})

test('the halves of a root hold all its bundles', () => {
	assert.deepEqual(splitRoot([1, 2, 3, 4, 5]), [
		[1, 2, 3],
		[4, 5],
	])
})

test('a root locks what its bundles pay, and never more than 10 XRD', () => {
	assert.deepEqual(
		[0, 1, 6, 7].map(count => Decimal.format(lockFeeXrdOf(many(count, 2)))),
		['0', '1.5', '9', '10'],
	)
})
