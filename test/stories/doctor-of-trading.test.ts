import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Doctor, type DoctorCheck, type Maker, MakerStats, type OrderTrace, type WireOf } from '@accord/protocol'
import { runCommand } from '../../packages/cli/src/program-fixture.ts'
import { clockAhead } from '../network/gateway-lies.ts'
import { GatewayProxy } from '../network/gateway-proxy.ts'
import { askOperator, operatorEnv, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

// While nothing trades, the doctor says so, and why.

const pair = 'XRD/xUSDC'
/** At about the prices of the settings. */
const otherBooks = [
	{ pair: 'xwBTC/xUSDC', bids: ['60000 1'], asks: ['60100 1'] },
	{ pair: 'xETH/xUSDC', bids: ['3000 1'], asks: ['3010 1'] },
	{ pair: 'xUSDT/xUSDC', bids: ['0.99 1000'], asks: ['1.01 1000'] },
]
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
let gatewayProxy: GatewayProxy

before(async () => {
	gatewayProxy = await GatewayProxy.start()
	network = await startTestNetwork({ users: 3, makers: 2, solvers: 1, gatewayProxy, settings: operatorSetting })
})
after(async () => {
	await network?.stop()
	gatewayProxy?.stop()
})

async function check(name: DoctorCheck['name']): Promise<WireOf<typeof DoctorCheck>> {
	const { checks } = await askOperator<WireOf<typeof Doctor>>(network, 'GET /operator/doctor')
	return checks.find(one => one.name === name) ?? assert.fail(`the doctor has no check ${name}`)
}

/** What a check says, which must have failed and advise something. */
async function failureOf(name: DoctorCheck['name']): Promise<string> {
	const { ok, detail, advice } = await check(name)
	assert.deepEqual([ok, advice !== undefined], [false, true], `${name}: ${detail}`)
	return detail
}

// shows decision 38: The doctor runs every check and says what to do
test('without makers and solvers the doctor names each pair that nobody quotes, and that no solver is connected', async () => {
	assert.equal(await failureOf('quotes'), 'no maker quotes XRD/xUSDC, xwBTC/xUSDC, xETH/xUSDC, xUSDT/xUSDC')
	assert.equal(await failureOf('solvers'), 'no solver is connected')
	assert.deepEqual(await check('orders'), { name: 'orders', ok: true, detail: 'no order ended in the last hour' })
	const maker = await connectMaker(network, network.makers[0], { books: [{ pair, bids: ['0.05 1000'] }] })
	const solver = connectSolver(network, network.solvers[0])
	await until('the solver to be connected', async () => (await check('solvers')).ok)
	assert.equal(
		await failureOf('quotes'),
		'no maker quotes xwBTC/xUSDC, xETH/xUSDC, xUSDT/xUSDC; no asks for XRD/xUSDC; makers quoting: XRD/xUSDC 1',
	)
	for (const book of otherBooks) await maker.quote(book)
	assert.equal((await check('quotes')).ok, true)
	await maker.leave()
	solver.close()
})

// shows operator API: All orders, and the trace of each
test('a refused fill is an event of its order’s trace, and counts with its code in the maker’s statistics', async () => {
	const maker = await connectMaker(network, network.makers[0], {
		books: [{ pair, bids: ['0.05 1000'] }],
		answer: silent,
	})
	network.clock.freeze()
	const order = await placeOrder(network, network.users[0], sale)
	const asked = await maker.asked()
	const wrong = { ...asked, fill: { ...asked.fill, buy: { ...asked.fill.buy, symbol: 'xUSDT' } } }
	for (let times = 0; times < 3; times++) await refusedWith('fill_amount_mismatch', maker.fill(wrong))
	await refusedWith('unknown_order', maker.fill({ ...asked, id: '0'.repeat(32) }))
	network.clock.advance(4)
	network.clock.thaw()
	await untilState(network, order, 'unfilled')
	await refusedWith('fill_too_late', maker.fill(asked))
	const trace = await askOperator<WireOf<typeof OrderTrace>>(network, `GET /operator/orders/${order.subintentId}/trace`)
	const said = trace.events.map(({ what, maker: name, code }) => [what, name, code].filter(Boolean).join(' '))
	assert.deepEqual(said, [
		'accepted',
		'asked maker-1',
		'fill_refused maker-1 fill_amount_mismatch',
		'timed_out maker-1',
		'unfilled',
		'fill_refused maker-1 fill_too_late',
	])
	const published = await network.dex.tradeTrace(order.subintentId)
	const refusals = published.events.filter(({ kind }) => kind === 'fill_refused')
	assert.deepEqual(new Set(refusals.map(({ maker: name, code }) => [name, code].join())), new Set(['maker-1,']))

	const { body } = await askTrade(network, '/maker/stats', { headers: { 'service-api-key': maker.account.apiKey } })
	const stats = MakerStats.wire.parse(body)
	assert.deepEqual(stats.refused_fills, [
		{ code: 'fill_amount_mismatch', orders: 1 },
		{ code: 'fill_too_late', orders: 1 },
	])
	const { since_ms: _, ...seen } = stats
	const { stats: shown } = await askOperator<WireOf<typeof Maker>>(network, 'GET /operator/makers/maker-1')
	const { since_ms: since, ...own } = shown ?? assert.fail('the operator sees no statistics')
	assert.deepEqual(own, seen)
	assert.equal(typeof since, 'number')
	const env = operatorEnv(network)
	const { out } = await runCommand(['maker', 'show', 'maker-1'], env)
	assert.match(out, /^answered +0 filled, 0 rejected, 0 not answered, 1 with a refused fill, 0 called off$/m)
	assert.match(out, /^refused fills +fill_amount_mismatch \(1\), fill_too_late \(1\)$/m)
	await maker.leave()
})

// shows decision 38: The doctor runs every check and says what to do
test('the doctor says how the last hour’s orders ended, the commonest causes, and whose fills were refused', async () => {
	assert.equal(
		await failureOf('orders'),
		'orders that ended in the last hour: 0 settled, 1 unfilled, 0 expired, 0 cancelled; commonest causes: maker-1 sent a fill that was refused: fill_amount_mismatch (1)',
	)
	assert.equal(
		await failureOf('fills'),
		'parts asked for in the last hour: 0 filled, 0 rejected, 0 not answered, 1 with a refused fill, 0 called off; refused fills: maker-1 fill_amount_mismatch (1)',
	)
	const mute = await connectMaker(network, network.makers[1], {
		books: [{ pair, bids: ['0.05 1000'] }],
		answer: silent,
	})
	const order = await placeOrder(network, network.users[1], sale)
	await mute.asked()
	network.clock.advance(4)
	await untilState(network, order, 'unfilled')
	assert.match(
		await failureOf('fills'),
		/1 not answered, 1 with a refused fill, 0 called off; .*; silent: maker-2 \(1\)$/,
	)
	await mute.leave()

	const maker = await connectMaker(network, network.makers[0], { books: [{ pair, bids: ['0.05 10000'] }] })
	const solver = connectSolver(network, network.solvers[0])
	const expiring = await publishTrade(network, solver, { user: network.users[0], order: sale })
	network.clock.advance(120)
	await untilState(network, expiring.order, 'expired')
	assert.match(await failureOf('orders'), /0 settled, 2 unfilled, 1 expired, 0 cancelled; .*no solver settled it \(1\)/)
	for (let n = 0; n < 13; n++) {
		const trade = await publishTrade(network, solver, { user: network.users[2], order: sale })
		await settle(network, solver, trade.bundle)
		await untilState(network, trade.order, 'settled')
	}
	const [orders, fills] = [await check('orders'), await check('fills')]
	assert.deepEqual([orders.ok, fills.ok], [true, true], `${orders.detail}; ${fills.detail}`)
	assert.match(orders.detail, /^orders that ended in the last hour: 13 settled, 2 unfilled, 1 expired/)
	network.clock.advance(3_601)
	assert.equal((await check('orders')).detail, 'no order ended in the last hour')
	assert.equal((await check('fills')).detail, 'no maker was asked in the last hour')
	await maker.leave()
	solver.close()
})

// shows decision 38: The doctor runs every check and says what to do
test('orders that are refused at submission end nowhere, so the doctor counts them by code', async () => {
	await refusedWith('no_liquidity', placeOrder(network, network.users[0], sale))
	await refusedWith('no_liquidity', placeOrder(network, network.users[1], sale))
	await refusedWith('invalid_expiry', placeOrder(network, network.users[0], sale, { expiresInS: 600 }))
	const { ok, detail } = await check('orders')
	assert.deepEqual(
		[ok, detail],
		[
			true,
			'no order ended in the last hour; 3 refused at submission since this node started: no_liquidity (2), invalid_expiry (1)',
		],
	)
})

// shows decision 38: The doctor runs every check and says what to do
test('a Gateway whose clock is off is named before orders are refused because of it', async () => {
	gatewayProxy.lie = clockAhead(8)
	assert.match(await failureOf('clock'), /^the ledger’s clock is [78]\.\d s ahead of this machine’s$/)
	gatewayProxy.beHonest()
	assert.equal((await check('clock')).ok, true)
})
