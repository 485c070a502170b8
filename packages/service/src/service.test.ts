import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type AccountOwner, composeRoot, derivePrivateKey, intersectWindows, playSeed, readItem } from '@accord/ledger'
import {
	type CreatedSubintent,
	Decimal,
	Fee,
	FeeInfo,
	type FeeRole,
	LimitOrder,
	NewOrder,
	NewSubintentBundle,
	type OrderStatus,
	problemWire,
	quoteFee,
	type SignedSubintent,
	SubmissionResult,
	type WireOf,
} from '@accord/protocol'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { fundedParticipant, startTestLedger, type TestLedger } from '../../../test/fixtures/ledger.ts'
import { until } from '../../../test/network/until.ts'
import { parseConfig } from './config/read-config.ts'
import type { Service } from './service.ts'
import { startService } from './start-service.ts'

const apiKey = 'play-key-of-the-smoke-test'
const networkId = 242

let ledger: TestLedger
let service: Service
let user: AccountOwner
let maker: AccountOwner
let solver: AccountOwner
let feeInfo: FeeInfo

before(async () => {
	ledger = await startTestLedger()
	const funds = { XRD: '10000', xUSDC: '10000' }
	user = await fundedParticipant(ledger, { name: 'user-1', funds })
	maker = await fundedParticipant(ledger, { name: 'maker-1', curve: 'Secp256k1', funds })
	solver = await fundedParticipant(ledger, { name: 'solver-1', funds })
	await ledger.treasury.fund(ledger.service.account, [
		{ resource: ledger.resource('XRD'), amount: Decimal.fromInteger(100) },
	])
	const log = pino({ level: process.env.ACCORD_TEST_LOG ?? 'silent' })
	service = await startService(parseConfig(settings()), { clock: ledger.clock, log })
	feeInfo = FeeInfo.parse(await get('/trade/info'))
})
after(async () => {
	await service?.stop()
	await ledger?.stop()
})

