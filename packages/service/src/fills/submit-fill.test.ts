import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Decimal, type ErrorCode, TradeError } from '@accord/protocol'
import { readSignedPartial } from '../intents/read-intent.ts'
import { amountOf, market, nowMs, user, userKey } from '../testing/order-fixture.ts'
import {
	addMaker,
	makerFill,
	makerId,
	openTrade,
	pricedBy,
	submitFill,
	submitOrder,
	userOrder,
} from '../testing/trade-fixture.ts'
import { fillExecutionsAfter, fillLogRange } from './fill-executions.ts'
import { openNewOrders } from './new-orders.ts'
import type { FillRooms } from './submit-fill.ts'

/** A trade whose maker has 3 s from now to fill the user's order. */
async function openAsked(t: TestContext) {
	const trade = await openTrade(t)
	trade.quote({ bids: ['0.05 10000'] })
	const asked = new Set<string>()
	const ask = async () => {
		await submitOrder(trade.deps, { signedPartialTransaction: userOrder(), receivedAtMs: nowMs })
		const { orders } = await openNewOrders(trade.db.own, { makerId, nowMs })
		const { id } = orders.find(order => !asked.has(order.id)) ?? assert.fail('no part was requested')
		asked.add(id)
		return id
	}
	const orderId = await ask()
	const fill = (
		hex: string,
		changes: Partial<Parameters<typeof submitFill>[1]> & { deps?: Partial<FillRooms> } = {},
	) => {
		const { deps, ...request } = changes
		const given = { makerId, orderId, signedPartialTransaction: hex, receivedAtMs: nowMs, ...request }
		return submitFill({ ...trade.deps, ...deps }, given)
	}
	return { ...trade, orderId, ask, fill }
}

function refusedWith(code: ErrorCode) {
	return (error: unknown) => error instanceof TradeError && error.code === code
}

const idOf = (hex: string) => readSignedPartial(market, hex).subintentId

// shows submission: New order
test('a maker sees a part as the user’s side and as the limit order it must sign', async t => {
	const { db, orderId } = await openAsked(t)
	const [sell, buy] = [
		{ symbol: 'xUSDC', amount: amountOf('5', 'xUSDC').amount },
		{ symbol: 'XRD', amount: amountOf('100', 'XRD').amount },
	]
	const expected = {
		id: orderId,
		pair: { base: 'XRD', quote: 'xUSDC' },
		createdAtMs: nowMs,
		fillBeforeMs: nowMs + 3000,
		limitOrder: { sell: buy, buy: sell },
		fill: { sell, buy },
	}
	assert.deepEqual((await openNewOrders(db.own, { makerId, nowMs })).orders, [expected])
	assert.deepEqual((await openNewOrders(db.own, { makerId, nowMs: nowMs + 3000 })).orders, [expected])
	assert.deepEqual((await openNewOrders(db.own, { makerId, nowMs: nowMs + 3001 })).orders, [])
	assert.deepEqual((await openNewOrders(db.own, { makerId: 'another', nowMs })).orders, [])
})

// shows states: no fill → started
// shows Flash API: platform.fills.fill
// shows events: maker.fill_execution.next, started
test('a fill is written with its started entry before the answer', async t => {
	const { db, fill, messages, orderId } = await openAsked(t)
	messages.length = 0
	const hex = makerFill()
	assert.deepEqual(await fill(hex), { subintentId: idOf(hex), isNew: true })
	assert.deepEqual(await db.own.selectFrom('part').select(['state', 'reservation', 'ended_at_ms']).execute(), [
		{ state: 'filled', reservation: 'open', ended_at_ms: BigInt(nowMs) },
	])
	assert.deepEqual(await fillExecutionsAfter(db.own, { makerId, after: 0, limit: 500 }), [
		{
			sequenceNumber: 1,
			occurredAtMs: nowMs,
			orderId,
			fill: {
				sell: { symbol: 'xUSDC', amount: Decimal.parse('5') },
				buy: { symbol: 'XRD', amount: Decimal.parse('100') },
			},
			subintentId: idOf(hex),
		},
	])
	assert.equal((await fillLogRange(db.own, makerId)).last, 1)
	assert.deepEqual(messages, [['fill_execution', { makerId }]])
	const stored = await db.own.selectFrom('fill').selectAll().executeTakeFirstOrThrow()
	assert.deepEqual(
		[stored.state, stored.maker_id, stored.part_id, stored.sell_symbol, stored.signed_partial_transaction],
		['started', makerId, orderId, 'xUSDC', hex],
	)
})

