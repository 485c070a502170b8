import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PriceBook, TradeError, toJsonRpcError } from '@accord/protocol'
import { book, newOrder, startMakerClient } from '../testing/maker-client-fixture.ts'

test('a price book is sent, and sent again after a reconnection', async t => {
	const { server, client } = await startMakerClient(t)
	await client.connect()
	client.setPriceBook(book)
	const sent = await server.until('platform.price_books.on_change', 1)
	assert.deepEqual(sent, { pair: { base: 'XRD', quote: 'xUSDC' }, bids: [['0.049', '100']], asks: [] })
	server.cut()
	assert.deepEqual(await server.until('platform.price_books.on_change', 2), sent)
	assert.equal(server.connections, 2)
})

test('net books name the newest order taken, and one that arrives again does not count', async t => {
	const { server, client } = await startMakerClient(t, { booksAreNet: true })
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

test('net books no longer name an order that the service has lost', async t => {
	const errors: unknown[] = []
	const { server, client } = await startMakerClient(t, { booksAreNet: true, onError: error => errors.push(error) })
	await client.connect()
	const orders = client.newOrders()
	const first = orders.next()
	await server.until('platform.new_orders.start_stream', 1)
	server.notify('platform.new_orders.new', newOrder)
	await first
	client.setPriceBook(book)
	const sent = await server.until('platform.price_books.on_change', 1)
	assert.ok(sent !== undefined && 'net_of' in sent && sent.net_of === newOrder.id)
	const refusal = new TradeError('unknown_order', 'net_of: you were not asked to fill the order order-1')
	server.notify('platform.error', { method: 'platform.price_books.on_change', ...toJsonRpcError(refusal) })
	const again = await server.until('platform.price_books.on_change', 2)
	assert.deepEqual(again, { pair: book.pair, bids: [['0.049', '100']], asks: [] })
	assert.equal(errors.length, 1)
})

test('net books set by a handler account for the orders handed to it, and for none still waiting', async t => {
	const { server, client } = await startMakerClient(t, { booksAreNet: true })
	await client.connect()
	client.onNewOrder(() => {
		client.setPriceBook(book)
		return undefined
	})
	await server.until('platform.new_orders.start_stream', 1)
	const ids = ['order-1', 'order-2', 'order-3']
	for (const id of ids) server.notify('platform.new_orders.new', { ...newOrder, id })
	await server.until('platform.price_books.on_change', ids.length)
	const sent = server.received.filter(({ method }) => method === 'platform.price_books.on_change')
	assert.deepEqual(
		sent.map(({ params }) => params !== undefined && 'net_of' in params && params.net_of),
		ids,
	)
})

test('a refused book is reported even if no one asked for it', async t => {
	const printed: unknown[] = []
	t.mock.method(console, 'error', (line: unknown) => printed.push(line))
	const { server, client } = await startMakerClient(t)
	await client.connect()
	client.setPriceBook(book)
	await server.until('platform.price_books.on_change', 1)
	const refusal = new TradeError('invalid_price_book', 'bids/0/0 is wrong')
	server.notify('platform.error', { method: 'platform.price_books.on_change', ...toJsonRpcError(refusal) })
	await client.ping()
	assert.deepEqual(printed, ['A price book was refused (invalid_price_book): bids/0/0 is wrong'])
})

test('prices and amounts may be decimal strings, and never numbers', async t => {
	const { server, client } = await startMakerClient(t)
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
	const { server, client } = await startMakerClient(t)
	await client.connect()
	client.clearPriceBook(book.pair)
	assert.deepEqual(await server.until('platform.price_books.on_change', 1), { pair: book.pair, bids: [], asks: [] })
})

test('cancel_all names the pairs, and cancelled books are not sent again after a reconnection', async t => {
	const { server, client } = await startMakerClient(t)
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