describe('the service over its sockets', () => {
	// shows service: Typical trade, steps 1 to 8
	// shows Trade API: GET /trade/info
	// shows Trade API: GET /trade/order_book
	// shows Trade API: POST /trade/orders
	// shows Flash API: platform.price_books.on_change
	// shows Flash API: maker.fill_execution.next
	// shows Solver API: new_subintent_bundle: a notification with id null and hex params
	// shows authentication: Solver API: none
	it('settles a user’s order with a maker’s fill, each step told to those concerned', async () => {
		const makerSocket = await openMaker()
		await makerSocket.ask('platform.new_orders.start_stream', {})
		await makerSocket.ask('platform.fill_execution.start_stream', { historical_starting_point: 1 })
		makerSocket.notify('platform.price_books.on_change', {
			pair: { base: 'XRD', quote: 'xUSDC' },
			bids: [['0.05', '1000']],
			asks: [['0.051', '1000']],
		})
		await until('the book to be shown', async () => {
			const { bids } = await get('/trade/order_book?base=XRD&quote=xUSDC')
			return bids.length === 1
		})

		const wanted = { sell: amount('100', 'XRD'), buy: amount('5', 'xUSDC') }
		const signed = await signThroughApi(user, wanted, 'taker')
		const { success_response } = await post<WireOf<typeof SubmissionResult>>('//trade/orders', {
			signed_partial_transaction: signed.signed_partial_transaction,
		})
		assert.equal(success_response.subintent_id, signed.subintent_id)

		const asked = NewOrder.wire.parse(await makerSocket.received('platform.new_orders.new'))
		assert.deepEqual(asked.limit_order, LimitOrder.format(wanted))
		const fill = await signThroughApi(maker, LimitOrder.parse(asked.fill), 'maker')
		const filled = await makerSocket.ask('platform.fills.fill', {
			order_id: asked.id,
			signed_partial_transaction: fill.signed_partial_transaction,
		})
		assert.equal(SubmissionResult.wire.parse(filled).success_response.subintent_id, fill.subintent_id)
		const started = await makerSocket.received('maker.fill_execution.next')
		assert.deepEqual([started.sequence_number, started.order_id, started.change], [1, asked.id, { started: {} }])

		const solverSocket = await open('/subintent-stream')
		const items = await bundleOf(solverSocket)
		await settle(items)
		await until('the order to be settled', async () => (await statusOf(signed.subintent_id)).state === 'settled')
		const completed = await makerSocket.received('maker.fill_execution.next')
		assert.deepEqual([completed.sequence_number, completed.change], [2, { completed: { outcome: 'Settled' } }])
		const { history } = await statusOf(signed.subintent_id)
		assert.deepEqual(
			history.map(({ state }) => state),
			['accepted', 'filled', 'published', 'settled'],
		)
		makerSocket.socket.close()
		solverSocket.socket.close()
	})

	// shows states: Rule 1: numbers grow by 1, the channel restarts from any earlier point
	// shows Flash API: platform.fill_execution.start_stream, both forms of the starting point
	// shows events: maker.fill_execution.next, historical
	it('a session that comes later gets the whole fill log, from any number', async () => {
		const socket = await openMaker()
		await socket.ask('platform.fill_execution.start_stream', { historical_starting_point: { at_sequence_number: 2 } })
		assert.equal((await socket.received('maker.fill_execution.next')).sequence_number, 2)
		await socket.ask('platform.fill_execution.start_stream', { historical_starting_point: 0 })
		assert.equal((await socket.received('maker.fill_execution.next')).sequence_number, 1)
		socket.socket.close()
	})

	// shows error: sequence_ahead
	it('error: a starting point beyond the log is sequence_ahead', async () => {
		const socket = await openMaker()
		const error = await socket.refused('platform.fill_execution.start_stream', { historical_starting_point: 4 })
		assert.deepEqual([error.data.code, error.data.last_sequence_number], ['sequence_ahead', 2])
		socket.socket.close()
	})

	// shows Flash API: Ping
	// shows Flash API: Rule 6 (not shown): ping methods
	// shows decision 23: platform.ping and ping return the time
	it('answers both pings', async () => {
		const socket = await openMaker()
		for (const method of ['platform.ping', 'ping']) {
			assert.equal((await socket.ask(method, {})).pong, true, method)
		}
		socket.socket.close()
	})

	// shows Flash API: platform.price_books.on_change
	// shows decision 24: A refused notification is reported by platform.error
	// shows error: invalid_price_book
	it('error: a refused notification is answered by platform.error', async () => {
		const socket = await openMaker()
		socket.notify('platform.price_books.on_change', {
			pair: { base: 'XRD', quote: 'xUSDC' },
			bids: [['1', '-1']],
			asks: [],
		})
		const { method, data } = await socket.received('platform.error')
		assert.deepEqual([method, data.code], ['platform.price_books.on_change', 'invalid_price_book'])
		socket.socket.close()
	})

	// shows error: unknown_order
	it('error: a fill for an order that nobody knows is unknown_order', async () => {
		const socket = await openMaker()
		const wanted = { sell: amount('5', 'xUSDC'), buy: amount('100', 'XRD') }
		const { signed_partial_transaction } = await signThroughApi(maker, wanted, 'maker')
		const params = { order_id: '00'.repeat(16), signed_partial_transaction }
		assert.equal((await socket.refused('platform.fills.fill', params)).data.code, 'unknown_order')
		socket.socket.close()
	})

	// shows Trade API: GET /network/status
	// shows Trade API: GET /trade/account_addresses/:address
	// shows Trade API: GET /trade/tokens
	// shows Trade API: GET /trade/token_pairs
	// shows Trade API: GET /trade/accounts
	it('shows tokens, pairs, levels, accounts and the ledger’s state', async () => {
		const { tokens } = await get('/trade/tokens')
		assert.deepEqual(
			tokens.map(({ symbol }: { symbol: string }) => symbol),
			['XRD', 'xUSDC', 'xUSDT', 'xwBTC', 'xETH'],
		)
		assert.deepEqual(await get('/trade/token_pairs'), { token_pairs: [{ base: 'XRD', quote: 'xUSDC' }] })
		assert.deepEqual(await get(`/trade/account_addresses/${user.account}`), { level: 0 })
		const { accounts } = await get('/trade/accounts', { 'anthic-api-key': apiKey })
		assert.deepEqual([accounts.length, accounts[0].address], [1, maker.account])
		const status = await get('/network/status')
		assert.deepEqual([typeof status.cur_epoch, status.network, status.network_id], ['number', 'simulator', networkId])
	})

	const refusals: [string, string, number, string][] = [
		// shows Trade API: GET /trade/account_addresses/:address
		// shows error: invalid_address
		['a token instead of an account', '/trade/account_addresses/resource_sim1abc', 422, 'invalid_address'],
		// shows Trade API: GET /trade/order_book
		// shows error: unknown_pair
		['an inverted pair', '/trade/order_book?base=xUSDC&quote=XRD', 422, 'unknown_pair'],
		['a pair with a part missing', '/trade/order_book?base=XRD', 422, 'validation_failed'],
		// shows service: Authentication is required only for accounts and the Flash Liquidity API
		// shows Trade API: GET /trade/accounts
		// shows error: unauthorized
		['accounts without a key', '/trade/accounts', 401, 'unauthorized'],
		['an order that nobody knows', '/trade/orders/subtxid_sim1abc', 404, 'unknown_order'],
		// shows error: upgrade_required
		['a socket by an ordinary request', '/flash', 426, 'upgrade_required'],
	]
	for (const [what, path, status, code] of refusals) {
		it(`error: ${what} is ${code}`, async () => {
			const response = await fetch(service.url + path)
			const problem = problemWire.parse(await response.json())
			assert.deepEqual([response.status, problem.code], [status, code])
			assert.equal(response.headers.has('www-authenticate'), status === 401)
		})
	}

	const upgrades: [string, string, string | undefined, number, string][] = [
		// shows service: Authentication is required only for accounts and the Flash Liquidity API
		// shows authentication: Flash Liquidity API: in the connection request
		['without a key', '/flash', undefined, 401, 'unauthorized'],
		// shows authentication: Header SERVICE-API-KEY
		// shows error: unauthorized
		['with a key that nobody has', '/flash', 'nobody’s', 401, 'unauthorized'],
		['with an empty key', '/flash', '', 401, 'unauthorized'],
		['with a key of 8 kB', '/flash', 'k'.repeat(8_000), 401, 'unauthorized'],
		[
			'with its key in the query',
			`/flash?service-api-key=${apiKey}&SERVICE-API-KEY=${apiKey}`,
			undefined,
			401,
			'unauthorized',
		],
		// shows error: not_found
		['to a path that is no socket', '/trade/info', apiKey, 404, 'not_found'],
	]
	for (const [what, path, key, status, code] of upgrades) {
		it(`error: an upgrade ${what} is ${code}`, async () => {
			const headers = key === undefined ? {} : { 'service-api-key': encodeURIComponent(key) }
			const socket = new WebSocket(`${service.url.replace('http', 'ws')}${path}`, { headers })
			const [, response] = await once(socket, 'unexpected-response')
			const text = Buffer.concat(await response.toArray()).toString()
			assert.deepEqual([response.statusCode, problemWire.parse(JSON.parse(text)).code], [status, code])
			assert.equal(response.headers['www-authenticate'] !== undefined, status === 401)
		})
	}

	// shows Trade API: POST /trade/orders
	// shows error: invalid_signed_partial_transaction
	it('error: bytes that are not an order are refused, and the submission did not succeed', async () => {
		const response = await fetch(`${service.url}/orders`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ signed_partial_transaction: '4d2208' }),
		})
		const problem = problemWire.parse(await response.json())
		assert.deepEqual(
			[response.status, problem.code, problem.success],
			[422, 'invalid_signed_partial_transaction', false],
		)
	})

	// Node waits a minute and more for a connection on which nothing was asked.
	// shows error: shutting_down
	it('a stop closes every socket as going away, and waits for no silent connection', { timeout: 30_000 }, async () => {
		const sockets = [await openMaker(), await open('/subintent-stream')]
		const closed = Promise.all(sockets.map(({ socket }) => once(socket, 'close')))
		const silent = connect(service.port, '127.0.0.1').on('error', () => {})
		await once(silent, 'connect')
		await service.stop()
		for (const [code, reason] of await closed) assert.deepEqual([code, String(reason)], [1001, 'shutting_down'])
	})
})

