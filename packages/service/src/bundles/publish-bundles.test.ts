import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveKeyPair, readItem, readSignedPartialTransaction, unwrap } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import { commitmentsIn, recordOf } from '../testing/commitments.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { market, nowMs, serviceKey } from '../testing/order-fixture.ts'
import { FilledOrders } from './filled-orders.ts'
import { publishBundles } from './publish-bundles.ts'
import { openBundlesAfter } from './solver-events.ts'

const { networkId } = market

// shows submission: In the Solver API it is wrapped in the service’s outer subintent
// shows Solver API: Procedure 1 and 2: strip the outer, parse the inner
test('a filled order is published: the user’s item first, each wrapped by the service, the bytes inside unchanged', async t => {
	const { db, deps, messages, placeAndFill, states } = await openFilled(t)
	const { order, fill } = await placeAndFill()
	messages.length = 0
	assert.equal(await publishBundles(deps), 'done')
	assert.deepEqual(messages, [['bundle', {}]])
	assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
	const [bundle, ...others] = await openBundlesAfter(db.own, { after: 0, limit: 100 })
	assert.deepEqual([bundle?.bundleNumber, others], [1, []])
	const items = bundle?.items ?? []
	assert.deepEqual(
		items.map(item => unwrap(item, networkId).signedPartialTransaction),
		[order, fill],
	)
	for (const item of items) {
		const outer = readSignedPartialTransaction(item, networkId)
		const inner = readSignedPartialTransaction(unwrap(item, networkId).signedPartialTransaction, networkId)
		assert.deepEqual(outer.signers, [{ curve: serviceKey.curve, publicKey: serviceKey.publicKey }])
		const { intentDiscriminator: _, ...window } = outer.header
		const { intentDiscriminator: __, ...innerWindow } = inner.header
		assert.deepEqual(window, innerWindow)
		assert.deepEqual(outer.children, [inner.subintentHash])
	}
	assert.equal(readItem(items[0] ?? '', networkId).terms.fee.platformAmount, Decimal.parse('0.1'))
	const history = await db.own.selectFrom('order').select(['filled_at_ms', 'published_at_ms']).executeTakeFirstOrThrow()
	assert.deepEqual(history, { filled_at_ms: BigInt(nowMs), published_at_ms: BigInt(nowMs) })
	assert.deepEqual(commitmentsIn(items), [(await recordOf(db.own)).hash, undefined])
})

test('an order that was accepted before there were records is published without a message', async t => {
	const { db, deps, placeAndFill } = await openFilled(t)
	await placeAndFill()
	await db.own.updateTable('order').set({ match_record: null }).execute()
	await publishBundles(deps)
	const [bundle] = await openBundlesAfter(db.own, { after: 0, limit: 1 })
	assert.deepEqual(commitmentsIn(bundle?.items ?? []), [undefined, undefined])
})

test('bundles are numbered without gaps in the order of acceptance, and published once', async t => {
	const { clock, db, deps, placeAndFill } = await openFilled(t)
	const hashes: string[] = []
	for (let n = 0; n < 3; n++) {
		hashes.push((await placeAndFill()).subintentHash)
		clock.advance(1)
	}
	await publishBundles(deps)
	await publishBundles(deps)
	hashes.push((await placeAndFill()).subintentHash)
	await publishBundles(deps)
	const rows = await db.own
		.selectFrom('bundle')
		.select(['bundle_number', 'order_hash'])
		.orderBy('bundle_number')
		.execute()
	assert.deepEqual(
		rows.map(row => [row.bundle_number, row.order_hash]),
		hashes.map((hash, index) => [BigInt(index + 1), hash]),
	)
	assert.deepEqual(
		(await openBundlesAfter(db.own, { after: 2, limit: 1 })).map(({ bundleNumber }) => bundleNumber),
		[3],
	)
})

test('an order that is still waiting for its fill is not published', async t => {
	const { db, deps, place, states } = await openFilled(t)
	await place()
	await publishBundles(deps)
	assert.deepEqual(await states(), ['order awaiting_fills, part asked, reservation open, fill null, bundle none'])
	assert.deepEqual(await openBundlesAfter(db.own, { after: 0, limit: 100 }), [])
})

