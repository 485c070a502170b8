import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forgetOrders, type KeptOrder, keepOrder, keptOrdersMax, readKeptOrders, type Storage } from './kept-orders.ts'

function memory(first?: string): Storage {
	let kept: string | null = first ?? null
	return {
		getItem: () => kept,
		setItem: (_key, value) => {
			kept = value
		},
	}
}

const order = (n: number, networkId = 242): KeptOrder => ({
	subintentId: `subtxid_sim1${n}`,
	networkId,
	account: 'account_sim1',
	limitOrder: { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '4.9' } },
	sentAtMs: n,
})

it('keeps the newest orders of each network, newest first, each once', () => {
	const storage = memory()
	for (const n of [1, 2, 3, 2]) keepOrder(storage, order(n))
	keepOrder(storage, order(9, 2))
	assert.deepEqual(readKeptOrders(storage, 242), [order(2), order(3), order(1)])
	assert.deepEqual(readKeptOrders(storage, 2), [order(9, 2)])
	for (let n = 0; n < keptOrdersMax + 5; n++) keepOrder(storage, order(100 + n))
	const kept = readKeptOrders(storage, 242)
	assert.equal(kept.length, keptOrdersMax)
	assert.deepEqual(kept[0], order(100 + keptOrdersMax + 4))
})

it('forgets those named', () => {
	const storage = memory()
	for (const n of [1, 2, 3]) keepOrder(storage, order(n))
	forgetOrders(storage, ['subtxid_sim13', 'subtxid_sim17'])
	assert.deepEqual(readKeptOrders(storage, 242), [order(2), order(1)])
})

it('what cannot be read is as if it had never been kept', () => {
	for (const text of ['', '{', '{}', 'null', '[null, 1, {"subintentId": "x"}]'])
		assert.deepEqual(readKeptOrders(memory(text), 242), [])
	const refusing: Storage = {
		getItem: () => {
			throw new Error('no storage')
		},
		setItem: () => {
			throw new Error('no storage')
		},
	}
	keepOrder(refusing, order(1))
	assert.deepEqual(readKeptOrders(refusing, 242), [])
})
