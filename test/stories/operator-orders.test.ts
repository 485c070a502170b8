import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
	Decimal,
	type Doctor,
	Fee,
	type ListedOrder,
	type OperatorHistory,
	type OperatorOrder,
	type OrderTrace,
	type Overview,
	TradeTrace,
	type WireOf,
} from '@accord/protocol'
import { GatewayProxy, noPath } from '../network/gateway-proxy.ts'
import { askOperator, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

/** A transaction id of the network that the ledger does not have. */
const unknownTransaction = 'txid_sim18clklrccgqdz3wy8l7j6wwepzm88ta6fpq7ayh76ulsmz0hc5cfsxd4f6d'

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let gatewayProxy: GatewayProxy
let settledId: string
let rejectedId: string

before(async () => {
	gatewayProxy = await GatewayProxy.start()
	network = await startTestNetwork({ users: 3, makers: 2, gatewayProxy, settings: operatorSetting })
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
})
after(async () => {
	await network?.stop()
	gatewayProxy?.stop()
})

// shows operator API: All orders, and the trace of each
test('the trace of a trade names its makers and has their answers and every manifest', async () => {
	const [user] = network.users
	const { order, bundle } = await publishTrade(network, solver, { user, order: { sell: '100 XRD', buy: '5 xUSDC' } })
	settledId = order.subintentId
	const before = await askOperator<WireOf<typeof OrderTrace>>(network, `GET /operator/orders/${settledId}/trace`)
	assert.deepEqual([before.state, before.items.length, before.roots], ['published', 2, []])
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await maker.told(['started', 'Settled'])
	const trace = await askOperator<WireOf<typeof OrderTrace>>(network, `GET /operator/orders/${settledId}/trace`)
	assert.deepEqual(
		trace.parts.map(part => [part.maker, part.maker_id, part.id, part.fill?.state]),
		[['maker-1', 'maker-1', maker.newOrders[0]?.id, 'Settled']],
	)
	assert.deepEqual(
		trace.events.map(({ what, maker: name = '' }) => `${what} ${name}`.trim()),
		['accepted', 'asked maker-1', 'fill_accepted maker-1', 'filled', 'published', 'settled', 'fill_settled maker-1'],
	)
	assert.equal(trace.roots[0]?.transaction_id, trace.transaction_id)
	const { parts, ...shared } = TradeTrace.format(await network.dex.tradeTrace(settledId))
	assert.deepEqual({ ...trace, parts: [] }, { ...shared, parts: [] })
	assert.equal(parts.length, 1)
})

test('a rejection is traced with its reason, also for an order that was never published', async () => {
	await maker.leave()
	maker = await connectMaker(network, network.makers[1], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }],
		answer: silent,
	})
	const order = await placeOrder(network, network.users[1], { sell: '100 XRD', buy: '5 xUSDC' })
	rejectedId = order.subintentId
	await maker.client.reject((await maker.asked()).id, 'out of stock')
	await untilState(network, order, 'unfilled')
	const trace = await askOperator<WireOf<typeof OrderTrace>>(network, `GET /operator/orders/${rejectedId}/trace`)
	assert.deepEqual(
		trace.parts.map(part => [part.maker, part.state, part.reject_reason, part.levels]),
		[['maker-2', 'rejected', 'out of stock', [['0.05', '100']]]],
	)
	assert.deepEqual(
		trace.items.map(item => [item.role, item.subintent_id, item.outer]),
		[['order', rejectedId, undefined]],
	)
})

// shows operator API: All orders, and the trace of each
test('orders are listed newest first, in pages, by state and by account', async () => {
	type Page = { orders: WireOf<typeof ListedOrder>[]; next?: string }
	const list = async (query = '') => {
		const { orders, next } = await askOperator<Page>(network, `GET /operator/orders${query}`)
		return { ids: orders.map(order => order.subintent_id), next }
	}
	assert.deepEqual(await list(), { ids: [rejectedId, settledId], next: undefined })
	const first = await list('?limit=1')
	assert.deepEqual(first.ids, [rejectedId])
	assert.deepEqual(await list(`?limit=1&before=${first.next}`), { ids: [settledId], next: undefined })
	assert.deepEqual((await list('?state=settled')).ids, [settledId])
	assert.deepEqual((await list('?state=published')).ids, [])
	assert.deepEqual((await list(`?account=${network.users[1]?.account}`)).ids, [rejectedId])
	await refusedOperator(network, 'GET /operator/orders?before=0', { code: 'validation_failed' })
	await refusedOperator(network, 'GET /operator/orders?state=open', { code: 'validation_failed' })
})

