import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { CheckedOrder, type Doctor, type DoctorCheck, type WireOf } from '@accord/protocol'
import { GatewayProxy } from '../network/gateway-proxy.ts'
import { metricOf } from '../network/metric.ts'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

// An operator who must screen denies orders by a hook, before anything is stored or previewed.

const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const token = 'a-token-of-the-hook'

type Asked = { readonly headers: IncomingMessage['headers']; readonly body: Record<string, unknown> }

/** An operator's hook, which answers as the test says. */
class Hook {
	readonly asked: Asked[] = []
	answer: (body: Asked['body'], response: ServerResponse) => void = (_, response) => say(response, { deny: false })
	readonly #server: Server

	private constructor() {
		this.#server = createServer((request, response) => {
			const chunks: Buffer[] = []
			request.on('data', chunk => chunks.push(chunk))
			request.on('end', () => {
				const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body']
				this.asked.push({ headers: request.headers, body })
				this.answer(body, response)
			})
		})
	}

	static async start(): Promise<Hook> {
		const hook = new Hook()
		await new Promise<void>(resolve => hook.#server.listen(0, '127.0.0.1', resolve))
		return hook
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/orders`
	}

	stop(): void {
		this.#server.close()
		this.#server.closeAllConnections()
	}
}

function say(response: ServerResponse, body: object): void {
	response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

let hook: Hook
let gatewayProxy: GatewayProxy
let network: TestNetwork

async function startQuoted(denyHook: object): Promise<TestNetwork> {
	const settings = { ...operatorSetting, deny_hook: { url: hook.url, secret: token, ...denyHook } }
	const started = await startTestNetwork({ users: 2, makers: 1, solvers: 0, gatewayProxy, settings })
	await connectMaker(started, started.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 100000'] }] })
	return started
}

before(async () => {
	hook = await Hook.start()
	gatewayProxy = await GatewayProxy.start()
	network = await startQuoted({ timeout_ms: 400 })
})
beforeEach(() => {
	hook.asked.length = 0
	gatewayProxy.mostAtOnce.clear()
})
after(async () => {
	await network?.stop()
	gatewayProxy?.stop()
	hook?.stop()
})

const hasPreviewed = () => [...gatewayProxy.mostAtOnce.keys()].some(path => path.includes('preview'))
const counted = (of: TestNetwork, answer: string) => metricOf(of, `accord_deny_hook_seconds_count{answer="${answer}"}`)
const signed = () => signLimitOrder(network, user(), limitOrder(sale))
const user = () => network.users[0] ?? assert.fail('the network has users')

async function check(body: object): Promise<WireOf<typeof CheckedOrder>> {
	const answer = await askTrade(network, '/trade/orders/check', { body })
	assert.equal(answer.status, 200, JSON.stringify(answer.body))
	return CheckedOrder.wire.parse(answer.body)
}

async function doctor(of = network): Promise<WireOf<typeof DoctorCheck>> {
	const { checks } = await askOperator<WireOf<typeof Doctor>>(of, 'GET /operator/doctor')
	return checks.find(({ name }) => name === 'deny_hook') ?? assert.fail('the doctor checks the hook')
}

// shows error: order_denied
test('a denied account’s order is refused before anything is stored or previewed, and a check says so', async () => {
	hook.answer = ({ account }, response) =>
		say(response, account === user().account ? { deny: true, reason: 'on a list' } : { deny: false })
	const order = signed()
	const body = { signed_partial_transaction: order.signedPartialTransaction }
	const problem = await refusedTrade(network, '/trade/orders', { status: 403, code: 'order_denied', body })
	await refusedTrade(network, '/orders', { status: 403, code: 'order_denied', body })
	assert.doesNotMatch(JSON.stringify(problem), /on a list/)
	const checked = await check(body)
	assert.deepEqual([checked.valid, checked.violations.map(({ rule }) => rule)], [false, ['order_denied']])
	assert.deepEqual(checked.skipped, ['open_intents', 'funds', 'execution'])
	assert.equal(hasPreviewed(), false)
	await refusedTrade(network, `/trade/orders/${order.subintentId}`, { status: 404, code: 'unknown_order' })
	assert.equal(await counted(network, 'denied'), 3)
	// Another account trades on.
	await placeOrder(network, network.users[1], sale)
	assert.equal(hasPreviewed(), true)
})

test('the hook is told account, pair, tokens and amounts with its token, and no signature', async () => {
	hook.answer = (_, response) => say(response, { deny: false })
	const order = signed()
	await network.dex.submitOrder(order.signedPartialTransaction)
	// The same order again is the same order: no one is asked.
	await network.dex.submitOrder(order.signedPartialTransaction)
	const resource = (symbol: string) => network.tokens.get(symbol)?.resourceAddress
	const told = {
		network_id: 242,
		account: user().account,
		payers: [user().account],
		pair: { base: 'XRD', quote: 'xUSDC' },
		side: 'sell',
		sell: { symbol: 'XRD', resource_address: resource('XRD'), amount: '100' },
		buy: { symbol: 'xUSDC', resource_address: resource('xUSDC'), amount: '5' },
	}
	const ofOrder = { purpose: 'order', subintent_id: order.subintentId, ...told }
	assert.deepEqual(
		hook.asked.map(({ body, headers }) => [body, headers.authorization]),
		[[ofOrder, `Bearer ${token}`]],
	)
	hook.asked.length = 0
	await check({ manifest: order.manifest })
	assert.deepEqual(
		hook.asked.map(({ body }) => body),
		[{ purpose: 'check', ...told }],
	)
})

const noAnswers: Record<string, (response: ServerResponse) => void> = {
	'an answer that never comes': () => {},
	'another status': response => void response.writeHead(500).end('{"deny": false}'),
	'a redirection': response => void response.writeHead(307, { location: hook.url }).end(),
	'something else': response => say(response, { allowed: true }),
	'a very long answer': response => say(response, { deny: false, reason: 'x'.repeat(5_000) }),
	'a closed connection': response => void response.destroy(),
}

for (const [what, answer] of Object.entries(noAnswers)) {
	test(`error: with ${what} orders are refused, and the doctor says so`, async () => {
		hook.answer = (_, response) => answer(response)
		const before = await counted(network, 'silent')
		const body = { signed_partial_transaction: signed().signedPartialTransaction }
		await refusedTrade(network, '/trade/orders', { status: 503, code: 'orders_paused', body })
		await refusedTrade(network, '/trade/orders/check', { status: 503, code: 'orders_paused', body })
		assert.equal(hasPreviewed(), false)
		assert.equal(await counted(network, 'silent'), before + 2)
		const { ok, detail, advice } = await doctor()
		assert.deepEqual([ok, advice !== undefined], [false, true], detail)
		assert.match(detail, /orders are refused meanwhile/)
		assert.equal(hook.asked.length, 3)
	})
}

test('while calls hang, at most as many as allowed are in progress, and the others wait their turn', async () => {
	const few = await startQuoted({ at_once: 1, timeout_ms: 10_000 })
	try {
		let atOnce = 0
		let most = 0
		const held: ServerResponse[] = []
		hook.answer = (_, response) => {
			atOnce += 1
			most = Math.max(most, atOnce)
			held.push(response)
			setImmediate(() => {
				atOnce -= 1
				for (const one of held.splice(0)) say(one, { deny: false })
			})
		}
		await Promise.all([0, 1, 0, 1].map(at => placeOrder(few, few.users[at], sale)))
		assert.deepEqual([hook.asked.length, most], [4, 1])
	} finally {
		await few.stop()
	}
})

test('if the operator prefers it, orders are accepted while the hook does not answer', async () => {
	const lenient = await startQuoted({ when_silent: 'accept', timeout_ms: 400 })
	try {
		hook.answer = () => {}
		await placeOrder(lenient, lenient.users[0], sale)
		assert.equal(await counted(lenient, 'silent'), 1)
		assert.match((await doctor(lenient)).detail, /orders are accepted unasked meanwhile/)
		hook.answer = (_, response) => say(response, { deny: true })
		await refusedWith('order_denied', placeOrder(lenient, lenient.users[1], sale))
		hook.answer = (_, response) => say(response, { deny: false })
		assert.equal((await doctor(lenient)).ok, true)
	} finally {
		await lenient.stop()
	}
})
