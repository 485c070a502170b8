import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { insertBundles } from '../bundles/bundles-table.ts'
import { publishBundles } from '../bundles/publish-bundles.ts'
import { wrapBundle } from '../bundles/wrap-bundle.ts'
import { askOne } from '../db/together.ts'
import { correctOutcomes } from '../settlement/correct-outcomes.ts'
import { endDecided, endUnpublished } from '../settlement/end-order.ts'
import type { OrderOutcome } from '../settlement/end-order-table.ts'
import { openFilled } from '../testing/filled-fixture.ts'
import { stranger } from '../testing/order-fixture.ts'
import { createIntegrator, integratorReport, setIntegrator } from './integrators.ts'

const integrator = 'dex'

/** Orders with a platform fee of 0.1 XRD, of which an integrator earns a fifth: 0.02. A deposit costs 0.06. */
async function openShared(t: TestContext, options: Parameters<typeof openFilled>[1] = {}) {
	const trade = await openFilled(t, { openOrdersPerAccount: 100, ...options })
	const { clock, db, deps } = trade
	const terms = { code: integrator, account: stranger, share: Decimal.parse('0.2') }
	await createIntegrator({ database: db.own, clock }, terms)

	const owe = (earned: string) =>
		db.own
			.insertInto('integrator_balance')
			.values({ code: integrator, symbol: 'XRD', earned, paid: '0', claimed: '0' })
			.execute()
	const balance = async () => {
		const row = await db.own
			.selectFrom('integrator_balance')
			.select(['earned', 'paid', 'claimed'])
			.where('code', '=', integrator)
			.executeTakeFirst()
		const amounts = row ?? { earned: '0', paid: '0', claimed: '0' }
		return [amounts.earned, amounts.paid, amounts.claimed].map(text => Decimal.format(Decimal.parse(text))).join(' ')
	}
	const paid = async () => {
		const rows = await db.own.selectFrom('order').select(['share_paid']).orderBy('accepted_at_ms').execute()
		return rows.map(({ share_paid }) => share_paid && Decimal.format(Decimal.parse(share_paid)))
	}
	const reported = async () => (await integratorReport(db.own, { code: integrator, limit: 10 })).trades.length
	const place = async () => {
		clock.advance(1)
		return (await trade.placeAndFill({ integrator })).subintentHash
	}
	type Ends = OrderOutcome['outcome']
	const ending = (orderHash: string, outcome: Ends): OrderOutcome => ({ orderHash, outcome, transactionId: 'txid_1' })
	const { bus, logsRead } = deps
	return {
		...trade,
		owe,
		balance,
		paid,
		reported,
		place,
		end: (orderHash: string, outcome: Ends) => {
			const outcomes = [ending(orderHash, outcome)]
			return endDecided({ platform: { db, bus }, logsRead }, { outcomes, nowMs: clock.nowMs() })
		},
		correct: (orderHash: string, outcome: Ends) =>
			correctOutcomes({ db, bus }, { outcome: ending(orderHash, outcome), nowMs: clock.nowMs() }),
	}
}

test('a bundle claims what it pays of earlier shares; its settlement ends the claim', async t => {
	const { owe, balance, paid, place, end, deps } = await openShared(t)
	await owe('0.05')
	const order = await place()
	assert.equal(await balance(), '0.05 0 0')
	assert.equal(await publishBundles(deps), 'done')
	assert.deepEqual([await paid(), await balance()], [['0.07'], '0.05 0 0.05'])
	await end(order, 'Settled')
	assert.equal(await balance(), '0.07 0.07 0')
})

test('a bundle that expires pays nothing, earns nothing, and gives its claim back', async t => {
	const { owe, balance, paid, place, end, deps } = await openShared(t)
	await owe('0.05')
	const order = await place()
	await publishBundles(deps)
	await end(order, 'Expired')
	assert.equal(await balance(), '0.05 0 0')
	await place()
	await publishBundles(deps)
	assert.deepEqual([await paid(), await balance()], [['0.07', '0.07'], '0.05 0 0.05'])
})

