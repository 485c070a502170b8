import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { TradeError } from '@accord/protocol'
import { pino } from 'pino'
import type { WebSocket } from 'ws'
import { until } from '../../../../../test/network/until.ts'
import type { SolverEvent } from '../../bundles/solver-events.ts'
import { limitsOfTests } from '../../testing/config-fixture.ts'
import { NumberedStream } from '../sockets/numbered-stream.ts'
import { Replays } from '../sockets/replays.ts'
import { realClock, serveSockets, slowHeartbeat } from '../sockets/socket-server-fixture.ts'
import type { SolverLog } from './event-session.ts'
import { bundleMessage, eventMessage } from './solver-messages.ts'
import { SolverSockets } from './solver-sockets.ts'

const log = pino({ level: 'silent' })
const item = 'ab'.repeat(50_000)
const incarnation = '0123456789ab'

/** The sockets over a log in memory. */
async function openSockets(
	t: TestContext,
	options: { connectionsMax?: number; perAddress?: number; outgoingBytes?: number; requestsPerMinute?: number } = {},
) {
	const events: SolverEvent[] = []
	let failure: Error | undefined
	const read = async <Entry>(found: () => Entry[]) => {
		await turn()
		if (failure !== undefined) throw failure
		return found()
	}
	const onError = () => undefined
	const isOpen = (event: SolverEvent) =>
		event.kind === 'published' &&
		!events.some(({ kind, bundleNumber }) => kind === 'withdrawn' && bundleNumber === event.bundleNumber)
	const message = (event: SolverEvent) => eventMessage(event, incarnation)
	const eventsAfter = (after: number, limit: number) =>
		events.filter(event => event.number > after && (event.kind === 'withdrawn' || isOpen(event))).slice(0, limit)
	const bundles = new NumberedStream({
		readAfter: (after, limit) =>
			read(() =>
				eventsAfter(after, limit).flatMap(event => (event.kind === 'published' ? [bundleMessage(event)] : [])),
			),
		numberOf: bundle => bundle.bundleNumber,
		onError,
	})
	const stream = new NumberedStream({
		readAfter: (after, limit) => read(() => eventsAfter(after, limit).map(message)),
		numberOf: event => event.number,
		onError,
	})
	const solverLog: SolverLog = {
		incarnation: () => incarnation,
		replays: new Replays({ perClient: 4 }),
		pageSize: 100,
		stream,
		range: () => read(() => [events.length]).then(([last = 0]) => ({ removed: 0, last })),
		openPublications: ({ after, upTo }) =>
			read(() =>
				events
					.filter(event => event.number > after && event.number <= upTo && isOpen(event))
					.slice(0, 2)
					.map(message),
			),
	}
	const { outgoingBytes = 1_000_000, perAddress = 1_000, connectionsMax } = options
	const socketLimits = { ...limitsOfTests, outgoingBytes, solverConnectionsPerAddress: perAddress }
	const path = new SolverSockets(
		{
			platform: { clock: realClock, log, limits: socketLimits },
			accounts: {
				authenticate: async apiKey => (/^key of \w+$/.test(apiKey) ? { makerId: apiKey, keyId: apiKey } : undefined),
			},
			streams: { bundles, solverLog },
			heartbeat: slowHeartbeat(t),
		},
		connectionsMax === undefined ? {} : { connectionsMax },
	)
	t.after(() => path.sockets.close())
	const publish = () => {
		const number = events.length + 1
		const common = { number, bundleNumber: number, items: [item], subintentIds: ['subtxid_1'] }
		events.push({ kind: 'published', ...common, publishedAtMs: 1, expiresAtS: 1 })
		stream.wake()
		bundles.wake()
	}
	const withdraw = (bundleNumber: number) => {
		events.push({ kind: 'withdrawn', number: events.length + 1, bundleNumber, reason: 'settled', withdrawnAtMs: 2 })
		stream.wake()
	}
	const fail = (error: Error | undefined) => {
		failure = error
	}
	const { requestsPerMinute = 1000 } = options
	const limits = { requestsPerMinute, requestsPerMinutePerKey: 1000, connectionsPerAddress: 1000 }
	return { ...(await serveSockets(t, path, limits)), path, publish, withdraw, fail }
}

