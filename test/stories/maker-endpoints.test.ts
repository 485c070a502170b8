import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
	Decimal,
	type MakerBookStatus,
	MakerBookStatuses,
	MakerLimits,
	type MakerOrder,
	MakerOrderPage,
	MakerPauses,
	MakerPerformance,
	MakerStats,
	type WireOf,
} from '@accord/protocol'
import type { z } from 'zod'
import { endPause, setPause } from '../../packages/service/src/breaker/maker-pauses.ts'
import { openTestDatabase } from '../../packages/service/src/testing/open-test-database.ts'
import type { Balances } from '../network/balances.ts'
import { readBook, untilShown } from '../network/book-text.ts'
import { FillLog } from '../network/fill-log.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

const pair = 'XRD/xUSDC'
const xrd = { base: 'XRD', quote: 'xUSDC' }
const hundred = { sell: '100 XRD', buy: '5 xUSDC' }
const startedAtMs = () => network.clock.nowMs() - 86_400_000

let network: TestNetwork
let maker: TestMaker
let solver: TestSolver

before(async () => {
	const limits = { requests_per_minute_per_key: 500, messages_per_second: 2000 }
	network = await startTestNetwork({ users: 8, makers: 2, solvers: 1, settings: { limits } })
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], {
		answer: silent,
		books: [{ pair, bids: ['0.05 1000', '0.049 500'], asks: ['0.06 400'] }],
	})
})
after(() => network?.stop())

/** Requests as the maker, and parses the answer by its schema. */
async function ask<Schema extends z.ZodType>(
	schema: Schema,
	path: string,
	options: { body?: unknown; by?: number } = {},
) {
	const { by = 0, body } = options
	const headers = { 'service-api-key': network.makers[by]?.apiKey ?? '' }
	const method = path.includes('pause') || path.includes('resume') ? 'POST' : 'GET'
	const answer = await askTrade(network, path, { headers, method, ...(body === undefined ? {} : { body }) })
	assert.equal(answer.status, 200, JSON.stringify(answer.body))
	assert.equal(answer.headers.get('access-control-allow-origin'), null)
	return schema.parse(answer.body) as z.infer<Schema>
}

async function booksOf(): Promise<WireOf<typeof MakerBookStatus>[]> {
	return (await ask(MakerBookStatuses.wire, '/maker/books')).books
}