test('of bundles that are published together only one pays what is owed; the others are wrapped again', async t => {
	const { owe, balance, paid, place, deps, states } = await openShared(t)
	await owe('0.1')
	for (let n = 0; n < 3; n++) await place()
	assert.equal(await publishBundles(deps), 'again')
	assert.deepEqual([await paid(), await balance()], [['0.1', null, null], '0.1 0 0.08'])
	assert.equal(await publishBundles(deps), 'done')
	assert.deepEqual([await paid(), await balance()], [['0.1', '0', '0'], '0.1 0 0.08'])
	assert.equal((await states()).filter(state => state.startsWith('order published')).length, 3)
})

test('of bundles that two nodes write at the same time only one pays what is owed', async t => {
	const { owe, balance, paid, place, deps, db, clock, filledOrders } = await openShared(t)
	await owe('0.05')
	for (let n = 0; n < 2; n++) await place()
	const filled = [...(await filledOrders.take(clock.nowMs()))]
	const bundles = filled.map(([orderHash, items]) =>
		wrapBundle({ platform: deps, intents: deps.intents }, { orderHash, items }),
	)
	assert.deepEqual(
		bundles.map(bundle => bundle?.share?.claimed),
		['0.05', '0.05'],
	)
	const write = (bundle: (typeof bundles)[number]) =>
		insertBundles({ bundles: bundle === undefined ? [] : [bundle], nowMs: clock.nowMs() })
	const { promise: hasBegun, resolve: began } = Promise.withResolvers<void>()
	const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
	const first = db.own.transaction().execute(async trx => {
		const published = await askOne(trx, write(bundles[0]))
		began()
		await mayCommit
		return published
	})
	await hasBegun
	const second = db.own.transaction().execute(trx => askOne(trx, write(bundles[1])))
	// It waits for the first one's lock on the balance.
	await new Promise(resolve => setImmediate(resolve))
	commit()
	assert.deepEqual([(await first).length, (await second).length], [1, 0])
	assert.deepEqual([await paid(), await balance()], [['0.07', null], '0.05 0 0.05'])
	clock.advance(1_000)
	await publishBundles(deps)
	assert.deepEqual([await paid(), await balance()], [['0.07', '0'], '0.05 0 0.05'])
})

test('a bundle that two nodes write claims once', async t => {
	const { owe, balance, paid, place, deps, db, clock, filledOrders } = await openShared(t)
	await owe('0.05')
	await place()
	const [[orderHash, items] = ['', []]] = [...(await filledOrders.take(clock.nowMs()))]
	const wrap = () => wrapBundle({ platform: deps, intents: deps.intents }, { orderHash, items })
	const [one, other] = [wrap(), wrap()]
	if (one === undefined || other === undefined) assert.fail('there is time to wrap it')
	const write = (bundle: typeof one) => askOne(db.own, insertBundles({ bundles: [bundle], nowMs: clock.nowMs() }))
	assert.deepEqual([await write(one), await write(other)], [[orderHash], []])
	assert.deepEqual([await paid(), await balance()], [['0.07'], '0.05 0 0.05'])
})

test('an order that one fill completes pays what is owed in the transaction that writes the fill', async t => {
	const { owe, balance, paid, place, end } = await openShared(t, { publishesWithFill: true })
	await owe('0.05')
	const order = await place()
	assert.deepEqual([await paid(), await balance()], [['0.07'], '0.05 0 0.05'])
	await end(order, 'Settled')
	assert.equal(await balance(), '0.07 0.07 0')
})

test('an order whose bundle was withdrawn and that ends unpublished gives its claim back', async t => {
	const { owe, balance, place, deps, db, clock } = await openShared(t)
	await owe('0.05')
	const order = await place()
	await publishBundles(deps)
	await db.own.updateTable('order').set({ state: 'awaiting_fills' }).execute()
	const end = { database: db.own, orderHashes: [order], state: 'cancelled', nowMs: clock.nowMs() } as const
	await endUnpublished(deps, { ...end, stillDue: async () => [order] })
	assert.equal(await balance(), '0.05 0 0')
})