/** Messages as words, with the numbers of their cursors: `published 1`, `withdrawn 1 at 2`, `cursor 2`. */
function words(messages: readonly unknown[]): string[] {
	// biome-ignore lint/suspicious/noExplicitAny: the wire's messages
	return messages.map((message: any) => {
		const number = (cursor: string) => cursor.replace(`x${incarnation}`, '')
		if (message.bundle !== undefined) return `published ${number(message.bundle.cursor)}`
		const { bundle_id } = message.params
		const cursor = number(message.params.cursor)
		return bundle_id === undefined ? `cursor ${cursor}` : `withdrawn ${bundle_id} at ${cursor}`
	})
}

const wireOf = (socket: WebSocket) => (socket as unknown as { _socket: Socket })._socket

test('with events a solver gets the open bundles, then a cursor, then every new entry', async t => {
	const { open, publish, withdraw } = await openSockets(t)
	for (let n = 0; n < 4; n++) publish()
	withdraw(2)
	const { messages } = await open('?events=1')
	await until('the cursor', () => messages.length >= 4)
	publish()
	await until('the new one', () => messages.length >= 5)
	withdraw(6)
	await until('what is new', () => messages.length >= 6)
	assert.deepEqual(words(messages), [
		'published 1',
		'published 3',
		'published 4',
		'cursor 5',
		'published 6',
		'withdrawn 6 at 7',
	])
})

test('from a cursor a solver also gets the withdrawals after it, and no withdrawn bundle', async t => {
	const { open, publish, withdraw } = await openSockets(t)
	for (let n = 0; n < 3; n++) publish()
	withdraw(1)
	withdraw(3)
	publish()
	const { messages } = await open('?events=1&since=2')
	await until('the cursor', () => words(messages).includes('cursor 6'))
	assert.deepEqual(words(messages), ['withdrawn 1 at 4', 'withdrawn 3 at 5', 'published 6', 'cursor 6'])
})

// shows solver addition: A slow solver is disconnected and loses nothing when it resumes
test('error: slow_consumer: a solver that does not read is closed as 4008, and resumes without losing or repeating a bundle', async t => {
	const { open, publish } = await openSockets(t)
	const slow = await open('?events=1')
	await until('the first cursor', () => slow.messages.length === 1)
	wireOf(slow.socket).pause()
	const count = 200
	for (let n = 0; n < count; n++) {
		publish()
		await turn()
	}
	wireOf(slow.socket).resume()
	assert.deepEqual(await slow.closed, [4008, 'slow_consumer'])
	const received = words(slow.messages)
	const last = received.length - 1
	assert.ok(last > 0 && last < count, `${last} of ${count} came through`)
	const resumed = await open(`?events=1&since=${last}`)
	await until('the rest', () => resumed.messages.length >= count - last + 1)
	const all = [...received.slice(1), ...words(resumed.messages).slice(0, -1)]
	assert.deepEqual(
		all,
		Array.from({ length: count }, (_, n) => `published ${n + 1}`),
	)
})

test('a long backfill adapts to the reader’s pace', async t => {
	const { open, publish } = await openSockets(t, { outgoingBytes: 400_000 })
	for (let n = 0; n < 100; n++) publish()
	for (const query of ['', '?since=0', '?events=1', '?events=1&since=0']) {
		const slow = await open(query)
		wireOf(slow.socket).pause()
		for (let turns = 0; turns < 1000; turns++) await turn()
		wireOf(slow.socket).resume()
		const count = query.startsWith('?events') ? 101 : 100
		await until('all of it', () => slow.messages.length === count)
		slow.socket.close()
	}
})

test('messages of a solver are ignored; one that is too long closes the connection as 1009', async t => {
	const { open, publish } = await openSockets(t)
	const { socket, messages, closed } = await open()
	socket.send('hello')
	socket.send('{"jsonrpc":"2.0","method":"ping","id":1}')
	publish()
	await until('the bundle', () => messages.length === 1)
	assert.deepEqual(messages, [{ jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params: [item] }])
	socket.send('x'.repeat(4097))
	assert.equal((await closed)[0], 1009)
})