describe('a maker sees what the service sees', () => {
	// shows maker addition: GET /maker/books
	test('a book is shown as sent, with the amounts left and promised to each order, to its maker only', async () => {
		const [before] = await booksOf()
		assert.ok(before !== undefined && Math.abs(network.clock.nowMs() - before.set_at_ms) < 20_000)
		const sent = {
			bids: [
				['0.05', '1000'],
				['0.049', '500'],
			],
			asks: [['0.06', '400']],
		}
		const { set_at_ms, session_id } = before
		const whole = { reserved: { bids: '0', asks: '0' }, reservations: [], hidden: [] }
		assert.deepEqual(before, { pair: xrd, ...sent, available: sent, set_at_ms, session_id, in_force: true, ...whole })
		network.clock.freeze()
		const order = await placeOrder(network, network.users[0], hundred)
		const { id } = await maker.asked(1)
		const asked = { order_id: id, side: 'bids', amount: '100', state: 'asked', levels: [['0.05', '100']] }
		const [promised] = await booksOf()
		const left = { ...sent, bids: [['0.05', '900'], sent.bids[1]] }
		assert.deepEqual([promised?.available, promised?.reservations], [left, [asked]])
		assert.deepEqual(promised?.reserved, { bids: '100', asks: '0' })
		await maker.fill(await maker.asked(1))
		assert.deepEqual((await booksOf())[0]?.reservations, [{ ...asked, state: 'filled' }])
		await settle(network, solver, await solver.bundleOf(order))
		network.clock.thaw()
		await untilState(network, order, 'settled')
		const [settled] = await booksOf()
		assert.deepEqual([settled?.available, settled?.reservations], [left, [{ ...asked, state: 'settled' }]])
		assert.deepEqual(await ask(MakerBookStatuses.wire, '/maker/books', { by: 1 }), { books: [] })
	})

	test('a replaced book is whole again; a side too small to count shows nothing available', async () => {
		maker.client.setPriceBook(readBook({ pair, bids: ['0.05 1000'], asks: ['0.06 1'] }))
		await maker.client.ping()
		const [book] = await booksOf()
		assert.deepEqual(
			[book?.available, book?.reservations, book?.asks],
			[{ bids: [['0.05', '1000']], asks: [] }, [], [['0.06', '1']]],
		)
	})

	// shows maker addition: GET /maker/orders
	test('orders are listed newest first with their outcomes, by page, state and pair', async () => {
		const [rejected, late] = [network.users[1], network.users[2]]
		await maker.quote({ pair, bids: ['0.05 1000'] })
		await maker.quote({ pair: 'xETH/xUSDC', bids: ['3000 5'] })
		network.clock.freeze()
		await placeOrder(network, rejected, hundred)
		const second = await maker.asked(2)
		await maker.client.reject(second.id, 'price moved')
		network.clock.advance(0.001)
		await placeOrder(network, late, { sell: '1 xETH', buy: '3000 xUSDC' })
		const third = await maker.asked(3)
		network.clock.advance(4)
		await network.drain()
		network.clock.thaw()
		const { orders, next } = await ask(MakerOrderPage.wire, '/maker/orders')
		const first = maker.newOrders[0]
		assert.equal(next, undefined)
		assert.deepEqual(
			orders.map(({ id, state, fill_state, reject_reason }) => ({ id, state, fill_state, reject_reason })),
			[
				{ id: third.id, state: 'timed_out', fill_state: undefined, reject_reason: undefined },
				{ id: second.id, state: 'rejected', fill_state: undefined, reject_reason: 'price moved' },
				{ id: first?.id, state: 'filled', fill_state: 'Settled', reject_reason: undefined },
			],
		)
		const filled = orders[2] as WireOf<typeof MakerOrder>
		assert.deepEqual(
			[filled.pair, filled.limit_order.sell, filled.fill.buy],
			[xrd, { symbol: 'XRD', amount: '100' }, { symbol: 'XRD', amount: '100' }],
		)
		assert.deepEqual(filled.fee, { symbol: 'xUSDC', anthic_amount: '0', settlement_amount: '0.2625' })
		const came = Number(filled.rebate?.amount)
		assert.ok(filled.rebate?.symbol === 'xUSDC' && came > 0 && came < 0.2625)
		assert.deepEqual([orders[0]?.fee, orders[1]?.rebate], [undefined, undefined])
		assert.ok(filled.fill_before_ms > filled.created_at_ms && (filled.answered_at_ms ?? 0) >= filled.created_at_ms)
		assert.match(`${filled.fill_subintent_id} ${filled.transaction_id}`, /^subtxid_sim1\w+ txid_sim1\w+$/)
		const page = await ask(MakerOrderPage.wire, '/maker/orders?limit=2')
		assert.deepEqual(page.orders, orders.slice(0, 2))
		assert.deepEqual(await ask(MakerOrderPage.wire, `/maker/orders?limit=2&before=${page.next}`), {
			orders: orders.slice(2),
		})
		const listed = async (query: string) => (await ask(MakerOrderPage.wire, `/maker/orders?${query}`)).orders
		assert.deepEqual(await listed('state=rejected'), [orders[1]])
		assert.deepEqual(await listed(`id=${second.id}`), [orders[1]])
		assert.deepEqual(await listed(`id=${second.id}&state=filled`), [])
		const ofAnother = await ask(MakerOrderPage.wire, `/maker/orders?id=${second.id}`, { by: 1 })
		assert.deepEqual(ofAnother.orders, [])
		const log = await FillLog.open({ apiKey: network.makers[0]?.apiKey ?? '', flashUrl: network.flashUrl })
		await until('both entries', () => log.entries.length === 2)
		log.close()
		const [started, completed] = log.entries
		const of = { order_id: first?.id, fill: filled.fill, subintent_id: filled.fill_subintent_id }
		assert.deepEqual({ ...started, ...of, change: { started: {} } }, started)
		const outcome = { change: { completed: { outcome: 'Settled' } }, transaction_id: filled.transaction_id }
		assert.deepEqual({ ...completed, ...of, ...outcome }, completed)
		assert.equal(started?.transaction_id, undefined)
		assert.match(started?.incarnation ?? '', /^[0-9a-z]{1,32}$/)
		assert.equal(completed?.incarnation, started?.incarnation)
		assert.deepEqual(await listed('base=xETH&quote=xUSDC'), [orders[0]])
		assert.deepEqual(await listed('base=xETH&quote=xUSDC&state=filled'), [])
		assert.deepEqual(await ask(MakerOrderPage.wire, '/maker/orders', { by: 1 }), { orders: [] })
	})

	// shows maker addition: GET /maker/stats
	test('stats count the last 24 hours: answers, their latency, how fills ended, sessions', async () => {
		const { answer_ms, breaker, since_ms, ...stats } = await ask(MakerStats.wire, '/maker/stats')
		assert.deepEqual(stats, {
			maker_id: 'maker-1',
			name: 'maker-1',
			orders: { asked: 3, filled: 1, rejected: 1, timed_out: 1, fill_refused: 0, called_off: 0 },
			fills: { started: 1, settled: 1, expired: 0, released: 0 },
			fill_rate: '0.333333',
			sessions: 1,
			paused: false,
			pauses: [],
		})
		assert.ok(since_ms % 60_000 === 0 && Math.abs(since_ms - startedAtMs()) < 70_000)
		assert.ok(answer_ms !== undefined && answer_ms.p50 <= answer_ms.p95 && answer_ms.p99 <= answer_ms.max)
		assert.ok(breaker.sample_min >= 0)
		const other = await ask(MakerStats.wire, '/maker/stats', { by: 1 })
		assert.deepEqual(
			[other.orders.asked, other.fill_rate, other.answer_ms, other.sessions],
			[0, undefined, undefined, 0],
		)
	})

	// shows maker addition: GET /maker/performance
	test('performance counts in money: volume, share of all trades, lost orders by reason, response times by hour', async () => {
		await network.drain()
		const { since_ms, hours, pairs, reserved } = await ask(MakerPerformance.wire, '/maker/performance')
		const none = { bought_base: '0', paid_quote: '0', sold_base: '0', received_quote: '0' }
		const free = { anthic_amount: '0', settlement_amount: '0', rebate: '0' }
		const rebate = pairs[0]?.fees.quote.rebate ?? ''
		assert.ok(Number(rebate) > 0 && Number(rebate) < 0.2625, rebate)
		assert.deepEqual(pairs, [
			{
				pair: xrd,
				asked: { orders: 2, base: '200' },
				settled: { fills: 1, ...none, bought_base: '100', paid_quote: '5' },
				fees: { base: free, quote: { anthic_amount: '0', settlement_amount: '0.2625', rebate } },
				last_price: '0.05',
				traded_base: '100',
				share: '1',
				lost: [{ reason: 'rejected', orders: 1, base: '100', quote: '5' }],
				mark_outs: [],
			},
			{
				pair: { base: 'xETH', quote: 'xUSDC' },
				asked: { orders: 1, base: '1' },
				settled: { fills: 0, ...none },
				fees: { base: free, quote: free },
				traded_base: '0',
				lost: [{ reason: 'not_answered', orders: 1, base: '1', quote: '3000' }],
				mark_outs: [],
			},
		])
		assert.deepEqual([reserved, since_ms % 60_000], [[], 0])
		assert.ok(Math.abs(since_ms - startedAtMs()) < 120_000)
		assert.equal(
			hours.reduce((sum, { asked }) => sum + asked, 0),
			3,
		)
		const [filled] = hours.filter(({ fill_ms }) => fill_ms !== undefined)
		assert.ok(filled?.fill_ms !== undefined && filled.filled === 1 && filled.fill_ms.p50 === filled.fill_ms.p99)
		assert.deepEqual(
			{ ...(await ask(MakerPerformance.wire, '/maker/performance', { by: 1 })), since_ms },
			{ since_ms, pairs: [], hours: [], reserved: [] },
		)
	})

	// shows maker addition: GET /maker/limits
	test('limits show allowance and use: sessions, rates, levels, exposure by pair', async () => {
		network.clock.freeze()
		await placeOrder(network, network.users[3], hundred)
		await maker.asked(4)
		const { exposure, ...limits } = await ask(MakerLimits.wire, '/maker/limits')
		network.clock.thaw()
		assert.deepEqual(limits, {
			sessions: { open: 1, max: 64 },
			requests_per_minute: 500,
			messages_per_second: 2000,
			price_book_levels: 50,
		})
		assert.deepEqual(
			exposure.map(({ pair, used }) => `${pair.base} ${used}`),
			['XRD 100', 'xwBTC 0', 'xETH 0', 'xUSDT 0'],
		)
		for (const { max } of exposure) assert.ok(Number(max) > 0)
	})
})

