import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	Decimal,
	type FillExecution,
	type NewOrder,
	type PriceBook,
	TradeError,
	toJsonRpcError,
} from '@accord/protocol'
import { startFlashServer } from '../testing/flash-server.ts'
import { MakerClient } from './maker-client.ts'

const quick = { minMs: 5, maxMs: 20 }

async function setUp(
	t: { after(fn: () => unknown): void },
	options: Partial<ConstructorParameters<typeof MakerClient>[0]> = {},
) {
	const server = await startFlashServer()
	const client = new MakerClient({ flashUrl: server.url, apiKey: 'key', backoff: quick, ...options })
	t.after(async () => {
		client.close()
		await server.stop()
	})
	return { server, client }
}

const book: PriceBook = {
	pair: { base: 'XRD', quote: 'xUSDC' },
	bids: [{ price: Decimal.parse('0.049'), amount: Decimal.parse('100') }],
	asks: [],
}

const newOrder = {
	id: 'order-1',
	created_at: 1,
	created_at_ms: 1_500,
	fill_before: 3,
	fill_before_ms: 3_500,
	limit_order: { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '4.9' } },
	fill: { sell: { symbol: 'xUSDC', amount: '4.9' }, buy: { symbol: 'XRD', amount: '100' } },
}

function entry(number: number, completed = false) {
	const change = completed ? { completed: { outcome: 'Settled' } } : { started: {} }
	return { sequence_number: number, occurred_at: 10, order_id: `order-${number}`, change }
}

async function take(stream: AsyncIterator<FillExecution, void>, count: number): Promise<number[]> {
	const numbers: number[] = []
	while (numbers.length < count) {
		const { value, done } = await stream.next()
		if (done === true) break
		numbers.push(value.sequenceNumber)
	}
	return numbers
}

test('a price book is sent, and sent again after a reconnection', async t => {
	const { server, client } = await setUp(t)
	await client.connect()
	client.setPriceBook(book)
	const sent = await server.until('platform.price_books.on_change', 1)
	assert.deepEqual(sent, { pair: { base: 'XRD', quote: 'xUSDC' }, bids: [['0.049', '100']], asks: [] })
	server.cut()
	assert.deepEqual(await server.until('platform.price_books.on_change', 2), sent)
	assert.equal(server.connections, 2)
})

test('net books name the newest order that was taken, which one that comes again is not', async t => {
	const { server, client } = await setUp(t, { booksAreNet: true })
	await client.connect()
	const orders = client.newOrders()
	const first = orders.next()
	await server.until('platform.new_orders.start_stream', 1)
	const netOf = async (nth: number) => {
		const sent = await server.until('platform.price_books.on_change', nth)
		return sent !== undefined && 'net_of' in sent ? sent.net_of : undefined
	}
	client.setPriceBook(book)
	assert.equal(await netOf(1), undefined)
	for (const id of ['order-1', 'order-2', 'order-1']) server.notify('platform.new_orders.new', { ...newOrder, id })
	await first
	client.setPriceBook(book)
	assert.equal(await netOf(2), 'order-1')
	for (let n = 0; n < 2; n++) await orders.next()
	client.setPriceBook(book)
	assert.equal(await netOf(3), 'order-2')
	client.setPriceBook({ ...book, netOf: 'another' })
	assert.equal(await netOf(4), 'another')
	client.clearPriceBook(book.pair)
	assert.deepEqual(await server.until('platform.price_books.on_change', 5), { pair: book.pair, bids: [], asks: [] })
})

test('a refused book is reported even if no one asked for it', async t => {
	const printed: unknown[] = []
	t.mock.method(console, 'error', (line: unknown) => printed.push(line))
	const { server, client } = await setUp(t)
	await client.connect()
	client.setPriceBook(book)
	await server.until('platform.price_books.on_change', 1)
	const refusal = new TradeError('invalid_price_book', 'bids/0/0 is wrong')
	server.notify('platform.error', { method: 'platform.price_books.on_change', ...toJsonRpcError(refusal) })
	await client.ping()
	assert.deepEqual(printed, ['A price book was refused (invalid_price_book): bids/0/0 is wrong'])
})