// shows operator API: All orders, and the trace of each
test('an order is found by its subintent id or hash, by a maker’s, and by its transaction', async () => {
	const find = async (query: string) => {
		const { orders } = await askOperator(network, `GET /operator/orders?${query}`)
		return orders.map(({ subintent_id: id }: WireOf<typeof ListedOrder>) => id)
	}
	const { subintent_hash: hash } = await askOperator(network, `GET /operator/orders/${settledId}`)
	const trace = await askOperator<WireOf<typeof OrderTrace>>(network, `GET /operator/orders/${settledId}/trace`)
	const { transaction_id: transactionId = '', parts } = trace
	for (const subintent of [settledId, hash, hash.toUpperCase(), parts[0]?.fill?.subintent_id])
		assert.deepEqual(await find(`subintent=${subintent}`), [settledId])
	assert.deepEqual(await find(`subintent=${'0'.repeat(64)}`), [])
	assert.deepEqual(await find(`transaction_id=${transactionId}`), [settledId])
	assert.deepEqual(await find(`transaction_id=${transactionId}&subintent=${rejectedId}`), [])
	assert.deepEqual(await find(`transaction_id=${transactionId}&state=unfilled`), [])
	assert.deepEqual(await find(`transaction_id=${unknownTransaction}`), [])
	for (const query of ['subintent=order', 'transaction_id=txid_sim1none', `transaction_id=${settledId}`])
		await refusedOperator(network, `GET /operator/orders?${query}`, { code: 'validation_failed' })
	gatewayProxy.failing = /committed-details/
	const query = `GET /operator/orders?transaction_id=${transactionId}` as const
	await refusedOperator(network, query, { code: 'ledger_unavailable' })
	gatewayProxy.failing = noPath
})

// shows operator API: All orders, and the trace of each
test('one order is shown with the bytes that were accepted', async () => {
	const order = await askOperator<WireOf<typeof OperatorOrder>>(network, `GET /operator/orders/${settledId}`)
	const status = await network.dex.order(settledId)
	assert.deepEqual(
		[order.state, order.account, order.fee, order.transaction_id, order.side, order.bundle_number],
		['settled', network.users[0]?.account, Fee.format(status.fee), status.transactionId, 'sell', 1],
	)
	assert.match(order.signed_partial_transaction, /^4d[0-9a-f]+$/)
	for (const path of ['', '/trace'] as const) {
		await refusedOperator(network, `GET /operator/orders/subtxid_sim1unknown${path}`, { code: 'unknown_order' })
	}
})

// shows operator API: Overview and doctor
test('the overview reports the state of the service', async () => {
	await network.drain()
	const { service, health, recent, ...rest } = await askOperator<WireOf<typeof Overview>>(
		network,
		'GET /operator/overview',
	)
	assert.deepEqual([service.network_id, service.url], [242, network.service.url])
	assert(health.every(({ ok }) => ok))
	assert.deepEqual(
		recent.map(({ subintent_id: id, state }) => [id, state]),
		[
			[rejectedId, 'unfilled'],
			[settledId, 'settled'],
		],
	)
	assert.deepEqual(rest, {
		pairs: [
			{ base: 'XRD', quote: 'xUSDC', best_bid: ['0.05', '1000'], makers: 1 },
			{ base: 'xwBTC', quote: 'xUSDC', makers: 0 },
			{ base: 'xETH', quote: 'xUSDC', makers: 0 },
			{ base: 'xUSDT', quote: 'xUSDC', makers: 0 },
		],
		orders: {
			open: { awaiting_fills: 0, filled: 0, published: 0 },
			ended: { settled: 1, unfilled: 1, expired: 0, cancelled: 0 },
		},
		fills: { asked: 0, started: 0 },
		settled_last_minute: 1,
		makers: { registered: 2, paused: 0 },
		sessions: { makers: 1, solvers: 1, event_streams: 0 },
		queues: { previews_running: 0, previews_waiting: 0, orders_to_match: 0 },
	})
})