describe('pausing', () => {
	// shows maker addition: POST /maker/pause, /maker/resume
	test('takes all books out of matching at once, for a maker with open parts that can still be filled, until it resumes', async () => {
		await maker.quote({ pair, bids: ['0.05 1000'] })
		network.clock.freeze()
		const order = await placeOrder(network, network.users[4], hundred)
		const asked = await maker.asked(5)
		const paused = await ask(MakerPauses.wire, '/maker/pause', { body: { reason: 'rebalancing' } })
		assert.deepEqual(paused, {
			paused: true,
			pauses: [{ by: 'maker', reason: 'rebalancing', since_ms: network.clock.nowMs() }],
		})
		const refused = network.dex.submitOrder(sign(hundred).signedPartialTransaction)
		await refusedWith('no_liquidity', refused)
		await untilShown(network, { pair })
		await maker.fill(asked)
		await solver.bundleOf(order)
		network.clock.advance(1)
		assert.deepEqual(await ask(MakerPauses.wire, '/maker/pause', { body: {} }), paused)
		assert.deepEqual(await ask(MakerPauses.wire, '/maker/pause'), paused)
		const [book] = await booksOf()
		assert.deepEqual([book?.in_force, book?.not_in_force_because], [false, 'paused'])
		assert.deepEqual((await ask(MakerStats.wire, '/maker/stats')).pauses, paused.pauses)
		assert.deepEqual(await ask(MakerPauses.wire, '/maker/resume', { body: {} }), { paused: false, pauses: [] })
		assert.deepEqual(await ask(MakerPauses.wire, '/maker/resume'), { paused: false, pauses: [] })
		await until('the book to count again', async () => (await booksOf())[0]?.in_force === true)
		network.clock.thaw()
	})

	test('resuming ends the maker’s own pause only', async () => {
		const { db: database, bus } = network.service
		const sinceMs = network.clock.nowMs()
		await setPause({ database, bus }, { makerId: maker.account.name, by: 'operator', reason: 'audit', sinceMs })
		await ask(MakerPauses.wire, '/maker/pause')
		const { paused, pauses } = await ask(MakerPauses.wire, '/maker/resume')
		assert.deepEqual([paused, pauses], [true, [{ by: 'operator', reason: 'audit', since_ms: sinceMs }]])
		assert.equal((await booksOf())[0]?.not_in_force_because, 'paused')
		await endPause({ database, bus }, { makerId: maker.account.name, by: 'operator' })
		await until('the book to count again', async () => (await booksOf())[0]?.in_force === true)
	})

	// shows maker addition: POST /maker/pause, /maker/resume
	test('a pause outlives a restart', async t => {
		const database = await openTestDatabase()
		t.after(() => database.close())
		const clock = new TestClock()
		const start = () => startTestNetwork({ users: 0, makers: 1, solvers: 0, clock, database })
		const first = await start()
		const headers = { 'service-api-key': first.makers[0]?.apiKey ?? '' }
		await askTrade(first, '/maker/pause', { headers, body: { reason: 'night' } })
		await first.stop()
		const second = await start()
		t.after(() => second.stop())
		const { body } = await askTrade(second, '/maker/stats', { headers })
		assert.equal(MakerStats.wire.parse(body).pauses[0]?.reason, 'night')
		const { client } = await connectMaker(second, second.makers[0], { answer: silent })
		client.setPriceBook(readBook({ pair, bids: ['0.05 1000'] }))
		await client.ping()
		const shown = MakerBookStatuses.wire.parse((await askTrade(second, '/maker/books', { headers })).body)
		assert.equal(shown.books[0]?.not_in_force_because, 'paused')
	})
})