test('prices and amounts may be decimal strings, and never numbers', async t => {
	const { server, client } = await setUp(t)
	await client.connect()
	client.setPriceBook({ pair: book.pair, bids: [{ price: '0.049', amount: '100.0' }], asks: [] })
	assert.deepEqual(await server.until('platform.price_books.on_change', 1), {
		pair: book.pair,
		bids: [['0.049', '100']],
		asks: [],
	})
	const number = [{ price: 0.049, amount: '1' }] as unknown as PriceBook['bids']
	assert.throws(() => client.setPriceBook({ ...book, bids: number }), { code: 'invalid_decimal' })
})

test('clearing a pair sends an empty book', async t => {
	const { server, client } = await setUp(t)
	await client.connect()
	client.clearPriceBook(book.pair)
	assert.deepEqual(await server.until('platform.price_books.on_change', 1), { pair: book.pair, bids: [], asks: [] })
})

test('a new order is answered with the handler’s fill', async t => {
	const filled = Promise.withResolvers<unknown>()
	const { server, client } = await setUp(t, {
		onFilled: (order, result) => filled.resolve({ id: order.id, ...result }),
	})
	server.answer('platform.fills.fill', () => ({ success: true, success_response: { subintent_id: 'subtxid_1' } }))
	await client.connect()
	client.onNewOrder(order => `signed ${Decimal.format(order.fill.sell.amount)}`)
	await server.until('platform.new_orders.start_stream', 1)
	server.notify('platform.new_orders.new', newOrder)
	assert.deepEqual(await server.until('platform.fills.fill', 1), {
		order_id: 'order-1',
		signed_partial_transaction: 'signed 4.9',
	})
	assert.deepEqual(await filled.promise, { id: 'order-1', subintentId: 'subtxid_1' })
})

test('an order that comes again after a reconnection gets the same fill without a second decision', async t => {
	const { server, client } = await setUp(t)
	server.answer('platform.fills.fill', () => ({ success: true, success_response: { subintent_id: 'subtxid_1' } }))
	let decisions = 0
	await client.connect()
	client.onNewOrder(() => `signed ${++decisions}`)
	await server.until('platform.new_orders.start_stream', 1)
	server.notify('platform.new_orders.new', newOrder)
	await server.until('platform.fills.fill', 1)
	server.cut()
	await server.until('platform.new_orders.start_stream', 2)
	server.notify('platform.new_orders.new', newOrder)
	const again = await server.until('platform.fills.fill', 2)
	assert.deepEqual(again, { order_id: 'order-1', signed_partial_transaction: 'signed 1' })
})

test('a rejection is not an error where the service has no such method', async t => {
	const { client } = await setUp(t)
	await client.connect()
	await client.reject('order-1')
})

test('error: a fill that the service refuses throws its code', async t => {
	const { client } = await setUp(t)
	await client.connect()
	await assert.rejects(client.fill('order-1', '00'), { name: 'TradeError', code: 'method_not_found' })
})

test('error: a refused key ends the client', async t => {
	const { server, client } = await setUp(t, { apiKey: 'another key' })
	await assert.rejects(client.connect(), { code: 'unauthorized' })
	assert.equal(server.connections, 0)
})

// shows SDK: Streams reconnect without missing or repeating an entry
test('the fill log resumes after a reconnection without a gap or a repeat', async t => {
	const { server, client } = await setUp(t)
	const log = [1, 2, 3, 4, 5, 6].map(number => entry(number))
	let length = 3
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from } = params as { historical_starting_point: number }
		const page = log.slice(from - 1, length)
		setImmediate(() => {
			for (const next of page) server.notify('maker.fill_execution.next', next)
		})
		return { success: true }
	})
	await client.connect()
	const stream = client.fillExecutions({ from: 1 })
	assert.deepEqual(await take(stream, 3), [1, 2, 3])
	length = 6
	server.cut()
	assert.deepEqual(await take(stream, 3), [4, 5, 6])
	const starts = server.received.filter(({ method }) => method === 'platform.fill_execution.start_stream')
	assert.deepEqual(
		starts.map(({ params }) => params),
		[
			{ enabled: true, historical_starting_point: 1 },
			{ enabled: true, historical_starting_point: 4 },
		],
	)
	await stream.return?.()
})

