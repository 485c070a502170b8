import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { closeCodes, type SolverEvent, TradeError, toProblem } from '@accord/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import type { LogRestart } from '../transport/log-restart.ts'
import type { RemovedEntries } from '../transport/removed-entries.ts'
import { SolverClient } from './solver-client.ts'

type Connection = { since: string | null; events: string | null; socket: WebSocket; send(message: unknown): void }

/**
 * A real server of the stream; the test determines what each connection receives. Cursors beyond `last` or before
 * `kept` are refused.
 */
async function setUp(
	t: { after(fn: () => unknown): void },
	onConnection: (connection: Connection) => void,
	options: {
		last?: number
		kept?: number
		restart?: (info: LogRestart) => void
		removed?: (entries: RemovedEntries) => void
	} = {},
) {
	const { restart } = options
	const connections: Connection[] = []
	const sockets = new WebSocketServer({ noServer: true })
	const http = createServer().on('upgrade', (request, socket, head) => {
		const { searchParams } = new URL(request.url ?? '', 'http://localhost')
		const since = searchParams.get('since')
		const former = since?.endsWith('xold') && restart !== undefined
		const isTooOld = since !== null && Number.parseInt(since, 10) + 1 < (options.kept ?? 1)
		if (former || isTooOld || Number(since) > (options.last ?? 1e9)) {
			const extra = { incarnation: 'new', first_sequence_number: options.kept ?? 1 }
			const code = former ? 'log_restarted' : isTooOld ? 'sequence_too_old' : 'sequence_ahead'
			const problem = JSON.stringify(toProblem(new TradeError(code, undefined, { extra })))
			socket.end(
				`HTTP/1.1 422 Unprocessable\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(problem)}\r\n\r\n${problem}`,
			)
			return
		}
		sockets.handleUpgrade(request, socket, head, client => {
			const send = (message: unknown) => client.send(JSON.stringify(message))
			const connection = { since, events: searchParams.get('events'), socket: client, send }
			connections.push(connection)
			onConnection(connection)
		})
	})
	http.listen(0, '127.0.0.1')
	await once(http, 'listening')
	const solverUrl = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`
	const client = new SolverClient({
		solverUrl,
		backoff: { minMs: 5, maxMs: 20 },
		onRestart: info => restart?.(info),
		onRemoved: entries => options.removed?.(entries),
	})
	t.after(() => {
		client.close()
		for (const socket of sockets.clients) socket.terminate()
		sockets.close()
		http.close()
	})
	return { client, connections }
}

const rpc = { jsonrpc: '2.0', id: null }
const published = (number: number) => ({
	...rpc,
	method: 'new_subintent_bundle',
	params: ['aa', 'bb'],
	bundle: {
		bundle_id: `b${number}`,
		cursor: String(number),
		published_at_ms: 1000 + number,
		expires_at: 60,
		subintent_ids: ['subtxid_1', 'subtxid_2'],
	},
})
const withdrawn = (number: number, of: number) => ({
	...rpc,
	method: 'subintent_bundle_withdrawn',
	params: {
		bundle_id: `b${of}`,
		cursor: String(number),
		reason: 'settled',
		transaction_id: 'txid_1',
		occurred_at_ms: 2000 + number,
	},
})
const cursor = (number: number) => ({ ...rpc, method: 'subintent_stream_cursor', params: { cursor: String(number) } })

/** Waits until the condition holds; the test's own time-out bounds the wait. */
async function until(holds: () => boolean): Promise<void> {
	while (!holds()) await new Promise(resolve => setImmediate(resolve))
}

async function take(events: AsyncIterator<SolverEvent, void>, count: number): Promise<SolverEvent[]> {
	const got: SolverEvent[] = []
	while (got.length < count) {
		const { value, done } = await events.next()
		if (done === true) break
		got.push(value)
	}
	return got
}

test('publications, withdrawals and cursors arrive in order; events of a later version are skipped', async t => {
	const { client, connections } = await setUp(t, ({ send }) => {
		for (const message of [published(1), { ...rpc, method: 'else' }, withdrawn(2, 1), cursor(2)]) send(message)
	})
	const events = client.events()
	assert.deepEqual(await take(events, 3), [
		{
			kind: 'published',
			bundleId: 'b1',
			cursor: '1',
			publishedAtMs: 1001,
			expiresAtS: 60,
			subintentIds: ['subtxid_1', 'subtxid_2'],
			items: ['aa', 'bb'],
		},
		{ kind: 'withdrawn', bundleId: 'b1', cursor: '2', reason: 'settled', transactionId: 'txid_1', occurredAtMs: 2002 },
		{ kind: 'cursor', cursor: '2' },
	])
	assert.deepEqual(
		connections.map(({ since, events }) => [since, events]),
		[[null, '1']],
	)
	await events.return?.()
})

// shows SDK: Streams reconnect without missing or repeating an entry
test('a connection that is cut resumes after the last event, without a gap or a repeat', async t => {
	let number = 40
	const { client, connections } = await setUp(t, ({ send, socket }) => {
		for (let count = 0; count < 7; count++) send(published(++number))
		// The connection is cut halfway through the message, so the rest never arrives.
		setTimeout(() => socket.terminate(), 20)
	})
	const events = client.events({ since: '40' })
	const cursors = (await take(events, 70)).map(({ cursor }) => Number(cursor))
	assert.deepEqual(
		cursors,
		Array.from({ length: 70 }, (_, at) => 41 + at),
	)
	assert.deepEqual(
		connections.slice(0, 4).map(({ since }) => since),
		['40', '47', '54', '61'],
	)
	await events.return?.()
})

test('a reader that falls behind is disconnected, and has no gap once it catches up', async t => {
	const total = 3_000
	const { client, connections } = await setUp(t, ({ send, since, socket }) => {
		for (let number = Number(since ?? 0) + 1; number <= total; number++) send(published(number))
		if (Number(since) === 0) setTimeout(() => socket.close(closeCodes.slow_consumer), 20)
	})
	const events = client.events()
	await take(events, 1)
	await new Promise(resolve => setTimeout(resolve, 200))
	assert.equal(connections.length, 1)
	const cursors = (await take(events, total - 1)).map(({ cursor }) => Number(cursor))
	assert.deepEqual(
		cursors,
		Array.from({ length: total - 1 }, (_, at) => at + 2),
	)
	await events.return?.()
})

test('error: a cursor that the stream has not reached', async t => {
	const { client } = await setUp(t, () => undefined, { last: 10 })
	await assert.rejects(client.events({ since: '11' }).next(), { name: 'TradeError', code: 'sequence_ahead' })
})

test('a cursor from before a restore starts the stream over', async t => {
	const restarts: LogRestart[] = []
	const options = { restart: (restart: LogRestart) => restarts.push(restart) }
	const { client, connections } = await setUp(t, ({ send }) => send(cursor(3)), options)
	const events = client.events({ since: '812xold' })
	assert.deepEqual(await take(events, 1), [{ kind: 'cursor', cursor: '3' }])
	assert.deepEqual(restarts, [{ incarnation: 'new' }])
	assert.deepEqual(
		connections.map(({ since }) => since),
		[null],
	)
	await events.return?.()
})

test('a stream that ends before a cursor it issued has restarted, and events waiting to be read are dropped', async t => {
	const restarts: LogRestart[] = []
	const options = { last: 1e9, restart: (restart: LogRestart) => restarts.push(restart) }
	const { client, connections } = await setUp(
		t,
		({ send, socket }) => {
			if (connections.length > 1) return send(cursor(7))
			options.last = 5
			for (const number of [41, 42]) send(cursor(number))
			socket.close()
		},
		options,
	)
	const events = client.events()
	const [first] = await take(events, 1)
	await until(() => restarts.length > 0)
	const [second] = await take(events, 1)
	assert.deepEqual([first?.cursor, second?.cursor], ['41', '7'])
	await events.return?.()
})

test('error: an unexpected message ends the stream, since it might be a bundle', async t => {
	const { client } = await setUp(t, ({ send }) => send({ ...published(1), params: 'aa' }))
	await assert.rejects(client.events().next(), { name: 'ConnectionError' })
})

test('an aborted stream ends, and its connection with it', async t => {
	const { client, connections } = await setUp(t, () => setTimeout(() => aborter.abort(), 20))
	const aborter = new AbortController()
	assert.deepEqual(await take(client.events({ signal: aborter.signal }), 1), [])
	await once(connections[0]?.socket as WebSocket, 'close')
})

test('a cursor from before the first number kept continues there, and the skipped entries are reported', async t => {
	const removed: RemovedEntries[] = []
	const { client, connections } = await setUp(t, ({ send }) => send(published(60)), {
		kept: 50,
		removed: entries => removed.push(entries),
	})
	assert.equal((await take(client.events({ since: '7xabc' }), 1))[0]?.cursor, '60')
	assert.deepEqual(removed, [{ from: 8, to: 49 }])
	assert.deepEqual(
		connections.map(({ since }) => since),
		['49xabc'],
	)
})