describe('a book that is not in force says why', () => {
	// shows maker addition: GET /maker/books
	test('no_stream, withdrawn', async () => {
		const { client } = maker
		client.close()
		await until('the session to end', async () => (await booksOf())[0]?.in_force === false)
		assert.equal((await booksOf())[0]?.not_in_force_because, 'no_stream')
		network.clock.advance(2)
		await until('the book to go', async () => (await booksOf())[0]?.not_in_force_because === 'withdrawn')
	})
})

describe('after several trades', () => {
	// shows maker addition: GET /maker/performance
	test('fees explain what the ledger moved; mark-outs compare each fill with the pair’s next trade 1, 10 and 60 s later', async () => {
		const [, second] = network.makers
		const other = await connectMaker(network, second, { books: [{ pair, bids: ['0.05 1000'], asks: ['0.06 1000'] }] })
		const trade = async (order: { sell: string; buy: string }) => {
			const { order: placed, bundle } = await publishTrade(network, solver, { user: network.users[6], order })
			await settle(network, solver, bundle)
			await untilState(network, placed, 'settled')
		}
		const held = () => network.balances(second?.account ?? '')
		const before = held()
		network.clock.advance(120)
		await trade(hundred)
		network.clock.advance(1.5)
		await trade({ sell: '6 xUSDC', buy: '100 XRD' })
		await other.quote({ pair, bids: ['0.049 1000'] })
		network.clock.advance(9)
		await trade({ sell: '100 XRD', buy: '4.9 xUSDC' })
		const counted = async () => (await network.dex.candles(xrd, { interval: '1d' })).candles
		await until('every trade in the candles', async () => {
			return Decimal.sum((await counted()).map(({ baseVolume }) => baseVolume)) === Decimal.fromInteger(400)
		})
		network.clock.advance(6)
		const { pairs, reserved } = await ask(MakerPerformance.wire, '/maker/performance', { by: 1 })
		const [performance] = pairs
		assert.deepEqual(performance?.settled, {
			fills: 3,
			bought_base: '200',
			paid_quote: '9.9',
			sold_base: '100',
			received_quote: '6',
		})
		const { fees, last_price } = performance
		assert.deepEqual(changeOf(fees.base, ['200', '-100']), changeBetween(before, held(), 'XRD'))
		assert.deepEqual(changeOf(fees.quote, ['6', '-9.9']), changeBetween(before, held(), 'xUSDC'))
		assert.ok(Number(fees.base.rebate) > 0 && Number(fees.quote.rebate) > 0)
		assert.equal(last_price, '0.049')
		assert.deepEqual([performance.traded_base, performance.share], ['400', '0.75'])
		assert.deepEqual(performance.mark_outs, await expectedMarkOuts())
		assert.deepEqual(performance.mark_outs[0], { after_s: 1, fills: 2, gain: '2.1', volume: '11' })
		assert.deepEqual(reserved, [])
		await network.clock.standStill(async () => {
			const order = { sell: '200 XRD', buy: '9.8 xUSDC' }
			const { bundle } = await publishTrade(network, solver, { user: network.users[7], order })
			network.clock.advance(6)
			const { reserved } = await ask(MakerPerformance.wire, '/maker/performance', { by: 1 })
			assert.deepEqual(reserved, [
				{ symbol: 'XRD', sells: '0', buys: '200' },
				{ symbol: 'xUSDC', sells: '9.8', buys: '0' },
			])
			await settle(network, solver, bundle)
		})
		await other.leave()
	})
})