function settings(): Record<string, unknown> {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name: 'service', curve: 'Ed25519' })
	return {
		network_id: networkId,
		gateway_url: ledger.url,
		port: 0,
		database: {},
		service_key: { curve, private_key_hex: privateKeyHex },
		markers: ledger.markers,
		tokens: ledger.tokens.map(({ symbol, resourceAddress, divisibility, name }) => {
			return { symbol, resource_address: resourceAddress, divisibility, name }
		}),
		pairs: [{ base: 'XRD', quote: 'xUSDC' }],
		makers: [{ name: 'maker-1', accounts: [maker.account], api_key: apiKey }],
	}
}

/** As a wallet does: compose, create and sign the hash, using the API for everything except the signature. */
async function signThroughApi(
	owner: AccountOwner,
	order: LimitOrder,
	role: FeeRole,
): Promise<WireOf<typeof SignedSubintent>> {
	const divisibility = ledger.tokens.find(token => token.symbol === order.sell.symbol)?.divisibility ?? 0
	const fee = quoteFee({ feeInfo, level: 0, role, sell: order.sell, divisibility })
	const { manifest } = await post<{ manifest: string }>('/construction/compose', {
		type: 'LimitOrder',
		account: owner.account,
		...LimitOrder.format(order),
		fee: Fee.format(fee),
	})
	const created = await post<WireOf<typeof CreatedSubintent>>('/construction/create_subintent', { manifest })
	const { curve, publicKey, signature } = owner.keyPair.sign(created.subintent_hash)
	return post('/construction/sign', {
		subintent: created.subintent,
		signature: { curve, public_key: publicKey, signature },
	})
}