test('repeats in the fill log are dropped, and a gap is requested again', async t => {
	const { server, client } = await setUp(t)
	await client.connect()
	const stream = client.fillExecutions({ from: 1 })
	const numbers = take(stream, 3)
	await server.until('platform.fill_execution.start_stream', 1)
	for (const number of [1, 1, 3]) server.notify('maker.fill_execution.next', entry(number))
	const again = await server.until('platform.fill_execution.start_stream', 2)
	assert.deepEqual(again, { enabled: true, historical_starting_point: 2 })
	for (const number of [2, 3]) server.notify('maker.fill_execution.next', entry(number, true))
	assert.deepEqual(await numbers, [1, 2, 3])
	await stream.return?.()
})

test('ping returns the service’s clock', async t => {
	const { client } = await setUp(t)
	await client.connect()
	assert.equal(await client.ping(), 7)
})

// shows error: connection_closed
test('a request that is pending when the connection is lost ends with an error', async t => {
	const { server, client } = await setUp(t)
	server.answer('platform.fills.fill', () => new Promise(() => undefined))
	await client.connect()
	const fill = client.fill('order-1', '00')
	await server.until('platform.fills.fill', 1)
	server.cut()
	await assert.rejects(fill, { code: 'connection_closed' })
})

test('an answer whose connection is lost before the result arrives is sent again on the next one, once', async t => {
	const filled: unknown[] = []
	const first = Promise.withResolvers<void>()
	const onFilled = (order: NewOrder, result: object) => first.resolve(void filled.push({ id: order.id, ...result }))
	const { server, client } = await setUp(t, { onFilled })
	server.answer('platform.fills.fill', () => new Promise(() => undefined))
	await client.connect()
	client.onNewOrder(() => 'signed')
	await server.until('platform.new_orders.start_stream', 1)
	server.notify('platform.new_orders.new', newOrder)
	await server.until('platform.fills.fill', 1)
	server.answer('platform.fills.fill', () => ({ success: true, success_response: { subintent_id: 'subtxid_1' } }))
	server.cut()
	await server.until('platform.new_orders.start_stream', 2)
	server.notify('platform.new_orders.new', newOrder)
	assert.deepEqual(await server.until('platform.fills.fill', 2), {
		order_id: 'order-1',
		signed_partial_transaction: 'signed',
	})
	await first.promise
	await client.ping()
	assert.deepEqual(filled, [{ id: 'order-1', subintentId: 'subtxid_1' }])
})

// shows SDK: Maker endpoints, options and notifications
test('the options of the new-orders stream are sent, and sent again; stopping it is sent too', async t => {
	const { server, client } = await setUp(t)
	await client.connect()
	const stop = client.onNewOrder(() => 'reject', {
		pairs: [book.pair],
		minAmounts: { XRD: '100', xUSDC: Decimal.parse('5.5') },
		cancelOnDisconnect: 'account',
		deadManTimerS: 60,
	})
	const wanted = {
		token_pairs: [book.pair],
		min_amounts: { XRD: '100', xUSDC: '5.5' },
		cancel_on_disconnect: 'account',
		dead_man_timer_s: 60,
	}
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 1), wanted)
	server.cut()
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 2), wanted)
	stop()
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 3), { enabled: false })
})

test('while a dead man timer is set, the client pings three times as often', async t => {
	const { server, client } = await setUp(t)
	await client.connect()
	const startedMs = performance.now()
	client.onNewOrder(() => undefined, { deadManTimerS: 1 })
	await server.until('platform.ping', 3)
	const tookMs = performance.now() - startedMs
	assert.ok(tookMs > 900 && tookMs < 3_000, `${tookMs} ms`)
})