describe('refusals', () => {
	const key = () => ({ 'anthic-api-key': network.makers[0]?.apiKey ?? '' })
	const paths = ['/maker/books', '/maker/orders', '/maker/stats', '/maker/performance', '/maker/limits']
	for (const path of paths) {
		test(`error: unauthorized: GET ${path} without a key, before anything else is checked`, async () => {
			await refusedTrade(network, `${path}?limit=0`, { status: 401, code: 'unauthorized' })
			const headers = { 'service-api-key': 'nobodys' }
			await refusedTrade(network, path, { status: 401, code: 'unauthorized', headers })
		})
	}
	for (const path of ['/maker/pause', '/maker/resume']) {
		test(`error: unauthorized: POST ${path} without a key`, async () => {
			await refusedTrade(network, path, { status: 401, code: 'unauthorized', body: 'no JSON' })
		})
		test(`error: POST ${path}: unknown_field, malformed_json, validation_failed, unsupported_media_type`, async () => {
			const post = { method: 'POST', headers: key() }
			const unknown = await refusedTrade(network, path, {
				...post,
				body: { until: 1 },
				status: 422,
				code: 'unknown_field',
			})
			assert.equal(unknown.errors?.[0]?.pointer, '/until')
			await refusedTrade(network, path, { ...post, body: '{', status: 400, code: 'malformed_json' })
			await refusedTrade(network, path, { ...post, body: '[]', status: 422, code: 'validation_failed' })
			const headers = { ...key(), 'content-type': 'text/plain' }
			await refusedTrade(network, path, { ...post, headers, body: 'x', status: 415, code: 'unsupported_media_type' })
		})
		test(`error: method_not_allowed: GET ${path}`, async () => {
			await refusedTrade(network, path, { status: 405, code: 'method_not_allowed', headers: key() })
		})
	}
	const queries: Record<string, { status: number; code: 'validation_failed' | 'unknown_pair' }> = {
		'limit=0': { status: 422, code: 'validation_failed' },
		'limit=501': { status: 422, code: 'validation_failed' },
		'limit=x': { status: 422, code: 'validation_failed' },
		'state=lost': { status: 422, code: 'validation_failed' },
		'base=XRD': { status: 422, code: 'validation_failed' },
		'before=yesterday': { status: 422, code: 'validation_failed' },
		'base=xUSDC&quote=XRD': { status: 422, code: 'unknown_pair' },
	}
	for (const [query, refusal] of Object.entries(queries)) {
		test(`error: ${refusal.code}: GET /maker/orders?${query}`, async () => {
			await refusedTrade(network, `/maker/orders?${query}`, { ...refusal, headers: key() })
		})
	}
	test('error: validation_failed: a reason of more than 256 characters', async () => {
		const body = { reason: 'r'.repeat(257) }
		await refusedTrade(network, '/maker/pause', { status: 422, code: 'validation_failed', headers: key(), body })
	})
	test('unknown query fields are ignored', async () => {
		assert.equal((await ask(MakerOrderPage.wire, '/maker/orders?colour=blue&limit=1')).orders.length, 1)
	})
})

