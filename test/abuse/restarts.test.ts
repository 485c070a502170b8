import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openTestDatabase } from '../../packages/service/src/testing/open-test-database.ts'
import { untilShown } from '../network/book-text.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { TestClock } from '../network/test-clock.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, outerOf, settle } from '../network/test-solver.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

const pair = 'XRD/xUSDC'
const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const books = [{ pair, bids: ['0.05 1000'] }]

/** A clock, a ledger and a database that outlive the service; time stands still unless a test advances it. */
async function openPlace(t: TestContext) {
	const directory = mkdtempSync(join(tmpdir(), 'accord-restarts-'))
	t.after(() => rmSync(directory, { recursive: true, force: true }))
	const database = await openTestDatabase()
	t.after(() => database.close())
	const clock = new TestClock()
	clock.advanceToNoon()
	return {
		clock,
		start: (settings: Record<string, unknown> = {}) =>
			startTestNetwork({
				...{ users: 2, makers: 2, solvers: 1, clock, database, ledgerDirectory: directory },
				settings: { ...operatorSetting, ...settings },
			}),
	}
}

/** Places an order that waits for its maker's fill. */
async function openOrder(network: TestNetwork, maker: TestMaker) {
	const order = await placeOrder(network, network.users[0], sale)
	return { order, asked: await maker.asked() }
}

test('an order waiting for its fill at a clean stop is requested again afterwards, and the fill signed before settles it', async t => {
	const { clock, start } = await openPlace(t)
	const first = await start()
	clock.freeze()
	const before = await connectMaker(first, first.makers[0], { books, answer: silent })
	const { order, asked } = await openOrder(first, before)
	const { signedPartialTransaction } = before.sign(asked)
	await first.stop()

	const second = await start()
	t.after(() => second.stop())
	assert.equal((await second.dex.order(order.subintentId)).state, 'awaiting_fills')
	const solver = connectSolver(second, second.solvers[0])
	const maker = await connectMaker(second, second.makers[0], { books, answer: silent })
	assert.deepEqual(await maker.asked(), asked)
	await untilShown(second, { pair, bids: ['0.05 900'] })
	await maker.client.fill(asked.id, signedPartialTransaction)
	await refusedWith('already_filled', maker.fill(asked, { expiresInS: 16 }))
	const bundle = await solver.bundleOf(order)
	clock.thaw()
	await settle(second, solver, bundle)
	const status = await untilState(second, order, 'settled')
	assert.deepEqual(wayOf(status), { history: ['accepted', 'filled', 'published', 'settled'], parts: ['filled'] })
	await maker.told(['started', 'Settled'])
	assert.equal(maker.newOrders.length, 1)
})

test('an order whose fill does not arrive after a clean stop ends, its liquidity is free, and its maker is not blamed', async t => {
	const { clock, start } = await openPlace(t)
	const first = await start()
	clock.freeze()
	const before = await connectMaker(first, first.makers[0], { books, answer: silent })
	const { order, asked } = await openOrder(first, before)
	const late = before.sign(asked)
	await first.stop()
	clock.advance(1)

	const second = await start()
	t.after(() => second.stop())
	const maker = await connectMaker(second, second.makers[0], { books, answer: silent })
	await untilShown(second, { pair, bids: ['0.05 900'] })
	clock.advance(5)
	clock.thaw()
	const status = await untilState(second, order, 'unfilled')
	assert.deepEqual(wayOf(status).parts, ['timed_out'])
	await refusedWith('fill_too_late', maker.client.fill(asked.id, late.signedPartialTransaction))
	await untilShown(second, { pair, bids: ['0.05 1000'] })
	assert.equal((await maker.client.api.stats()).breaker.sample, 0)
	assert.deepEqual(maker.executions, [])
})

