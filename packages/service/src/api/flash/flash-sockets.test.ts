import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type FillExecution, TradeError } from '@accord/protocol'
import { pino } from 'pino'
import { until } from '../../../../../test/network/until.ts'
import { inProcessBus } from '../../bus/bus.ts'
import { Metrics } from '../../metrics/metrics.ts'
import { MakerQuotes } from '../../prices/maker-quotes.ts'
import { limitsOfTests } from '../../testing/config-fixture.ts'
import { market } from '../../testing/order-fixture.ts'
import { Replays } from '../sockets/replays.ts'
import { realClock as clock, serveSockets, slowHeartbeat } from '../sockets/socket-server-fixture.ts'
import { BreakerStreams } from './breaker-streams.ts'
import { FillExecutionStreams } from './fill-execution-streams.ts'
import { FlashSockets } from './flash-sockets.ts'
import { HeldBackStreams } from './held-back-streams.ts'
import { KeyWatch } from './key-watch.ts'
import { MakerSubscribers } from './maker-subscribers.ts'
import { NewOrderStreams } from './new-order-streams.ts'

const log = pino({ level: 'silent' })
const _pair = { base: 'XRD', quote: 'xUSDC' }
const headers = { 'service-api-key': 'key' }

/** The sockets, over stages that a test can break. */
async function openSockets(t: TestContext, options: { outgoingBytes?: number } = {}) {
	const broken: Partial<Record<'authenticate' | 'submitFill' | 'fillLog' | 'database', Error | undefined>> = {}
	const revoked: string[] = []
	const entries: FillExecution[] = []
	const unless = async (error: Error | undefined) => {
		await turn()
		if (error !== undefined) throw error
	}
	const onError = () => undefined
	const fillExecutions = new FillExecutionStreams({
		follow: () => () => {},
		incarnation: () => '0123456789ab',
		replays: new Replays({ perClient: 4 }),
		history: async ({ after, upTo }) => {
			await unless(broken.fillLog)
			return entries.slice(after, upTo)
		},
		fillExecutionsAfter: async ({ after, limit }) => {
			await unless(broken.fillLog)
			return entries.slice(after, after + limit)
		},
		logRange: async () => {
			await unless(broken.database)
			return { removed: 0, last: entries.length }
		},
		onError,
	})
	const limitedAmong = async (keyIds: readonly string[]) =>
		new Map(keyIds.filter(keyId => revoked.includes(keyId)).map(keyId => [keyId, () => false] as const))
	const keys = new KeyWatch({ limitedAmong, onError })
	const { outgoingBytes = 1_000_000 } = options
	const limits = { ...limitsOfTests, messageBytes: 10_000, outgoingBytes, messagesPerSecond: 1000 }
	const path = new FlashSockets({
		platform: { clock, log, market, limits, metrics: new Metrics() },
		accounts: {
			authenticate: async apiKey => {
				await unless(broken.authenticate)
				return apiKey === 'key' ? { makerId: 'maker', keyId: 'id of key' } : undefined
			},
		},
		prices: {
			makerQuotes: new MakerQuotes({ clock, bus: inProcessBus({ onError }), withdrawAfterMs: 1000 }),
			makerBooks: { of: async () => [], heldBack: () => [] },
			incoming: { replace: () => {}, refuse: ({ error }) => error },
		},
		fills: {
			submit: async () => {
				await unless(broken.submitFill)
				return { subintentId: 'subtxid_1', isNew: true }
			},
			reject: () => unless(broken.database),
		},
		streams: {
			newOrders: new NewOrderStreams({ openNewOrders: async () => ({ orders: [], newest: 0n }), onError }),
			fillExecutions,
			withdrawals: new MakerSubscribers(),
			heldBack: new HeldBackStreams({ clock, pairsOf: () => [], heldBackOf: () => undefined }),
			breaker: new BreakerStreams({ read: () => Promise.reject(new Error('not asked for')), onError }),
			keys,
		},
		heartbeat: slowHeartbeat(t),
	})
	t.after(() => path.sockets.close())
	const append = (count: number) => {
		for (let n = 0; n < count; n++) {
			entries.push({ sequenceNumber: entries.length + 1, occurredAtMs: 0, orderId: 'f'.repeat(32) })
		}
		fillExecutions.wake('maker')
	}
	return { ...(await serveSockets(t, path)), path, broken, keys, revoked, append }
}