/** A user's order, signed but not submitted. */
function sign(order: { sell: string; buy: string }) {
	return signLimitOrder(network, network.users[5] ?? assert.fail(), limitOrder(order))
}

type Fees = WireOf<typeof MakerPerformance>['pairs'][number]['fees']['base']

/** What was exchanged, less the fees, plus the rebates. */
function changeOf({ anthic_amount, settlement_amount, rebate }: Fees, exchanged: readonly string[]): string {
	const fees = [anthic_amount, settlement_amount].map(fee => Decimal.negate(Decimal.parse(fee)))
	return Decimal.format(Decimal.sum([...exchanged, rebate].map(amount => Decimal.parse(amount)).concat(fees)))
}

function changeBetween(before: Balances, after: Balances, symbol: string): string {
	const [had, has] = [before, after].map(balances => Decimal.parse(balances[symbol] ?? '0'))
	return Decimal.format(Decimal.subtract(has ?? Decimal.zero, had ?? Decimal.zero))
}

/** From the public list of trades, of which the newest three are the second maker's. */
async function expectedMarkOuts() {
	const { trades } = await network.dex.trades({ pair: xrd })
	const oldestFirst = trades.slice(0, 3).toReversed()
	return [1, 10, 60].flatMap(after_s => {
		const marked = oldestFirst.flatMap(({ side, baseAmount, quoteAmount, settledAtMs }) => {
			const fromMs = settledAtMs + after_s * 1_000
			const next = oldestFirst.find(({ settledAtMs: atMs }) => atMs >= fromMs && atMs <= fromMs + 60_000)
			if (next === undefined) return []
			const worth = Decimal.mulDown(baseAmount, next.price)
			const gain = side === 'sell' ? Decimal.subtract(worth, quoteAmount) : Decimal.subtract(quoteAmount, worth)
			return [{ gain, volume: quoteAmount }]
		})
		const sum = (of: 'gain' | 'volume') => Decimal.format(Decimal.sum(marked.map(each => each[of])))
		return marked.length === 0 ? [] : [{ after_s, fills: marked.length, gain: sum('gain'), volume: sum('volume') }]
	})
}
