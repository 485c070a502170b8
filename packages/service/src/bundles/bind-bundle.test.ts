import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { config } from '../testing/config-fixture.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { bindBundle } from './bind-bundle.ts'
import { Bundles } from './bundles.ts'
import { FilledOrders } from './filled-orders.ts'
import { publishBundles } from './publish-bundles.ts'

const { markers } = config

test('an order mints what its fills burn, and burns what they mint, however many there are', () => {
	for (let fills = 1; fills <= 15; fills++) {
		const { bindings, amounts } = bindBundle(markers, { fills })
		assert.equal(bindings.length, fills + 1)
		const sums = new Map<string, bigint>()
		const add = (resource: string, amount: bigint) => sums.set(resource, (sums.get(resource) ?? 0n) + amount)
		for (const { markerBox, mint, burn } of bindings) {
			assert.equal(markerBox, markers.box)
			assert.ok(mint.amount > 0n && mint.amount === burn.amount && mint.amount < 2n ** 152n)
			add(mint.resource, mint.amount)
			add(burn.resource, -burn.amount)
		}
		assert.deepEqual([sums.get(markers.order), sums.get(markers.fill)], [0n, 0n])
		assert.equal(bindings[0]?.mint.resource, markers.order)
		assert.deepEqual(
			amounts,
			bindings.map(({ mint }) => mint.amount),
		)
	}
})

test('no two items share an amount, whichever node wraps them, before and after a restart', async t => {
	const trade = await openFilled(t, { openOrdersPerAccount: 100 })
	const { clock, db, deps, placeAndFill } = trade
	const nodes = [1, 2].map(() => ({ ...deps, filledOrders: new FilledOrders({ db }) }))
	for (let round = 0; round < 4; round++) {
		for (let n = 0; n < 6; n++) await placeAndFill()
		clock.advance(500)
		await Promise.all(nodes.map(node => publishBundles(node)))
	}
	for (let n = 0; n < 6; n++) await placeAndFill()
	await new Bundles(deps).publish({ ran: () => {} })
	const rows = await db.own.selectFrom('bundle').select(['marker_amounts', 'subintent_ids']).execute()
	assert.equal(rows.length, 30)
	for (const { marker_amounts: amounts, subintent_ids: ids } of rows) assert.equal(amounts?.length, ids.length)
	const ofFills = rows.flatMap(({ marker_amounts: amounts }) => amounts?.slice(1) ?? [])
	assert.equal(new Set(ofFills).size, ofFills.length)
	for (const { marker_amounts: [ofOrder = '', ...rest] = [] } of rows.map(row => ({
		marker_amounts: row.marker_amounts ?? [],
	})))
		assert.equal(Decimal.parse(ofOrder), Decimal.sum(rest.map(Decimal.parse)))
})
