import assert from 'node:assert/strict'
import { it } from 'node:test'
import { NewestOrder } from './newest-order.ts'

const day = 86_400_000

it('the newest order is the last to arrive for the first time', () => {
	const newest = new NewestOrder()
	assert.equal(newest.idAt(0), undefined)
	newest.note('a', 1)
	newest.note('b', 2)
	newest.note('a', 3)
	assert.equal(newest.idAt(3), 'b')
})

it('it may be named for a day', () => {
	const newest = new NewestOrder()
	newest.note('a', 5)
	assert.equal(newest.idAt(4 + day), 'a')
	assert.equal(newest.idAt(5 + day), undefined)
})