const fill = JSON.stringify({
	jsonrpc: '2.0',
	method: 'platform.fills.fill',
	id: 1,
	params: { order_id: 'x', signed_partial_transaction: '00' },
})
const startFillLog = (from: number) =>
	JSON.stringify({
		jsonrpc: '2.0',
		method: 'platform.fill_execution.start_stream',
		id: 1,
		params: { historical_starting_point: from },
	})

// biome-ignore lint/suspicious/noExplicitAny: the wire's messages
type Wire = any
const numbersIn = (messages: readonly Wire[]): number[] =>
	messages.filter(({ method }) => method !== undefined).map(({ params }) => params.sequence_number)

test('error: internal: a method that fails is reported without the reason, and the session continues', async t => {
	const { broken, open } = await openSockets(t)
	const { socket, messages } = await open('', headers)
	broken.submitFill = new Error('a secret')
	socket.send(fill)
	await until('the answer', () => messages.length === 1)
	const [{ error }] = messages as Wire[]
	assert.deepEqual([error.code, error.data.code, JSON.stringify(error).includes('secret')], [-32603, 'internal', false])
	broken.submitFill = new TradeError('ledger_unavailable')
	socket.send(fill)
	await until('the answer', () => messages.length === 2)
	assert.equal((messages[1] as Wire).error.data.code, 'ledger_unavailable')
})

test('error: unauthorized, database_unavailable, internal: an upgrade whose key is unknown or cannot be looked up', async t => {
	const { broken, errors, refused } = await openSockets(t)
	assert.deepEqual(await refused(), [401, 'unauthorized'])
	assert.deepEqual(await refused('', { 'anthic-api-key': 'other' }), [401, 'unauthorized'])
	broken.authenticate = new TradeError('database_unavailable')
	assert.deepEqual(await refused('', headers), [503, 'database_unavailable'])
	assert.deepEqual(errors, [])
	broken.authenticate = new Error('a secret')
	assert.deepEqual(await refused('', headers), [500, 'internal'])
	assert.equal(errors.length, 1)
})

test('error: database_unavailable: a rejection and a stream are refused while the database is away', async t => {
	const { broken, open } = await openSockets(t)
	const { socket, messages } = await open('', headers)
	const rejection = { jsonrpc: '2.0', method: 'platform.new_orders.reject', id: 2, params: { order_id: 'x' } }
	broken.database = new TradeError('database_unavailable')
	socket.send(startFillLog(1))
	socket.send(JSON.stringify(rejection))
	await until('both answers', () => messages.length === 2)
	const codes = messages.map((message: Wire) => message.error.data.code)
	assert.deepEqual(codes, ['database_unavailable', 'database_unavailable'])
	broken.database = undefined
	socket.send(JSON.stringify(rejection))
	await until('the answer', () => messages.length === 3)
	assert.deepEqual((messages[2] as Wire).result, { success: true })
})

test('error: internal: a fill log that cannot be read closes the session as 1011', async t => {
	const { append, broken, open } = await openSockets(t)
	append(1)
	const { socket, closed } = await open('', headers)
	broken.fillLog = new Error('a secret')
	socket.send(startFillLog(1))
	assert.deepEqual(await closed, [1011, 'internal'])
})

