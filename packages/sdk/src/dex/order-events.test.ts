import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OrderEvent } from '@accord/protocol'
import { startEventServer } from '../testing/event-server.ts'
import { DexClient } from './dex-client.ts'
import type { FollowOptions } from './order-events.ts'

const id = 'subtxid_1'
const way = ['accepted', 'filled', 'published', 'settled'] as const

const event = (sequence: number) => ({
	subintent_id: id,
	sequence,
	state: way[sequence - 1],
	at_ms: 1000 + sequence,
	final: sequence === 4,
	...(sequence === 4 ? { transaction_id: 'txid_1' } : {}),
})
const all = [1, 2, 3, 4].map(event)
const read = (wire: unknown) => OrderEvent.parse(wire)

const status = (length: number) => ({
	subintent_id: id,
	state: length === 1 ? 'awaiting_fills' : way[length - 1],
	limit_order: { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '5' } },
	fee: { symbol: 'XRD', anthic_amount: '0.05', settlement_amount: '5.25' },
	account: 'account_sim1user',
	expires_at: 100,
	created_at_ms: 1,
	history: way.slice(0, length).map((state, at) => ({ state, at_ms: 1001 + at })),
	parts: [],
	...(length === 4 ? { transaction_id: 'txid_1' } : {}),
})

async function setUp(t: { after(fn: () => unknown): void }, options?: FollowOptions) {
	const server = await startEventServer(t)
	const client = new DexClient({ baseUrl: server.url, retriesMax: 0 })
	const followed = collect(client.followOrder(id, options))
	return { server, followed }
}

async function collect(events: AsyncIterable<OrderEvent>): Promise<OrderEvent[]> {
	const got: OrderEvent[] = []
	for await (const event of events) got.push(event)
	return got
}

test('each event of an order arrives once, and the stream ends with the final one', async t => {
	const { server, followed } = await setUp(t)
	const answer = await server.next()
	assert.equal(answer.request.headers['last-event-id'], undefined)
	for (const next of all) answer.event('state', next, next.sequence)
	assert.deepEqual(await followed, all.map(read))
	assert.deepEqual(server.paths, [`/trade/orders/${id}/events`])
})

test('a stream that begins with the whole history repeats nothing', async t => {
	const { server, followed } = await setUp(t)
	const first = await server.next()
	first.event('state', all[0]).event('state', all[1]).cut()
	const second = await server.next()
	for (const next of all) second.event('state', next)
	assert.deepEqual(await followed, all.map(read))

	const known = await setUp(t, { after: 4 })
	const answer = await known.server.next()
	for (const next of all) answer.event('state', next)
	assert.deepEqual(await known.followed, [])
})

test('if that history is shorter than before, the order was restored: its final event follows', async t => {
	const server = await startEventServer(t)
	const events = new DexClient({ baseUrl: server.url, retriesMax: 0 }).followOrder(id)
	const next = async () => (await events.next()).value
	const first = server.next().then(answer => {
		for (const sent of all.slice(0, 3)) answer.event('state', sent)
		return answer
	})
	for (const sent of all.slice(0, 3)) assert.deepEqual(await next(), read(sent))
	;(await first).cut()
	const cancelled = { ...event(2), state: 'cancelled', final: true }
	const last = next()
	;(await server.next()).event('state', all[0]).event('state', cancelled)
	const history = [event(1), cancelled].map(({ state, at_ms }) => ({ state, at_ms }))
	;(await server.next()).json({ ...status(1), state: 'cancelled', history })
	assert.deepEqual(await last, read(cancelled))
	assert.equal(await next(), undefined)
})

// shows SDK: Streams reconnect without missing or repeating an entry
test('a stream that is cut in the middle resumes after the last event, without a gap or a repeat', async t => {
	const { server, followed } = await setUp(t)
	const first = await server.next()
	first.event('state', event(1), 1).event('state', event(2), 2)
	const half = JSON.stringify(event(3)).slice(0, 20)
	await new Promise(resolve => setTimeout(resolve, 50))
	first.request.socket.write(`14\r\nevent: state\ndata: ${half}`)
	first.request.socket.destroy()
	const second = await server.next()
	assert.equal(second.request.headers['last-event-id'], '2')
	second.event('state', event(2), 2).event('state', event(3), 3).end()
	const third = await server.next()
	assert.equal(third.request.headers['last-event-id'], '3')
	third.event('state', event(4), 4)
	assert.deepEqual(await followed, all.map(read))
})