// shows operator API: Overview and doctor
test('the doctor reports what passes, what fails and what to do about it', async () => {
	// Every pair has to be quoted.
	await connectMaker(network, network.makers[0], {
		books: [
			{ pair: 'xwBTC/xUSDC', bids: ['60000 1'] },
			{ pair: 'xETH/xUSDC', bids: ['3000 1'] },
			{ pair: 'xUSDT/xUSDC', bids: ['0.99 1000'] },
		],
	})
	const well = await askOperator<WireOf<typeof Doctor>>(network, 'GET /operator/doctor')
	assert.deepEqual(
		well.checks.filter(({ ok }) => !ok),
		[],
	)
	assert.deepEqual([well.ok, well.checks.length], [true, 17])
	gatewayProxy.failing = /status/
	const ill = await askOperator<WireOf<typeof Doctor>>(network, 'GET /operator/doctor')
	gatewayProxy.failing = noPath
	assert.deepEqual(
		[ill.ok, ill.checks.filter(({ ok, advice }) => !ok && advice !== undefined).map(({ name }) => name)],
		[false, ['gateway', 'network', 'clock', 'instamint']],
	)
})

// shows operator API: The history of a day
test('a day’s history counts by hour how orders ended and how long settling took, and refusals by code', async () => {
	const history = () => askOperator<WireOf<typeof OperatorHistory>>(network, 'GET /operator/history')
	const { hours, refusals } = await history()
	assert.deepEqual([hours.length, refusals.since_ms], [24, hours[0]?.start_ms])
	for (const [at, { start_ms }] of hours.entries())
		assert.equal(start_ms, Math.floor(network.clock.nowMs() / 3_600_000 - 23 + at) * 3_600_000)
	const total = (count: 'settled' | 'unfilled' | 'expired' | 'cancelled') =>
		hours.reduce((sum, hour) => sum + hour[count], 0)
	assert.deepEqual([total('settled'), total('unfilled'), total('expired'), total('cancelled')], [1, 1, 0, 0])
	const [settledIn] = hours.filter(({ settled }) => settled > 0)
	assert.ok(settledIn?.settle_ms !== undefined && settledIn.settle_ms.p50 === settledIn.settle_ms.p99)
	assert.equal(hours.filter(({ settle_ms }) => settle_ms !== undefined).length, 1)
	await refusedOperator(network, 'GET /operator/orders', { key: 'nobodys', code: 'unauthorized' })
	network.clock.advance(61)
	await until('the refusal in the audit log', async () => (await history()).refusals.counts.length > 0)
	const { counts } = (await history()).refusals
	assert.deepEqual(counts, [{ act: 'operator_refused', code: 'unauthorized', times: 1 }])
})

// shows operator API: The history of a day
test('a day’s history has the volume of each pair, fees by token, and how each maker answered', async () => {
	await network.drain()
	const { hours, volumes, fees, makers } = await askOperator<WireOf<typeof OperatorHistory>>(
		network,
		'GET /operator/history',
	)
	const order = await network.dex.tradeTrace(settledId)
	const fill = order.parts[0]?.fill ?? assert.fail('the order has a fill')
	const paid = ({ fee, rebate }: Pick<TradeTrace, 'fee' | 'rebate'>) =>
		Decimal.format(Decimal.subtract(fee.settlementAmount, rebate.amount))
	assert.deepEqual(volumes, [{ pair: { base: 'XRD', quote: 'xUSDC' }, trades: 1, base: '100', quote: '5' }])
	assert.equal(fees.since_ms, hours[0]?.start_ms)
	assert.deepEqual(fees.tokens, [
		{ symbol: 'XRD', platform: '0.1', integrator_shares: '0', settlement: paid(order) },
		{ symbol: 'xUSDC', platform: '0', integrator_shares: '0', settlement: paid(fill) },
	])
	assert.equal(fees.cost_xrd, Decimal.format(Decimal.add(order.estimate.costXrd, fill.estimate.costXrd)))
	const none = { timed_out: 0, fill_refused: 0, called_off: 0 }
	assert.deepEqual(
		makers.map(({ answer_ms: ms = -1, ...counts }) => ({ ...counts, isTimed: ms >= 0 })),
		[
			{ maker_id: 'maker-1', asked: 1, filled: 1, rejected: 0, ...none, isTimed: true },
			{ maker_id: 'maker-2', asked: 1, filled: 0, rejected: 1, ...none, isTimed: true },
		],
	)
})

test('its OpenAPI document is served', async () => {
	const { openapi, info } = await askOperator(network, 'GET /openapi.json')
	assert.deepEqual([openapi, info.title], ['3.1.1', 'Accord Operator API'])
})