test('accepted orders keep their fees when a restart brings another fee table; later ones pay the new fees', async t => {
	const { clock, start } = await openPlace(t)
	const first = await start()
	clock.freeze()
	const before = await connectMaker(first, first.makers[0], { books, answer: silent })
	const { order, asked } = await openOrder(first, before)
	const formerFill = before.sign(asked)
	await first.stop()

	const levels = Array.from({ length: 3 }, () => ({ taker_fee: '0.004', maker_fee: '0.002' }))
	const second = await start({ levels, settlement: { execution_amount_xrd: '8', solver_amount_xrd: '0.5' } })
	t.after(() => second.stop())
	const [user] = second.users
	assert.ok(user)
	const formerly = { ...second, feeInfo: first.feeInfo }
	const { signedPartialTransaction } = signLimitOrder(formerly, user, limitOrder({ sell: '50 XRD', buy: '2 xUSDC' }))
	await refusedWith('fee_too_low', second.dex.submitOrder(signedPartialTransaction))

	const solver = connectSolver(second, second.solvers[0])
	const maker = await connectMaker(second, second.makers[0], { books, answer: silent })
	const same = await maker.asked()
	assert.deepEqual(same, asked)
	await refusedWith('fee_too_low', maker.client.fill(asked.id, formerFill.signedPartialTransaction))
	await maker.fill(same)
	const bundle = await solver.bundleOf(order)
	assert.equal(outerOf(bundle[0]).platformFee, order.fee.platformAmount)
	clock.thaw()
	await settle(second, solver, bundle)
	await untilState(second, order, 'settled')
})

test('a token removed by a restart ends its waiting orders, lets published ones settle, and stops nothing else', async t => {
	const { clock, start } = await openPlace(t)
	const first = await start()
	clock.freeze()
	const [account, otherAccount] = first.makers
	const removed = { pair: 'xETH/xUSDC', bids: ['3000 10'] }
	const before = await connectMaker(first, account, { books: [...books, removed], answer: silent })
	const solver = connectSolver(first, first.solvers[0])
	const inToken = { sell: '1 xETH', buy: '3000 xUSDC' }
	const published = await placeOrder(first, first.users[0], inToken)
	await before.fill(await before.asked())
	const bundle = await solver.bundleOf(published)
	const waiting = await placeOrder(first, first.users[1], inToken)
	const gone = await before.asked(2)
	const goneFill = before.sign(gone)
	const other = await placeOrder(first, first.users[0], sale)
	const asked = await before.asked(3)
	const { tokens } = first.ledger
	await first.stop()

	const kept = tokens.filter(({ symbol }) => symbol !== 'xETH')
	const second = await start({
		tokens: kept.map(({ symbol, resourceAddress, divisibility, name }) => ({
			...{ symbol, divisibility, name },
			resource_address: resourceAddress,
		})),
		pairs: ['XRD', 'xwBTC', 'xUSDT'].map(base => ({ base, quote: 'xUSDC' })),
	})
	t.after(() => second.stop())
	const settler = connectSolver(second, second.solvers[0])
	const taker = await connectMaker(second, otherAccount, { books, answer: silent })
	const maker = await connectMaker(second, account, { books, answer: silent })
	await maker.asked(2)
	await refusedWith('unknown_token', maker.client.fill(gone.id, goneFill.signedPartialTransaction))
	await maker.client.reject(gone.id)
	await maker.client.reject(asked.id)
	await untilState(second, waiting, 'unfilled')
	await taker.fill(await taker.asked())
	const otherBundle = await settler.bundleOf(other)
	clock.thaw()
	await settle(second, settler, bundle)
	await settle(second, settler, otherBundle)
	await untilState(second, published, 'settled')
	await untilState(second, other, 'settled')
	const day = new Date(clock.nowMs()).toISOString().slice(0, 10)
	clock.advance(86_400 + 16 * 60)
	let found: { day: string; orders: number; differences: { kind: string }[] } | undefined
	await until('the day to be compared', async () => {
		clock.advance(1)
		await second.drain()
		const { days } = await askOperator(second, 'GET /operator/reconciliation')
		found = days.find((each: typeof found) => each?.day === day)
		return found !== undefined
	})
	// Other deposits are those with which the test network funded the account.
	assert.deepEqual(
		[found?.orders, new Set(found?.differences.map(({ kind }) => kind))],
		[2, new Set(['unexplained_deposit'])],
	)
	assert.deepEqual(await failedLoops(second), [])
})

/** Loops that have failed, according to the metrics. */
async function failedLoops({ service }: TestNetwork): Promise<string[]> {
	const text = await (await fetch(`${service.operatorUrl}/metrics`)).text()
	return text.split('\n').filter(line => /^accord_loop_failures_total\{.*\} [1-9]/.test(line))
}
