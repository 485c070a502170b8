import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OrderBook } from '@accord/protocol'
import { startEventServer } from '../testing/event-server.ts'
import { type FollowBookOptions, followOrderBook } from './order-book.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }

const snapshot = (sequence: number, bids: [string, string][], asks: [string, string][] = []) => ({
	pair,
	bids,
	asks,
	sequence,
	timestamp: 1,
	timestamp_ms: 1000 + sequence,
})

async function setUp(t: { after(fn: () => unknown): void }, options?: FollowBookOptions) {
	const server = await startEventServer(t)
	const books = followOrderBook(server.api, pair, options)
	const next = async () => {
		const { value } = await books.next()
		if (value === undefined) throw new Error('the stream has ended')
		const { bids, asks } = OrderBook.format(value)
		return [value.sequence, bids, asks]
	}
	t.after(() => books.return?.())
	return { server, books, next }
}

test('changes are applied to the book: amounts replaced, levels inserted in order and removed', async t => {
	const { server, next } = await setUp(t)
	const first = next()
	const answer = await server.next()
	assert.equal(answer.request.url, '/trade/order_book/stream?base=XRD&quote=xUSDC')
	answer.event(
		'snapshot',
		snapshot(
			7,
			[
				['0.05', '100'],
				['0.04', '100'],
			],
			[['0.06', '1']],
		),
		7,
	)
	assert.deepEqual(await first, [
		7,
		[
			['0.05', '100'],
			['0.04', '100'],
		],
		[['0.06', '1']],
	])
	answer.event(
		'change',
		snapshot(
			8,
			[
				['0.045', '5'],
				['0.05', '90'],
			],
			[
				['0.055', '2'],
				['0.06', '0'],
			],
		),
		8,
	)
	assert.deepEqual(await next(), [
		8,
		[
			['0.05', '90'],
			['0.045', '5'],
			['0.04', '100'],
		],
		[['0.055', '2']],
	])
	answer.event('change', snapshot(9, [['0.050', '0']]), 9)
	assert.deepEqual(await next(), [
		9,
		[
			['0.045', '5'],
			['0.04', '100'],
		],
		[['0.055', '2']],
	])
})

// shows SDK: Streams reconnect without missing or repeating an entry
test('a stream that is cut continues with the whole book', async t => {
	const { server, next } = await setUp(t)
	const first = next()
	const answer = await server.next()
	answer.event('snapshot', snapshot(7, [['0.05', '100']]), 7)
	await first
	answer.cut()
	const second = next()
	;(await server.next())
		.event('snapshot', snapshot(3, [['0.06', '1']]), 3)
		.event('change', snapshot(4, [['0.06', '0']]), 4)
	const [sequence, bids] = await second
	assert.ok(sequence === 4 || sequence === 3)
	assert.deepEqual(bids, sequence === 4 ? [] : [['0.06', '1']])
})

test('a limited stream is followed across the numbers that it leaves out, and a change that is missing is detected', async t => {
	const { server, next } = await setUp(t, { depth: 20, maxHz: 4 })
	const first = next()
	const answer = await server.next()
	assert.equal(answer.request.url, '/trade/order_book/stream?base=XRD&quote=xUSDC&depth=20&max_hz=4')
	answer.event('snapshot', snapshot(7, [['0.05', '100']]), 7)
	await first
	answer.event('change', { ...snapshot(11, [['0.05', '90']]), since: 7 }, 11)
	assert.deepEqual(await next(), [11, [['0.05', '90']], []])
	answer.event('change', { ...snapshot(15, [['0.05', '80']]), since: 13 }, 15)
	const again = next()
	;(await server.next()).event('snapshot', snapshot(15, [['0.05', '80']]), 15)
	assert.deepEqual(await again, [15, [['0.05', '80']], []])
})

test('a missing change is detected, and the whole book requested', async t => {
	const { server, next } = await setUp(t)
	const first = next()
	const answer = await server.next()
	answer.event('snapshot', snapshot(7, [['0.05', '100']]), 7)
	await first
	answer.event('change', snapshot(7, [['0.05', '1']]), 7).event('change', snapshot(9, [['0.05', '2']]), 9)
	const second = next()
	;(await server.next()).event(
		'snapshot',
		snapshot(9, [
			['0.05', '2'],
			['0.01', '1'],
		]),
		9,
	)
	assert.deepEqual(await second, [
		9,
		[
			['0.05', '2'],
			['0.01', '1'],
		],
		[],
	])
})

test('a reader that is slower than the changes gets the latest book', async t => {
	const { server, next } = await setUp(t)
	const first = next()
	const answer = await server.next()
	answer.event('snapshot', snapshot(1, [['0.05', '1']]), 1)
	await first
	for (let sequence = 2; sequence <= 500; sequence++)
		answer.event('change', snapshot(sequence, [['0.05', String(sequence)]]), sequence)
	await new Promise(resolve => setTimeout(resolve, 200))
	assert.deepEqual(await next(), [500, [['0.05', '500']], []])
})

test('error: a pair that is not traded ends the stream', async t => {
	const { server, books } = await setUp(t)
	const first = books.next()
	;(await server.next()).refuse('unknown_pair')
	await assert.rejects(first, { name: 'TradeError', code: 'unknown_pair' })
})

test('error: a service that stays unreachable ends the stream; one that refuses for a while does not', async t => {
	const { server, books } = await setUp(t, { giveUpAfterMs: 300 })
	const first = books.next()
	;(await server.next()).refuse('rate_limited', { 'retry-after': '0' })
	const answer = await server.next()
	answer.event('snapshot', snapshot(1, []), 1)
	assert.equal((await first).value?.sequence, 1)
	answer.cut()
	const second = books.next().catch(error => error)
	const cutting = (async () => {
		for (;;) (await server.next()).cut()
	})()
	assert.equal((await second).name, 'ConnectionError')
	void cutting
})

test('an aborted stream ends at once and frees its connection', async t => {
	const aborter = new AbortController()
	const { server, books } = await setUp(t, { signal: aborter.signal })
	const first = books.next()
	const answer = await server.next()
	const closed = new Promise(resolve => answer.request.socket.once('close', resolve))
	answer.begin()
	aborter.abort()
	assert.deepEqual(await first, { value: undefined, done: true })
	await closed
})