async function settle(items: readonly string[]): Promise<void> {
	const read = items.map(item => readItem(item, networkId))
	const root = composeRoot({
		items: read,
		solver,
		lockFeeXrd: Decimal.parse('10'),
		window: intersectWindows(read.map(item => item.window)),
		networkId,
	})
	const { outcome, errorMessage } = await ledger.ledger.submit(root.notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
}

async function bundleOf({ messages }: TestSocket): Promise<readonly string[]> {
	await until('a bundle', () => messages.length > 0)
	const { items } = NewSubintentBundle.parse(messages[0])
	assert.equal(items.length, 2)
	return items
}

const statusOf = (subintentId: string): Promise<WireOf<typeof OrderStatus>> => get(`/trade/orders/${subintentId}`)
const amount = (text: string, symbol: string) => ({ symbol, amount: Decimal.parse(text) })

// biome-ignore lint/suspicious/noExplicitAny: the wire's answers, looked into field by field
type Wire = any

async function get(path: string, headers: Record<string, string> = {}): Promise<Wire> {
	const response = await fetch(service.url + path, { headers })
	const answer = await response.json()
	assert.equal(response.status, 200, JSON.stringify(answer))
	return answer
}

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
	const headers = { 'content-type': 'application/json' }
	const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
	const answer = await response.json()
	assert.equal(response.status, 200, JSON.stringify(answer))
	return answer as Answer
}

type TestSocket = Awaited<ReturnType<typeof open>>

const openMaker = () => open('/flash', { 'service-api-key': apiKey })

/** A socket that keeps what it receives and speaks JSON-RPC. */
async function open(path: string, headers: Record<string, string> = {}) {
	const socket = new WebSocket(`${service.url.replace('http', 'ws')}${path}`, { headers })
	const messages: Wire[] = []
	socket.on('message', data => messages.push(JSON.parse(String(data))))
	await once(socket, 'open')
	let lastId = 0
	const take = async (what: string, wanted: (message: Wire) => boolean): Promise<Wire> => {
		await until(what, () => messages.some(wanted))
		return messages.splice(messages.findIndex(wanted), 1)[0]
	}
	const call = (method: string, params: unknown) => {
		const id = ++lastId
		socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
		return take(`the answer to ${method}`, message => message.id === id && !('method' in message))
	}
	return {
		socket,
		messages,
		notify: (method: string, params: unknown) => socket.send(JSON.stringify({ jsonrpc: '2.0', method, params })),
		received: async (method: string) => (await take(method, message => message.method === method)).params,
		ask: async (method: string, params: unknown) => {
			const { result, error } = await call(method, params)
			assert.equal(error, undefined, JSON.stringify(error))
			return result
		},
		refused: async (method: string, params: unknown) => (await call(method, params)).error,
	}
}