// shows decision 8: Fills are timely by receipt; parts time out 300 ms later; one of the two wins
test('a fill received exactly at its deadline is accepted, even if validating it takes longer', async t => {
	const { clock, fill } = await openAsked(t)
	clock.set(nowMs + 3100)
	const hex = makerFill()
	assert.deepEqual(await fill(hex, { receivedAtMs: nowMs + 3000 }), { subintentId: idOf(hex), isNew: true })
})

test('error: a fill received one millisecond after its deadline is too late', async t => {
	const { db, fill } = await openAsked(t)
	await assert.rejects(fill(makerFill(), { receivedAtMs: nowMs + 3001 }), refusedWith('fill_too_late'))
	assert.equal((await fillLogRange(db.own, makerId)).last, 0)
})

test('the same fill always gets the same answer, concurrently and after the deadline', async t => {
	const { db, fill } = await openAsked(t)
	const hex = makerFill()
	const answers = await Promise.all([fill(hex), fill(hex), fill(hex)])
	answers.push(await fill(hex, { receivedAtMs: nowMs + 60_000 }))
	assert.deepEqual(new Set(answers.map(({ subintentId }) => subintentId)), new Set([idOf(hex)]))
	assert.equal(answers.filter(({ isNew }) => isNew).length, 1)
	assert.equal((await fillLogRange(db.own, makerId)).last, 1)
})

test('error: of two fills for one order the second is refused, concurrently and later', async t => {
	const { db, fill } = await openAsked(t)
	const results = await Promise.allSettled([fill(makerFill()), fill(makerFill())])
	const refused = results.filter(result => result.status === 'rejected')
	assert.equal(refused.length, 1)
	assert.ok(refusedWith('already_filled')(refused[0]?.reason))
	await assert.rejects(fill(makerFill()), refusedWith('already_filled'))
	assert.equal((await db.own.selectFrom('fill').select('state').execute()).length, 1)
	assert.equal((await fillLogRange(db.own, makerId)).last, 1)
})

// shows decision 21: Unknown order ids and those of other makers get the same error
test('error: unknown orders and other makers’ orders get the same answer', async t => {
	const { db, fill } = await openAsked(t)
	await addMaker(db.own, { makerId: 'another', address: user })
	await assert.rejects(fill(makerFill(), { orderId: 'f'.repeat(32) }), refusedWith('unknown_order'))
	await assert.rejects(fill(makerFill(), { makerId: 'another' }), refusedWith('unknown_order'))
})

test('error: a fill that is worse than the mirror by one unit is refused', async t => {
	const { fill } = await openAsked(t)
	const refused = refusedWith('fill_amount_mismatch')
	await assert.rejects(fill(makerFill({ sell: amountOf('4.999999', 'xUSDC') })), refused)
	await assert.rejects(fill(makerFill({ buy: amountOf('100.000000000000000001', 'XRD') })), refused)
})

test('a fill that gives more than asked, or wants less, is accepted', async t => {
	for (const better of [{ sell: amountOf('5.000001', 'xUSDC') }, { buy: amountOf('99.999999999999999999', 'XRD') }]) {
		const { fill } = await openAsked(t)
		await fill(makerFill(better))
	}
})

test('error: a fill from an account that is not the maker’s is refused', async t => {
	const { fill } = await openAsked(t)
	await assert.rejects(fill(makerFill({ account: user, keyPairs: [userKey] })), refusedWith('foreign_account'))
})

test('error: an order cannot be submitted as a fill, nor one order’s fill for another order', async t => {
	const { ask, db, fill } = await openAsked(t)
	const { signed_partial_transaction } = await db.own
		.selectFrom('order')
		.select('signed_partial_transaction')
		.executeTakeFirstOrThrow()
	await assert.rejects(fill(signed_partial_transaction), refusedWith('subintent_in_use'))
	const hex = makerFill()
	await fill(hex)
	await assert.rejects(fill(hex, { orderId: await ask() }), refusedWith('subintent_in_use'))
})

test('a fill must last 10 s from its receipt, even if its order lasts longer', async t => {
	const { fill } = await openAsked(t)
	await assert.rejects(fill(makerFill({ expiresInS: 9 })), refusedWith('invalid_expiry'))
	const hex = makerFill({ expiresInS: 10 })
	assert.deepEqual(await fill(hex), { subintentId: idOf(hex), isNew: true })
})