test('a stream that the service closes for its own reasons is reopened', async t => {
	const { server, followed } = await setUp(t)
	const problem = { type: 'x', title: 'x', status: 503, code: 'shutting_down' }
	;(await server.next()).event('state', event(1), 1).event('closing', problem).end()
	const next = await server.next()
	assert.equal(next.request.headers['last-event-id'], '1')
	next.refuse('busy', { 'retry-after': '0' })
	const last = await server.next()
	for (const left of all.slice(1)) last.event('state', left, left.sequence)
	assert.deepEqual(await followed, all.map(read))
})

test('a stream that begins after the final event ends at once', async t => {
	const { server, followed } = await setUp(t, { after: 4 })
	const answer = await server.next()
	assert.equal(answer.request.headers['last-event-id'], '4')
	answer.empty()
	assert.deepEqual(await followed, [])
})

for (const [reason, refuse] of [
	['too many streams are open', answer => answer.refuse('rate_limited', { 'retry-after': '60' })],
	['the service has no streams', answer => answer.refuse('not_found')],
	['the answer is not a stream', answer => answer.json({})],
	['an event is missing', answer => void answer.event('state', event(1), 1).event('state', event(3), 3)],
] satisfies [string, (answer: Awaited<ReturnType<Awaited<ReturnType<typeof startEventServer>>['next']>>) => void][])
	test(`where ${reason}, the order is polled until it ends`, async t => {
		const { server, followed } = await setUp(t)
		refuse(await server.next())
		for (const length of [1, 3]) (await server.next()).json(status(length))
		;(await server.next()).cut()
		;(await server.next()).json(status(4))
		assert.deepEqual(await followed, all.map(read))
		assert.deepEqual(server.paths.slice(1), Array(4).fill(`/trade/orders/${id}?wait=2`))
	})

for (const [reason, refuse] of [
	['knows fewer events', answer => answer.refuse('sequence_ahead')],
	['has no further events', answer => answer.empty()],
] satisfies [string, (answer: Awaited<ReturnType<Awaited<ReturnType<typeof startEventServer>>['next']>>) => void][])
	test(`where a restored service ${reason}, the final event follows as it is now`, async t => {
		const { server, followed } = await setUp(t)
		;(await server.next()).event('state', event(1), 1).event('state', event(2), 2).event('state', event(3), 3).end()
		refuse(await server.next())
		const { history, ...order } = status(1)
		;(await server.next()).json({
			...order,
			state: 'unfilled',
			history: [...history, { state: 'unfilled', at_ms: 1009 }],
		})
		const last = { subintent_id: id, sequence: 2, state: 'unfilled', at_ms: 1009, final: true }
		assert.deepEqual(await followed, [...all.slice(0, 3), last].map(read))
	})

test('error: an order that does not exist ends the stream', async t => {
	const { server, followed } = await setUp(t)
	;(await server.next()).refuse('unknown_order')
	await assert.rejects(followed, { name: 'TradeError', code: 'unknown_order' })
})

test('error: a service that stays unreachable ends the stream', async () => {
	const client = new DexClient({ baseUrl: 'http://127.0.0.1:1', retriesMax: 0 })
	await assert.rejects(collect(client.followOrder(id, { giveUpAfterMs: 200 })), { name: 'ConnectionError' })
	const polling = client.followOrder(id, { giveUpAfterMs: 200, via: 'polling' })
	await assert.rejects(collect(polling), { name: 'ConnectionError' })
})

test('an aborted stream ends at once and frees its connection', async t => {
	const aborter = new AbortController()
	const { server, followed } = await setUp(t, { signal: aborter.signal })
	const answer = await server.next()
	const closed = new Promise(resolve => answer.request.socket.once('close', resolve))
	answer.event('state', event(1), 1)
	setTimeout(() => aborter.abort(), 20)
	assert.deepEqual(await followed, [read(event(1))])
	await closed
})