test('cancel_all names the pairs, and cancelled books are not sent again after a reconnection', async t => {
	const { server, client } = await setUp(t)
	server.answer('platform.price_books.cancel_all', () => ({ success: true, cancelled: 2 }))
	await client.connect()
	const other = { ...book, pair: { base: 'xETH', quote: 'xUSDC' } }
	for (const each of [book, other]) client.setPriceBook(each)
	assert.equal(await client.cancelAll([book.pair]), 2)
	server.cut()
	await server.until('platform.price_books.on_change', 3)
	assert.equal(await client.cancelAll(), 2)
	server.cut()
	while (server.connections < 3) await new Promise(resolve => setTimeout(resolve, 5))
	await client.connect()
	await client.ping()
	const sent = server.received
		.filter(({ method }) => !method.includes('ping'))
		.map(({ method, params }) => [method, params])
	const change = (pair: unknown) => ['platform.price_books.on_change', { pair, bids: [['0.049', '100']], asks: [] }]
	assert.deepEqual(sent, [
		change(book.pair),
		change(other.pair),
		['platform.price_books.cancel_all', { token_pairs: [book.pair] }],
		change(other.pair),
		['platform.price_books.cancel_all', {}],
	])
})

// shows SDK: Maker endpoints, options and notifications
test('pauses by the circuit breaker are reported', async t => {
	const told = Promise.withResolvers<unknown>()
	const { server, client } = await setUp(t, { onBreaker: told.resolve })
	await client.connect()
	await client.ping()
	const change = {
		state: 'paused',
		paused: true,
		pauses: [{ by: 'breaker', since_ms: 1, until_ms: 2 }],
		miss_rate: '0.6',
		sample: 20,
		occurred_at: 1,
		occurred_at_ms: 1_000,
	}
	server.notify('maker.breaker.changed', change)
	assert.deepEqual(await told.promise, {
		state: 'paused',
		pauses: [{ by: 'breaker', sinceMs: 1, untilMs: 2 }],
		missRate: Decimal.parse('0.6'),
		sample: 20,
		occurredAtMs: 1_000,
	})
})

test('the service’s own ping is answered', async t => {
	const { server, client } = await setUp(t)
	await client.connect()
	await client.ping()
	for (const method of ['platform.ping', 'ping']) {
		const [pong] = (await server.request(method)) as { pong: boolean; timestamp_ms: number }[]
		assert.equal(pong?.pong, true)
		assert.ok(Math.abs(Date.now() - (pong?.timestamp_ms ?? 0)) < 5_000)
	}
})

test('error: a key that is revoked while connected ends the client', async t => {
	const failed = Promise.withResolvers<unknown>()
	const { server, client } = await setUp(t, { onError: failed.resolve })
	await client.connect()
	const log = client.fillExecutions({ from: 1 }).next()
	server.close(4001)
	await assert.rejects(log, { code: 'unauthorized' })
	assert.equal(((await failed.promise) as { code: string }).code, 'unauthorized')
	await new Promise(resolve => setTimeout(resolve, 100))
	assert.deepEqual([client.isConnected, server.connections], [false, 1])
})

test('a session that was closed for reading too slowly reconnects', async t => {
	const { server, client } = await setUp(t)
	await client.connect()
	client.setPriceBook(book)
	await server.until('platform.price_books.on_change', 1)
	server.close(4008)
	await server.until('platform.price_books.on_change', 2)
	assert.equal(server.connections, 2)
})

test('a live reading begins where the log ends, without a gap even if it is cut before the first entry', async t => {
	const { server, client } = await setUp(t)
	let last = 7
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from } = params as { historical_starting_point: number }
		if (from > last + 1) throw new TradeError('sequence_ahead', '', { extra: { last_sequence_number: last } })
		setImmediate(() => {
			for (let number = from; number <= last; number++) server.notify('maker.fill_execution.next', entry(number))
		})
		return { success: true }
	})
	await client.connect()
	const stream = client.fillExecutions()
	const numbers = take(stream, 2)
	await server.until('platform.fill_execution.start_stream', 2)
	server.cut()
	last = 9
	assert.deepEqual(await numbers, [8, 9])
	await stream.return?.()
})

