import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import type { BrowserStorage } from '../session/browser-storage.ts'
import type { PriceAlert, Repeat } from './alert.ts'
import { addAlert, alertsMax, claimRing, quiet, readAlerts, removeAlert, skipMissed } from './saved-alerts.ts'

function memory(): BrowserStorage {
	const kept = new Map<string, string>()
	return {
		getItem: key => kept.get(key) ?? null,
		setItem: (key, value) => void kept.set(key, value),
		removeItem: key => void kept.delete(key),
	}
}

const amount = (symbol: string, text: string) => ({ symbol, amount: Decimal.parse(text) })
const price = (id: string, networkId = 242): PriceAlert => ({
	kind: 'price',
	id,
	networkId,
	exact: 'sell',
	isRinging: false,
	pair: { base: 'XRD', quote: 'xUSDC' },
	price: Decimal.parse('0.051'),
	limit: { sell: amount('XRD', '100'), buy: amount('xUSDC', '5.1') },
})
const repeat: Repeat = {
	kind: 'repeat',
	id: 'r',
	networkId: 242,
	exact: 'buy',
	isRinging: false,
	sell: 'xUSDC',
	buy: 'XRD',
	amount: Decimal.parse('12.000000000000000001'),
	everyMs: 60_000,
	nextAtMs: 100_000,
}

it('keeps alerts of each network with all digits, until they are removed', () => {
	const storage = memory()
	for (const alert of [price('a'), repeat, price('b', 2)]) assert.equal(addAlert(storage, alert), true)
	assert.deepEqual(readAlerts(storage, 242), [price('a'), repeat])
	assert.deepEqual(readAlerts(storage, 2), [price('b', 2)])
	removeAlert(storage, 'a')
	removeAlert(storage, 'b')
	assert.deepEqual(readAlerts(storage, 242), [repeat])
	removeAlert(storage, 'r')
	assert.equal(storage.getItem('accord.alerts'), null)
})

it('keeps no more than a reader can follow, and says so; and so it does when the browser stores nothing', () => {
	const storage = memory()
	for (let n = 0; n < alertsMax; n++) assert.equal(addAlert(storage, price(`${n}`)), true)
	assert.equal(addAlert(storage, price('more')), false)
	assert.equal(readAlerts(storage, 242).length, alertsMax)
	const full = () => {
		throw new DOMException('full', 'QuotaExceededError')
	}
	assert.equal(addAlert({ ...memory(), setItem: full }, price('a')), false)
})

it('lets a price ring once, whichever tab is first', () => {
	const storage = memory()
	addAlert(storage, price('a'))
	assert.equal(claimRing(storage, 'a', 5_000), true)
	assert.equal(claimRing(storage, 'a', 5_001), false)
	assert.deepEqual(readAlerts(storage, 242), [{ ...price('a'), rangAtMs: 5_000, isRinging: true }])
	quiet(storage, 'a')
	assert.deepEqual(readAlerts(storage, 242), [{ ...price('a'), rangAtMs: 5_000 }])
	assert.equal(claimRing(storage, 'a', 6_000), false)
	assert.equal(claimRing(storage, 'unknown', 6_000), false)
})

it('lets a repeat ring once at each of its times', () => {
	const storage = memory()
	addAlert(storage, repeat)
	assert.equal(claimRing(storage, 'r', 99_999), false)
	assert.equal(claimRing(storage, 'r', 100_010), true)
	assert.equal(claimRing(storage, 'r', 100_020), false)
	assert.deepEqual(readAlerts(storage, 242), [{ ...repeat, nextAtMs: 160_000, rangAtMs: 100_010, isRinging: true }])
	skipMissed(storage, 'r', 400_000)
	const [skipped] = readAlerts(storage, 242)
	assert.equal(skipped?.kind === 'repeat' && skipped.nextAtMs, 460_000)
})

it('ignores entries that it cannot read', () => {
	const storage = memory()
	addAlert(storage, price('a'))
	const [good] = JSON.parse(storage.getItem('accord.alerts') ?? '') as object[]
	const bad = [
		7,
		null,
		{},
		{ ...good, id: '' },
		{ ...good, exact: 'both' },
		{ ...good, kind: 'other' },
		{ ...good, price: 'x' },
		{ ...good, limit: { sell: {} } },
		{ ...good, pair: { base: 'XRD', quote: 'xETH' } },
		{ ...good, kind: 'repeat', sell: 'XRD', buy: 'xUSDC', amount: '1', nextAtMs: 1, everyMs: 1 },
	].map((entry, at) =>
		typeof entry === 'object' && entry !== null && 'id' in entry && entry.id !== '' ? { ...entry, id: `${at}` } : entry,
	)
	storage.setItem('accord.alerts', JSON.stringify([...bad, good]))
	assert.deepEqual(readAlerts(storage, 242), [price('a')])
	for (const text of ['{', '{}', '7']) {
		storage.setItem('accord.alerts', text)
		assert.deepEqual(readAlerts(storage, 242), [], text)
	}
})
