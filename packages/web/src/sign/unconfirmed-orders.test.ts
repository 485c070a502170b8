import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { forgetUnconfirmed, noteUnconfirmed, unconfirmedOrder } from './unconfirmed-orders.ts'

function emptyStorage() {
	const kept = new Map<string, string>()
	return {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
		removeItem: (key: string) => void kept.delete(key),
	}
}

const expiresAtS = Math.floor(Date.now() / 1000) + 45
const limitOrder = {
	sell: { symbol: 'XRD', amount: Decimal.fromInteger(100) },
	buy: { symbol: 'xUSDC', amount: Decimal.fromInteger(5) },
}
const order = { subintentId: 'subtxid_sim1one', account: 'account_sim1', limitOrder, expiresAtS }
const swap = { account: 'account_sim1', sell: 'XRD', buy: 'xUSDC' }

it('an order is remembered until the ledger can no longer execute it, or the service confirms it', () => {
	const storage = emptyStorage()
	noteUnconfirmed(storage, order)
	noteUnconfirmed(storage, { ...order, subintentId: 'subtxid_sim1two', expiresAtS: expiresAtS + 10 })
	assert.equal(unconfirmedOrder(storage, swap, Date.now())?.subintentId, 'subtxid_sim1two')
	assert.equal(unconfirmedOrder(storage, swap, (expiresAtS + 14) * 1000)?.subintentId, 'subtxid_sim1two')
	assert.equal(unconfirmedOrder(storage, swap, (expiresAtS + 15) * 1000), undefined)
	forgetUnconfirmed(storage, 'subtxid_sim1two')
	assert.equal(unconfirmedOrder(storage, swap, Date.now())?.subintentId, 'subtxid_sim1one')
})

it('it says nothing of other accounts, nor of the opposite swap', () => {
	const storage = emptyStorage()
	noteUnconfirmed(storage, order)
	assert.equal(unconfirmedOrder(storage, { ...swap, account: 'account_sim2' }, Date.now()), undefined)
	assert.equal(unconfirmedOrder(storage, { ...swap, sell: 'xUSDC', buy: 'XRD' }, Date.now()), undefined)
})

it('what cannot be read is ignored', () => {
	const storage = emptyStorage()
	for (const text of ['{', '{}', '[null, 1, {"untilMs": 1}]']) {
		storage.setItem('accord.unconfirmed', text)
		assert.equal(unconfirmedOrder(storage, swap, 0), undefined)
	}
})