// shows error: insufficient_funds
test('error: a maker that no longer holds what it sells is refused', async t => {
	const { fill, gateway } = await openAsked(t)
	gateway.held = { xUSDC: '5.2624' }
	await assert.rejects(fill(makerFill()), refusedWith('insufficient_funds'))
	gateway.held = { xUSDC: '5.2625' }
	await fill(makerFill())
})

test('error: of two concurrent fills that together exceed their account’s funds exactly one is accepted', async t => {
	const { ask, db, fill, gateway, orderId } = await openAsked(t)
	const orderIds = [orderId, await ask()]
	gateway.held = { xUSDC: '10.5249' }
	const results = await Promise.allSettled(orderIds.map(orderId => fill(makerFill(), { orderId })))
	const refused = results.filter(result => result.status === 'rejected')
	assert.equal(refused.length, 1)
	assert.ok(refusedWith('insufficient_funds')(refused[0]?.reason), String(refused[0]?.reason))
	assert.equal((await fillLogRange(db.own, makerId)).last, 1)
})

test('concurrent fills that their account can pay together are all accepted', async t => {
	const { ask, db, fill, gateway, orderId } = await openAsked(t)
	const orderIds = [orderId, await ask(), await ask(), await ask()]
	gateway.held = { xUSDC: '21.05' }
	await Promise.all(orderIds.map(orderId => fill(makerFill(), { orderId })))
	assert.equal((await fillLogRange(db.own, makerId)).last, 4)
})

/** A prefix that does nothing. */
const prefix = { edit: (lines: string[]) => ['ASSERT_WORKTOP_IS_EMPTY;', 'ASSERT_WORKTOP_IS_EMPTY;', ...lines] }

test('an account’s open fills are previewed together only if one of them has a prefix', async t => {
	const { ask, fill, orderId, ...trade } = await openAsked(t)
	const seen: (readonly string[])[] = []
	const intents = pricedBy(trade, request => {
		seen.push(request.alongside)
		return trade.costPreview.price(request)
	})
	const fills = [makerFill(), makerFill(), makerFill(prefix), makerFill()]
	for (const [index, hex] of fills.entries()) {
		await fill(hex, { orderId: index === 0 ? orderId : await ask(), deps: { intents } })
	}
	const [first = '', second = '', third = ''] = fills
	const alongsideThird = [first, second]
	const byHash = (bytes: readonly string[]) => bytes.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
	assert.deepEqual(seen.map(byHash), [[], [], byHash(alongsideThird), byHash([...alongsideThird, third])])
})

test('any number of fills may be open, but with a prefix only as many as fit into one ledger transaction', async t => {
	const { ask, db, fill } = await openAsked(t)
	/** A user may have only eight orders open, so the earlier ones are settled first. */
	const askAnother = async () => {
		await db.own.updateTable('order').set({ state: 'settled' }).execute()
		return ask()
	}
	await fill(makerFill())
	for (let n = 2; n <= 17; n++) await fill(makerFill(), { orderId: await askAnother() })
	const next = await askAnother()
	await assert.rejects(fill(makerFill(prefix), { orderId: next }), refusedWith('too_many_open_orders'))
	await fill(makerFill(), { orderId: next })
	assert.equal((await fillLogRange(db.own, makerId)).last, 18)
})

test('error: a refused fill changes nothing, and another one may follow', async t => {
	const { db, fill, ...trade } = await openAsked(t)
	const price = async () => {
		throw new TradeError('not_account_owner')
	}
	await assert.rejects(
		fill(makerFill(), { deps: { intents: pricedBy(trade, price) } }),
		refusedWith('not_account_owner'),
	)
	await fill(makerFill())
	assert.equal((await fillLogRange(db.own, makerId)).last, 1)
})

test('the log is read page by page, by number', async t => {
	const { ask, db, fill } = await openAsked(t)
	await fill(makerFill())
	for (let n = 2; n <= 4; n++) await fill(makerFill(), { orderId: await ask() })
	const page = await fillExecutionsAfter(db.own, { makerId, after: 1, limit: 2 })
	assert.deepEqual(
		page.map(({ sequenceNumber }) => sequenceNumber),
		[2, 3],
	)
	assert.equal((await fillLogRange(db.own, makerId)).last, 4)
})
