import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Decimal, type ErrorCode, OrderStatus, TradeError } from '@accord/protocol'
import { readSignedPartial } from '../intents/read-intent.ts'
import { inserted, market, nowMs } from '../testing/order-fixture.ts'
import { makerFill, openTrade, pricedBy, submitOrder, userOrder } from '../testing/trade-fixture.ts'
import { orderStatus } from './order-status.ts'
import type { OrderRooms } from './orders.ts'

async function openQuoted(t: TestContext) {
	const trade = await openTrade(t)
	trade.quote({ bids: ['0.05 1000'] })
	const submit = (signedPartialTransaction: string, changes: Partial<OrderRooms> = {}) =>
		submitOrder({ ...trade.deps, ...changes }, { signedPartialTransaction, receivedAtMs: nowMs })
	return { ...trade, submit }
}

function refusedWith(code: ErrorCode) {
	return (error: unknown) => error instanceof TradeError && error.code === code
}

const idOf = (hex: string) => readSignedPartial(market, hex).subintentId

// shows submission: Order submission result
test('the answer to an order is its id, once it is written and its status can be read', async t => {
	const { db, submit } = await openQuoted(t)
	const order = userOrder()
	assert.deepEqual(await submit(order), { subintentId: idOf(order), isNew: true })
	const status = await orderStatus(db.own, idOf(order))
	assert.deepEqual(status && OrderStatus.format(status), {
		subintent_id: idOf(order),
		state: 'awaiting_fills',
		limit_order: { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '5' } },
		fee: { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' },
		account: readSignedPartial(market, order).reading.terms?.account,
		expires_at: Math.floor(nowMs / 1000) + 45,
		created_at_ms: nowMs,
		history: [{ state: 'accepted', at_ms: nowMs }],
		parts: [{ state: 'asked' }],
	})
})

// shows fees: Fee rule 3: rebate = transaction_execution_amount − estimated cost, returned in step 8
test('the rebate is the execution amount less the cost, in the token sold', async t => {
	const { db, submit } = await openQuoted(t)
	await submit(userOrder())
	const { rebate, cost_xrd } = await db.own.selectFrom('order').select(['rebate', 'cost_xrd']).executeTakeFirstOrThrow()
	assert.deepEqual([rebate, cost_xrd].map(Decimal.parse), [Decimal.parse('4.5'), Decimal.parse('0.5')])
})

test('an unknown order has no status', async t => {
	const { db } = await openQuoted(t)
	assert.equal(await orderStatus(db.own, idOf(userOrder())), undefined)
})

test('the same order again gets the same answer, in upper case too, even if nothing would match it now', async t => {
	const { db, quote, submit } = await openQuoted(t)
	const order = userOrder()
	const answer = await submit(order)
	quote({})
	assert.deepEqual(await submit(order), { ...answer, isNew: false })
	assert.deepEqual(await submit(order.toUpperCase()), { ...answer, isNew: false })
	assert.equal((await db.own.selectFrom('order').select('state').execute()).length, 1)
})

test('an order submitted several times concurrently is written once and gets the same answer', async t => {
	const { db, submit } = await openQuoted(t)
	const order = userOrder()
	const answers = await Promise.all(Array.from({ length: 5 }, () => submit(order)))
	assert.deepEqual(new Set(answers.map(({ subintentId }) => subintentId)), new Set([idOf(order)]))
	assert.equal(answers.filter(({ isNew }) => isNew).length, 1)
	assert.equal((await db.own.selectFrom('part').select('state').execute()).length, 1)
})

test('an order submitted twice concurrently does not compete with itself for the last liquidity', async t => {
	const { quote, submit } = await openQuoted(t)
	quote({ bids: ['0.05 100'] })
	const order = userOrder()
	const answers = await Promise.all([submit(order), submit(order)])
	assert.deepEqual(answers, [
		{ subintentId: idOf(order), isNew: true },
		{ subintentId: idOf(order), isNew: false },
	])
})

test('error: a refused order is not remembered and may be submitted again', async t => {
	const { quote, submit } = await openQuoted(t)
	const order = userOrder()
	quote({})
	await assert.rejects(submit(order), refusedWith('no_liquidity'))
	quote({ bids: ['0.05 1000'] })
	assert.deepEqual(await submit(order), { subintentId: idOf(order), isNew: true })
})

// shows limits: Orders that do not match a maker’s newest book are not forwarded to it
test('error: an order that matches nothing is refused before any status request to the ledger', async t => {
	const { gateway, quote, submit } = await openQuoted(t)
	quote({ bids: ['0.0499 1000'] })
	await assert.rejects(submit(userOrder()), refusedWith('no_liquidity'))
	assert.deepEqual(gateway.statusRequests, [])
})

test('error: an accepted fill cannot be submitted as an order', async t => {
	const { db, submit } = await openQuoted(t)
	await submit(userOrder())
	const fill = makerFill()
	const { subintentHash } = readSignedPartial(market, fill)
	await db.own
		.insertInto('subintent')
		.values({ subintent_hash: subintentHash, role: 'fill', created_at_ms: 0 })
		.execute()
	await assert.rejects(submit(fill), refusedWith('subintent_in_use'))
})

// shows decision 18: Open orders of an account are counted together; at most 8
// shows error: insufficient_funds
test('error: an account cannot sell more than it holds across several orders', async t => {
	const { gateway, submit } = await openQuoted(t)
	gateway.held = { XRD: '210.7' }
	await submit(userOrder())
	await submit(userOrder())
	await assert.rejects(submit(userOrder()), refusedWith('insufficient_funds'))
	const together = await openQuoted(t)
	together.gateway.held = { XRD: '210.7' }
	const results = await Promise.allSettled([1, 2, 3].map(() => together.submit(userOrder())))
	assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'fulfilled', 'rejected'])
})

test('error: while one order with a prefix is open, its account may open others, but none with a prefix', async t => {
	const { submit } = await openQuoted(t)
	const prefix = { edit: inserted(0, 'DROP_AUTH_ZONE_PROOFS;') }
	await submit(userOrder(prefix))
	await assert.rejects(submit(userOrder(prefix)), refusedWith('too_many_open_orders'))
	await submit(userOrder())
})

test('the expiry counts from when the order was received, however long validation takes', async t => {
	const { clock, submit } = await openQuoted(t)
	clock.advance(2_000)
	const order = userOrder({ expiresInS: 15 })
	assert.deepEqual(await submit(order), { subintentId: idOf(order), isNew: true })
})

test('error: an order that costs too much is refused', async t => {
	const { submit, ...trade } = await openQuoted(t)
	const price = async () => {
		throw new TradeError('execution_cost_too_high')
	}
	await assert.rejects(submit(userOrder(), { intents: pricedBy(trade, price) }), refusedWith('execution_cost_too_high'))
})

test('error: without the ledger no order is accepted', async t => {
	const { gateway, submit } = await openQuoted(t)
	gateway.isDown = true
	await assert.rejects(submit(userOrder()))
})