// shows error: slow_consumer
test('error: slow_consumer: a maker that does not read is closed as 4008, and resumes its fill log without losing an entry', async t => {
	const { append, open } = await openSockets(t, { outgoingBytes: 100_000 })
	const slow = await open('', headers)
	slow.socket.send(startFillLog(1))
	await until('the stream', () => slow.messages.length === 1)
	const wire = (slow.socket as unknown as { _socket: Socket })._socket
	wire.pause()
	const count = 40_000
	for (let n = 0; n < count; n += 500) {
		append(500)
		for (let turns = 0; turns < 4; turns++) await turn()
	}
	wire.resume()
	assert.deepEqual(await slow.closed, [4008, 'slow_consumer'])
	const received = numbersIn(slow.messages)
	const last = received.at(-1) ?? 0
	assert.ok(last < count, `${last} of ${count} came through`)
	const resumed = await open('', headers)
	resumed.socket.send(startFillLog(last + 1))
	await until('the rest', () => resumed.messages.length >= count - last + 1)
	assert.deepEqual(
		[...received, ...numbersIn(resumed.messages)],
		Array.from({ length: count }, (_, n) => n + 1),
	)
})

test('a fill log that is restarted during its replay begins again, with no entry missing or repeated', async t => {
	const { append, open } = await openSockets(t)
	const count = 2_000
	append(count)
	const { socket, messages } = await open('', headers)
	for (const from of [1, 1, 1501]) socket.send(startFillLog(from))
	const answers = () => messages.filter(({ method }: Wire) => method === undefined)
	await until('the last start', () => answers().length === 3 && numbersIn(messages).at(-1) === count)
	append(1)
	await until('the newest entry', () => numbersIn(messages).at(-1) === count + 1)
	const numbers = numbersIn(messages)
	assert.deepEqual(
		numbers.slice(numbers.lastIndexOf(1501)),
		Array.from({ length: count - 1499 }, (_, n) => n + 1501),
	)
	const stop = { jsonrpc: '2.0', id: 9, method: 'platform.fill_execution.start_stream', params: { enabled: false } }
	socket.send(JSON.stringify(stop))
	await until('its answer', () => answers().length === 4)
	append(1)
	for (let turns = 0; turns < 20; turns++) await turn()
	socket.send(JSON.stringify({ jsonrpc: '2.0', id: 10, method: 'ping' }))
	await until('the pong', () => answers().length === 5)
	assert.equal(numbersIn(messages).length, numbers.length)
})

test('of a start and a stop of the fill log sent together, the later wins', async t => {
	const { append, open } = await openSockets(t)
	append(3)
	const { socket, messages } = await open('', headers)
	const answers = () => messages.filter(({ method }: Wire) => method === undefined)
	const stop = { jsonrpc: '2.0', id: 2, method: 'platform.fill_execution.start_stream', params: { enabled: false } }
	const ping = JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'ping' })
	socket.send(startFillLog(1))
	socket.send(JSON.stringify(stop))
	await until('both answers', () => answers().length === 2)
	append(1)
	for (let turns = 0; turns < 20; turns++) await turn()
	socket.send(ping)
	await until('the pong', () => answers().length === 3)
	assert.deepEqual(numbersIn(messages), [])
	socket.send(JSON.stringify(stop))
	socket.send(startFillLog(2))
	await until('the log', () => numbersIn(messages).at(-1) === 4)
	// The call is refused, so it changes nothing.
	socket.send(startFillLog(9))
	await until('the refusal', () => answers().length === 6)
	append(1)
	await until('the newest entry', () => numbersIn(messages).at(-1) === 5)
	assert.deepEqual(numbersIn(messages), [2, 3, 4, 5])
})

test('a revoked key closes its own sessions at the next check', async t => {
	const { keys, open, revoked } = await openSockets(t)
	const { closed } = await open('', headers)
	keys.wake()
	revoked.push('id of another')
	keys.wake()
	await turn()
	revoked.push('id of key')
	keys.wake()
	assert.deepEqual(await closed, [4001, 'unauthorized'])
})

test('error: shutting_down: sessions are closed as 1001, and new ones refused', async t => {
	const { open, path, refused } = await openSockets(t)
	const { closed } = await open('', headers)
	path.sockets.close()
	assert.deepEqual(await closed, [1001, 'shutting_down'])
	assert.deepEqual(await refused('', headers), [503, 'shutting_down'])
})

test('an additional slash at the end of the path is ignored', async t => {
	const { open } = await openSockets(t)
	const { socket } = await open('/', headers)
	socket.ping()
	await once(socket, 'pong')
})
