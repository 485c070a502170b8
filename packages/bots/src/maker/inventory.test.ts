import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { Inventory } from './inventory.ts'

const xrd = (text: string) => ({ symbol: 'XRD', amount: Decimal.parse(text), untilMs: 1_000 })

async function inventoryOf(held: () => string) {
	const inventory = new Inventory(async () => new Map([['XRD', Decimal.parse(held())]]))
	await inventory.refresh(0)
	return inventory
}

test('a promised amount is not free', async () => {
	const inventory = await inventoryOf(() => '100')
	assert.equal(inventory.reserve('a', xrd('60')), true)
	assert.equal(inventory.reserve('b', xrd('41')), false)
	assert.equal(inventory.reserve('b', xrd('40')), true)
	assert.equal(inventory.free('XRD'), 0n)
})

test('an order that arrives again is not promised twice', async () => {
	const inventory = await inventoryOf(() => '100')
	assert.equal(inventory.reserve('a', xrd('60')), true)
	assert.equal(inventory.reserve('a', xrd('60')), true)
	assert.equal(inventory.free('XRD'), Decimal.parse('40'))
})

test('a promise whose fill settled stands until the balance was read again', async () => {
	let held = '100'
	const inventory = await inventoryOf(() => held)
	inventory.reserve('a', xrd('60'))
	held = '40'
	inventory.end('a')
	assert.equal(inventory.free('XRD'), Decimal.parse('40'))
	await inventory.refresh(0)
	assert.equal(inventory.free('XRD'), Decimal.parse('40'))
})

test('a fill that ends while the balance is being read stays promised', async () => {
	const inventory: Inventory = new Inventory(async () => {
		inventory.end('a')
		return new Map([['XRD', Decimal.parse('100')]])
	})
	await inventory.refresh(0)
	inventory.reserve('a', xrd('60'))
	await inventory.refresh(0)
	assert.equal(inventory.free('XRD'), Decimal.parse('40'))
})

test('a promise ends when its fill can no longer be settled', async () => {
	const inventory = await inventoryOf(() => '100')
	inventory.reserve('a', xrd('60'))
	await inventory.refresh(999)
	assert.equal(inventory.free('XRD'), Decimal.parse('40'))
	await inventory.refresh(1_000)
	assert.equal(inventory.free('XRD'), Decimal.parse('100'))
})

test('a refused fill frees its promise at once', async () => {
	const inventory = await inventoryOf(() => '100')
	inventory.reserve('a', xrd('60'))
	inventory.release('a')
	assert.equal(inventory.free('XRD'), Decimal.parse('100'))
})