const refusals: Record<string, { query: string; answer: [number, string] }> = {
	'text that is not a cursor': { query: '?since=A!', answer: [422, 'validation_failed'] },
	'a cursor of another form': { query: '?since=abc', answer: [422, 'validation_failed'] },
	'an empty cursor': { query: '?since=', answer: [422, 'validation_failed'] },
	'events neither 0 nor 1': { query: '?events=yes', answer: [422, 'validation_failed'] },
	'a cursor beyond the log': { query: '?since=3&events=1', answer: [422, 'sequence_ahead'] },
	'a cursor with something else': { query: `?since=1x${incarnation}0`, answer: [422, 'validation_failed'] },
	'a cursor from before a restore': { query: '?since=1xba9876543210&events=1', answer: [409, 'log_restarted'] },
	'the first cursor from before a restore': { query: '?since=0xba9876543210&events=1', answer: [409, 'log_restarted'] },
	'a cursor of this incarnation beyond the log': { query: `?since=3x${incarnation}`, answer: [422, 'sequence_ahead'] },
	'the same without events': { query: '?since=3', answer: [422, 'sequence_ahead'] },
}
for (const [what, { query, answer }] of Object.entries(refusals)) {
	test(`error: ${answer[1]}: ${what}`, async t => {
		const { publish, refused } = await openSockets(t)
		publish()
		publish()
		assert.deepEqual(await refused(query), answer)
	})
}

test('unknown query parameters are ignored', async t => {
	const { open, publish } = await openSockets(t)
	publish()
	const { messages } = await open('?since=1&events=1&since_when=x')
	await until('the cursor', () => messages.length === 1)
	assert.deepEqual(words(messages), ['cursor 1'])
})

// shows error: busy
test('error: busy: more solvers than allowed', async t => {
	const { open, refused } = await openSockets(t, { connectionsMax: 1 })
	const { socket, closed } = await open()
	assert.deepEqual(await refused(), [503, 'busy'])
	socket.close()
	await closed
	await open()
})

// shows error: busy
test('error: busy, rate_limited: strangers beyond their places, a key beyond its own', async t => {
	const { open, refused } = await openSockets(t, { connectionsMax: 2, perAddress: 2 })
	const headers = (key: string) => ({ 'service-api-key': key })
	await open()
	await open('', headers('unknown'))
	assert.deepEqual(await refused('', headers('unknown')), [503, 'busy'])
	for (let n = 0; n < 2; n++) await open('', headers('key of solver1'))
	assert.deepEqual(await refused('', headers('key of solver1')), [429, 'rate_limited'])
	await open('', headers('key of solver2'))
})

// shows decision 40: Solvers’ places are shared fairly
test('error: rate_limited: an address beyond its share, until one of its solvers has gone', async t => {
	const { open, refused } = await openSockets(t, { perAddress: 1 })
	const { socket, closed } = await open()
	assert.deepEqual(await refused(), [429, 'rate_limited'])
	await open('', { 'service-api-key': 'key of solver' })
	socket.close()
	await closed
	await open()
})

test('error: rate_limited: more connections of an address than requests allowed', async t => {
	const { open, refused } = await openSockets(t, { requestsPerMinute: 2 })
	await open()
	await open()
	assert.deepEqual(await refused(), [429, 'rate_limited'])
})

test('error: database_unavailable, internal: a log that cannot be read', async t => {
	const { errors, fail, open, refused } = await openSockets(t)
	fail(new TradeError('database_unavailable'))
	assert.deepEqual(await refused('?since=1'), [503, 'database_unavailable'])
	assert.deepEqual(errors, [])
	assert.deepEqual(await (await open()).closed, [1011, 'internal'])
	assert.deepEqual(await (await open('?events=1')).closed, [1011, 'internal'])
	fail(new Error('a secret'))
	assert.deepEqual(await refused('?since=1'), [500, 'internal'])
	assert.equal(errors.length, 1)
})

test('error: shutting_down: sockets are closed as 1001, and new ones refused', async t => {
	const { open, path, refused } = await openSockets(t)
	const { closed } = await open()
	path.sockets.close()
	assert.deepEqual(await closed, [1001, 'shutting_down'])
	assert.deepEqual(await refused(), [503, 'shutting_down'])
})
