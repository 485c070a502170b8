import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, test } from 'node:test'
import { problemWire } from '@accord/protocol'
import { longOrder } from '../network/long-order.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, placeOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

const connections = 128
const requestsEach = 4
const paths = ['/trade/orders', '/trade/orders/check', '/orders', '/trade/orders/check']
const terms = limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({
		users: 2,
		makers: 1,
		solvers: 1,
		// Limits per address would end the flood before it begins.
		settings: {
			trusted_proxies: ['127.0.0.1'],
			limits: { requests_per_minute: 1_000_000, prefix_previews_per_minute: 1_000_000 },
		},
	})
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }] })
})
after(() => network?.stop())

/** Sends an order, or has it checked; returns the code of its refusal. */
async function send(path: string, body: string, from: string): Promise<string> {
	const answer = await askTrade(network, path, { body, headers: { 'x-forwarded-for': from } })
	return answer.status === 200 ? 'answered' : problemWire.parse(answer.body).code
}

const bodyOf = (signedPartialTransaction: string) =>
	JSON.stringify({ signed_partial_transaction: signedPartialTransaction })

// shows decision 47: Long input is read in threads, where clients take turns
test('while one address sends hundreds of the longest orders, others trade, and their long orders are read too', async t => {
	const [user] = network.users
	assert.ok(user !== undefined)
	const body = bodyOf(longOrder(network, { signer: user, terms }))
	const othersBody = bodyOf(longOrder(network, { signer: user, terms }))
	const solver = connectSolver(network, network.solvers[0])
	const codes: string[] = []
	const flood = async (path: string) => {
		for (let n = 0; n < requestsEach; n++) codes.push(await send(path, body, '198.51.100.1'))
	}
	const flooding = Array.from({ length: connections }, (_, n) => flood(paths[n % paths.length] ?? ''))
	const delay = monitorEventLoopDelay({ resolution: 5 })
	delay.enable()
	const order = await placeOrder(network, network.users[1], terms)
	const answeredBefore = codes.length
	const othersLong = send('/trade/orders/check', othersBody, '198.51.100.2')
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
	assert.equal(await othersLong, 'answered')
	await Promise.all(flooding)
	delay.disable()
	const seen = Object.entries(Object.groupBy(codes, code => code)).map(([code, all]) => `${all?.length} ${code}`)
	t.diagnostic(`${seen.join(', ')}, ${answeredBefore} of them before the honest order`)
	t.diagnostic(
		`longest pause of the event loop: ${Math.round(delay.max / 1e6)} ms, p99 ${Math.round(delay.percentile(99) / 1e6)} ms`,
	)
	for (const code of codes) assert.ok(['answered', 'busy', 'preview_failed'].includes(code), code)
})

// shows error: body_too_large
test('error: construction input is short', async () => {
	const { requests } = (await askTrade(network, '/limits')).body as { requests: { construction_body_bytes: number } }
	const manifest = 'x'.repeat(requests.construction_body_bytes)
	for (const name of ['parse', 'create_subintent']) {
		const problem = { status: 413, code: 'body_too_large', body: { manifest } } as const
		await refusedTrade(network, `/construction/${name}`, problem)
	}
})