test('a fill log of a former incarnation is read again from its first entry', async t => {
	const restarts: unknown[] = []
	const { server, client } = await setUp(t, { onRestart: restart => restarts.push(restart) })
	let [incarnation, last] = ['a', 5]
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from, incarnation: known = incarnation } = params as {
			historical_starting_point: number
			incarnation?: string
		}
		const extra = { incarnation, first_sequence_number: 1, last_sequence_number: last }
		if (known !== incarnation) throw new TradeError('log_restarted', '', { extra })
		if (from > last + 1) throw new TradeError('sequence_ahead', '', { extra })
		setImmediate(() => {
			for (let number = from; number <= last; number++) server.notify('maker.fill_execution.next', entry(number))
		})
		return { success: true, incarnation }
	})
	await client.connect()
	const stream = client.fillExecutions({ from: 4 })
	assert.deepEqual(await take(stream, 2), [4, 5])
	// As many entries as before, so that only the incarnation shows that they are others.
	incarnation = 'b'
	server.cut()
	assert.deepEqual(await take(stream, 5), [1, 2, 3, 4, 5])
	assert.deepEqual(restarts, [{ incarnation: 'b' }])
	const kept = client.fillExecutions({ from: 6, incarnation: 'a' })
	last = 2
	assert.deepEqual(await take(kept, 2), [1, 2])
	assert.deepEqual(restarts.at(-1), { incarnation: 'b' })
	await Promise.all([stream.return?.(), kept.return?.()])
})

test('a reading from before what is kept goes on at the first number kept, and what is left out is reported', async t => {
	const removed: unknown[] = []
	const { server, client } = await setUp(t, { onRemoved: entries => removed.push(entries) })
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from } = params as { historical_starting_point: number }
		if (from < 5) throw new TradeError('sequence_too_old', '', { extra: { first_sequence_number: 5 } })
		setImmediate(() => {
			for (let number = from; number <= 6; number++) server.notify('maker.fill_execution.next', entry(number))
		})
		return { success: true }
	})
	await client.connect()
	const stream = client.fillExecutions({ from: 2 })
	assert.deepEqual(await take(stream, 2), [5, 6])
	assert.deepEqual(removed, [{ from: 2, to: 4 }])
	await stream.return?.()
})

test('error: options that the service refuses are reported once, without a reconnection', async t => {
	const errors: unknown[] = []
	const { server, client } = await setUp(t, { onError: error => errors.push(error) })
	server.answer('platform.new_orders.start_stream', () => {
		throw new TradeError('unknown_pair')
	})
	await client.connect()
	client.onNewOrder(() => undefined, { pairs: [{ base: 'A', quote: 'B' }] })
	await server.until('platform.new_orders.start_stream', 1)
	await client.ping()
	assert.deepEqual([errors.length, (errors[0] as TradeError).code, server.connections], [1, 'unknown_pair', 1])
})

test('two readings of the fill log share the connection, wherever each begins', async t => {
	const { server, client } = await setUp(t)
	server.answer('platform.fill_execution.start_stream', params => {
		const { historical_starting_point: from } = params as { historical_starting_point: number }
		setImmediate(() => {
			for (let number = from; number <= from + 2; number++) server.notify('maker.fill_execution.next', entry(number))
		})
		return { success: true }
	})
	await client.connect()
	const [early, late] = [client.fillExecutions({ from: 1 }), client.fillExecutions({ from: 5 })]
	const [first, second] = await Promise.all([take(early, 6), take(late, 2)])
	assert.deepEqual(
		[first, second],
		[
			[1, 2, 3, 4, 5, 6],
			[5, 6],
		],
	)
	await Promise.all([early.return?.(), late.return?.()])
})

test('new orders can be read as a stream, one reading at a time; leaving it stops them', async t => {
	const { server, client } = await setUp(t)
	await client.connect()
	const former = client.newOrders().next()
	await server.until('platform.new_orders.start_stream', 1)
	const ids: string[] = []
	const reading = (async () => {
		for await (const { id } of client.newOrders({ pairs: [book.pair] })) if (ids.push(id) === 2) break
	})()
	assert.deepEqual(await former, { value: undefined, done: true })
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 2), { token_pairs: [book.pair] })
	for (const id of ['a', 'b']) server.notify('platform.new_orders.new', { ...newOrder, id })
	await reading
	assert.deepEqual(ids, ['a', 'b'])
	assert.deepEqual(await server.until('platform.new_orders.start_stream', 3), { enabled: false })
})

test('error: a refused key ends the new orders with its reason', async t => {
	const { client } = await setUp(t, { apiKey: 'another key' })
	const connecting = client.connect()
	await assert.rejects(client.newOrders().next(), { code: 'unauthorized' })
	await assert.rejects(connecting, { code: 'unauthorized' })
})