test('a correction takes back what did not settle, and adds what did', async t => {
	const { owe, balance, paid, reported, place, end, correct, deps } = await openShared(t)
	await owe('0.05')
	const order = await place()
	await publishBundles(deps)
	await end(order, 'Settled')
	assert.equal(await reported(), 1)
	// The order and its fill.
	assert.equal(await correct(order, 'Expired'), 2)
	assert.deepEqual([await balance(), await reported()], ['0.05 0 0', 0])
	assert.equal(await correct(order, 'Expired'), 0)
	const other = await place()
	await publishBundles(deps)
	await end(other, 'Expired')
	// The debt was paid twice, by both orders: less than nothing is owed, which later shares make up for.
	for (const hash of [order, other]) assert.equal(await correct(hash, 'Settled'), 2)
	assert.deepEqual([await balance(), await reported()], ['0.09 0.14 0', 2])
	await place()
	await publishBundles(deps)
	assert.deepEqual((await paid()).at(-1), '0')
})

test('an order accepted under one share keeps it; the account is that of the moment of publication', async t => {
	const { place, deps, db } = await openShared(t)
	await place()
	await setIntegrator(db.own, integrator, { share: Decimal.one, account: 'account_sim1another' })
	await publishBundles(deps)
	const rows = await db.own.selectFrom('order').select(['share_due', 'share_account']).execute()
	assert.deepEqual(rows, [{ share_due: '0.02', share_account: 'account_sim1another' }])
})

test('whatever happens in whatever order, what is paid is never more than what was earned', async t => {
	const seed = Math.floor(Math.random() * 2 ** 31)
	t.diagnostic(`seed ${seed}`)
	const random = randomOf(seed)
	const { balance, place, end, deps, db, clock } = await openShared(t)
	const published: string[] = []
	for (let step = 0; step < 60; step++) {
		const at = Math.floor(random() * published.length)
		if (random() < 0.2) {
			const share = Decimal.parse(['0.07', '0.31', '0.6', '1'][Math.floor(random() * 4)] ?? '1')
			await setIntegrator(db.own, integrator, { share })
		}
		if (random() < 0.5 || published.length === 0) {
			for (let orders = 1 + Math.floor(random() * 3); orders > 0; orders--) published.push(await place())
			while ((await publishBundles(deps)) === 'again');
		} else await end(published.splice(at, 1)[0] ?? '', random() < 0.7 ? 'Settled' : 'Expired')
		const rows = await db.own.selectFrom('order').select(['state', 'share_due', 'share_paid', 'platform_fee']).execute()
		const sum = (of: typeof rows, amount: (row: (typeof rows)[number]) => Decimal) =>
			Decimal.format(Decimal.sum(of.map(amount)))
		const [due, pays] = [
			(row: (typeof rows)[number]) => Decimal.parse(row.share_due ?? '0'),
			(row: (typeof rows)[number]) => Decimal.parse(row.share_paid ?? '0'),
		]
		const settled = rows.filter(({ state }) => state === 'settled')
		const open = rows.filter(({ state }) => state === 'published')
		const claimed = sum(open, row => Decimal.max(Decimal.subtract(pays(row), due(row)), Decimal.zero))
		assert.equal(await balance(), `${sum(settled, due)} ${sum(settled, pays)} ${claimed}`, `seed ${seed}`)
		// Even if of the open bundles only those settle that pay more than they earn.
		const [earned, paid, extra] = [sum(settled, due), sum(settled, pays), claimed].map(Decimal.parse)
		assert.ok(Decimal.add(paid ?? Decimal.zero, extra ?? Decimal.zero) <= (earned ?? 0n), `seed ${seed}`)
		for (const row of rows) assert.ok(pays(row) <= Decimal.parse(row.platform_fee))
		clock.advance(10)
	}
})

/** Seeded pseudo-random numbers in [0, 1). */
function randomOf(seed: number): () => number {
	let state = seed
	return () => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
		return state / 0x80000000
	}
}
