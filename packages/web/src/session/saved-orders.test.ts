import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import {
	readSavedOrders,
	removeOrders,
	type SavedOrder,
	type Storage,
	savedOrdersMax,
	saveOrder,
} from './saved-orders.ts'

function memory(first?: string): Storage {
	let kept: string | null = first ?? null
	return {
		getItem: () => kept,
		setItem: (_key, value) => {
			kept = value
		},
	}
}

const order = (n: number, networkId = 242): SavedOrder => ({
	subintentId: `subtxid_sim1${n}`,
	networkId,
	account: 'account_sim1',
	limitOrder: {
		sell: { symbol: 'XRD', amount: Decimal.parse('100') },
		buy: { symbol: 'xUSDC', amount: Decimal.parse('4.9') },
	},
	sentAtMs: n,
})

it('saves the newest orders of each network, newest first, each once', () => {
	const storage = memory()
	for (const n of [1, 2, 3, 2]) saveOrder(storage, order(n))
	saveOrder(storage, order(9, 2))
	assert.deepEqual(readSavedOrders(storage, 242), [order(2), order(3), order(1)])
	assert.deepEqual(readSavedOrders(storage, 2), [order(9, 2)])
	for (let n = 0; n < savedOrdersMax + 5; n++) saveOrder(storage, order(100 + n))
	const kept = readSavedOrders(storage, 242)
	assert.equal(kept.length, savedOrdersMax)
	assert.deepEqual(kept[0], order(100 + savedOrdersMax + 4))
})

it('removes the named orders', () => {
	const storage = memory()
	for (const n of [1, 2, 3]) saveOrder(storage, order(n))
	removeOrders(storage, ['subtxid_sim13', 'subtxid_sim17'])
	assert.deepEqual(readSavedOrders(storage, 242), [order(2), order(1)])
})

it('an entry that cannot be an order is ignored, and the others are kept', () => {
	const storage = memory()
	saveOrder(storage, order(1))
	const [good] = JSON.parse(storage.getItem('') ?? '')
	const wrong = [
		{ ...good, subintentId: '' },
		{ ...good, subintentId: 'subtxid_sim1 2' },
		{ ...good, subintentId: `subtxid_sim1${'2'.repeat(200)}` },
		{ ...good, subintentId: 'subtxid_sim12', sentAtMs: 1e300 },
		{ ...good, subintentId: 'subtxid_sim12', limitOrder: { sell: {}, buy: {} } },
		good,
	]
	assert.deepEqual(readSavedOrders(memory(JSON.stringify([...wrong, good])), 242), [order(1)])
	const many = Array.from({ length: savedOrdersMax + 50 }, (_, n) => ({ ...good, subintentId: `subtxid_sim1${n}` }))
	assert.equal(readSavedOrders(memory(JSON.stringify(many)), 242).length, savedOrdersMax)
})

it('unreadable entries are ignored', () => {
	for (const text of ['', '{', '{}', 'null', '[null, 1, {"subintentId": "x"}]'])
		assert.deepEqual(readSavedOrders(memory(text), 242), [])
	const refusing: Storage = {
		getItem: () => {
			throw new Error('no storage')
		},
		setItem: () => {
			throw new Error('no storage')
		},
	}
	saveOrder(refusing, order(1))
	assert.deepEqual(readSavedOrders(refusing, 242), [])
})

it('keeps what a later version stores with an order, and reads orders of an earlier one', () => {
	const storage = memory()
	saveOrder(storage, { ...order(2), exact: 'buy' })
	saveOrder(storage, order(1))
	assert.deepEqual(readSavedOrders(storage, 242), [order(1), { ...order(2), exact: 'buy' }])
})