for (const { what, lives } of [
	{ what: 'order', lives: { expiresInS: 20, fillExpiresInS: 45 } },
	{ what: 'fill', lives: { expiresInS: 45, fillExpiresInS: 20 } },
]) {
	test(`a bundle is published with 5 s left until the ${what} expires, and not with a millisecond less`, async t => {
		const expiresAtMs = (Math.floor(nowMs / 1000) + 20) * 1000
		const { clock, deps, placeAndFill, states } = await openFilled(t)
		await placeAndFill(lives)
		clock.set(expiresAtMs - 4_999)
		await publishBundles(deps)
		assert.deepEqual(await states(), ['order awaiting_fills, part filled, reservation open, fill started, bundle none'])
		clock.set(expiresAtMs - 5_000)
		await publishBundles(deps)
		assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
	})
}

test('two nodes that publish concurrently publish each order once', async t => {
	const { db, deps, messages, placeAndFill, states } = await openFilled(t)
	await placeAndFill()
	messages.length = 0
	const other = { ...deps, filledOrders: new FilledOrders({ db }) }
	await Promise.all([publishBundles(deps), publishBundles(other)])
	assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
	assert.deepEqual(messages, [['bundle', {}]])
	const { last_number } = await db.own.selectFrom('bundle_sequence').select('last_number').executeTakeFirstOrThrow()
	assert.equal(last_number, 1n)
})

test('while a bundle cannot be written every run fails, however soon it follows, and the order is published once it can', async t => {
	const { db, deps, placeAndFill, states } = await openFilled(t)
	await placeAndFill()
	await sql`alter table bundle_sequence rename to moved`.execute(db.own)
	const runs: string[] = []
	for (let n = 0; n < 3; n++) runs.push(await publishBundles(deps).catch(() => 'failed'))
	await sql`alter table moved rename to bundle_sequence`.execute(db.own)
	assert.deepEqual(runs, ['failed', 'failed', 'failed'])
	await publishBundles(deps)
	assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
})

test('an order that could not be published is deferred, so that it does not block others', async t => {
	const { clock, db, deps, logged, placeAndFill, states } = await openFilled(t)
	await placeAndFill()
	await db.own.updateTable('order').set({ rebate: '5.26' }).execute()
	await publishBundles(deps)
	await publishBundles(deps)
	assert.deepEqual(await states(), ['order filled, part filled, reservation open, fill started, bundle none'])
	assert.equal(logged.length, 1)
	await db.own.updateTable('order').set({ rebate: '4.5' }).execute()
	clock.advance(10_000)
	await publishBundles(deps)
	assert.deepEqual(await states(), ['order published, part filled, reservation open, fill started, bundle open'])
})

test('error: after a change of the service’s key, orders for the former one are never signed', async t => {
	const { deps, logged, placeAndFill, states } = await openFilled(t)
	await placeAndFill()
	const keyPair = deriveKeyPair({ seed: 'another', name: 'service', curve: 'Ed25519' })
	const service = { ...deps.service, keyPair }
	await publishBundles({ ...deps, platform: { ...deps.platform, service } })
	assert.deepEqual(await states(), ['order filled, part filled, reservation open, fill started, bundle none'])
	assert.equal(logged.length, 1)
})

test('error: a row that differs from its signed bytes is never signed for', async t => {
	const changes = [
		{ sell_amount: '101' },
		{ buy_amount: '4' },
		{ platform_fee: '0' },
		{ settlement_fee: '50' },
		{ rebate: '5.26' },
		{ account: 'account_sim1other' },
		{ expires_at_s: 1_700_000_050 },
	]
	const { db, deps, logged, placeAndFill, states } = await openFilled(t)
	for (const change of changes) {
		const { subintentHash } = await placeAndFill()
		await db.own.updateTable('order').set(change).where('subintent_hash', '=', subintentHash).execute()
	}
	await publishBundles(deps)
	const unsigned = 'order filled, part filled, reservation open, fill started, bundle none'
	assert.deepEqual(
		await states(),
		changes.map(() => unsigned),
	)
	assert.equal(logged.length, changes.length)
})

test('error: fills that do not add up to their order are never signed for', async t => {
	const { db, deps, logged, placeAndFill, states } = await openFilled(t)
	await placeAndFill()
	await db.own.updateTable('fill').set({ sell_amount: '4.9' }).execute()
	await publishBundles(deps)
	assert.deepEqual(await states(), ['order filled, part filled, reservation open, fill started, bundle none'])
	assert.match(String((logged[0] as { err: Error }).err), /do not add up/)
})
