import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { untilEqual } from '../network/until.ts'

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ settings: operatorSetting })
})
after(() => network?.stop())

/** Every sample as Prometheus would read it: name and labels, then the value. */
async function scrape(): Promise<{ values: ReadonlyMap<string, number>; names: ReadonlySet<string> }> {
	const response = await fetch(`${network.service.operatorUrl}/metrics`)
	assert.equal(response.status, 200)
	assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
	const lines = (await response.text()).split('\n')
	const samples = lines.filter(line => line !== '' && !line.startsWith('#'))
	return {
		values: new Map(samples.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))])),
		names: new Set(lines.filter(line => line.startsWith('# TYPE ')).map(line => line.split(' ')[2] ?? '')),
	}
}

// shows operator API: Metrics, their dashboard, and logs without secrets
test('a trade is counted once and each of its stages timed; refusals are counted by code', async () => {
	const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }
	let fill = ''
	const maker = await connectMaker(network, network.makers[0], {
		books: [book],
		answer: (asked, self) => {
			fill = self.sign(asked).signedPartialTransaction
			return fill
		},
	})
	const solver = connectSolver(network, network.solvers[0])
	const [user, other] = network.users
	const { order, bundle } = await publishTrade(network, solver, { user, order: { sell: '100 XRD', buy: '5 xUSDC' } })
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await maker.told(['started', 'Settled'])
	await refusedWith(
		'no_liquidity',
		publishTrade(network, solver, { user: other, order: { sell: '10000 XRD', buy: '600 xUSDC' } }),
	)
	await network.dex.submitOrder(order.signedPartialTransaction)
	await maker.client.fill(maker.newOrders[0]?.id ?? '', fill)
	await network.drain()
	const { values } = await scrape()
	const all = (...names: string[]) => names.map(name => [name, values.get(name)])
	const stages = ['preview', 'match', 'order_to_asked', 'fill_judged']
	const steps = ['accepted_to_filled', 'filled_to_published', 'published_to_settled']
	assert.deepEqual(
		all(
			'accord_orders_accepted_total',
			'accord_orders_refused_total{code="no_liquidity"}',
			'accord_orders_ended_total{state="settled"}',
			'accord_fills_accepted_total',
			...['validate', ...stages, ...steps].map(stage => `accord_stage_seconds_count{stage="${stage}"}`),
			...['validate', ...stages, ...steps].map(stage => `accord_stage_seconds_bucket{stage="${stage}",le="+Inf"}`),
			'accord_http_requests_total{method="POST",route="/trade/orders",status="422"}',
			'accord_orders_open{state="published"}',
			'accord_reservations_open',
			'accord_makers',
			'accord_sessions{kind="maker"}',
			'accord_sessions{kind="solver"}',
			'accord_quoting_makers{base="XRD",quote="xUSDC"}',
			'accord_ready{check="database"}',
			'accord_gateway_call_seconds_count{call="network"}',
		).map(([, value]) => value),
		[1, 1, 1, 1, ...Array(16).fill(1), 1, 0, 0, 2, 1, 1, 1, 1, 1],
	)
	assert((values.get('accord_loop_run_seconds_count{loop="publish bundles"}') ?? 0) > 0)
	assert((values.get('accord_database_answer_seconds') ?? 0) > 0)
	await maker.leave()
	await untilEqual(
		'the closed session',
		async () => (await scrape()).values.get('accord_sockets_closed_total{interface="flash",code="1000"}'),
		1,
	)
})

test('order books that bypass the framework are counted too', async () => {
	const counted = async () => {
		const { values } = await scrape()
		const ordinary = 'accord_http_requests_total{method="GET",route="/trade/order_book",status="200"}'
		return (values.get('accord_order_books_answered_total') ?? 0) + (values.get(ordinary) ?? 0)
	}
	const before = await counted()
	for (const _ of [1, 2, 3]) await network.dex.orderBook({ base: 'XRD', quote: 'xUSDC' })
	await untilEqual('the counted books', counted, before + 3)
})

test('unknown paths are counted as one route', async () => {
	for (const path of ['a', 'b', 'c']) await fetch(`${network.service.url}/nothing/${path}`)
	const name = 'accord_http_requests_total{method="GET",route="none",status="404"}'
	await untilEqual('the counted paths', async () => (await scrape()).values.get(name), 3)
})

// shows operator API: Metrics, their dashboard, and logs without secrets
test('the dashboard shows every metric of the service, and queries only existing ones', async () => {
	const { names } = await scrape()
	const dashboard = readFileSync(new URL('../../deploy/grafana-dashboard.json', import.meta.url), 'utf8')
	const asked = new Set(
		[...dashboard.matchAll(/\b(accord|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
			name.replace(/_(bucket|count)$/, ''),
		),
	)
	assert.deepEqual(
		[...asked].filter(name => !names.has(name)),
		[],
	)
	assert.deepEqual(
		[...names].filter(name => name.startsWith('accord_') && !asked.has(name)),
		[],
	)
})

test('the overview counts the ended orders', async () => {
	const { orders } = await askOperator(network, 'GET /operator/overview')
	assert.equal(orders.ended.settled, 1)
})
