import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startFlashServer } from '../testing/flash-server.ts'
import { book, startMakerClient } from '../testing/maker-client-fixture.ts'
import type { WithdrawnBooks } from './maker-client-options.ts'

// Books whose prices may be out of date are not offered again by a new connection.

const setBook = 'platform.price_books.on_change'

/** A client whose clock the test moves on, and what it was told about its books. */
async function setUp(t: Parameters<typeof startMakerClient>[0], options: Parameters<typeof startMakerClient>[1] = {}) {
	let nowMs = 1_000_000
	const told = Promise.withResolvers<WithdrawnBooks>()
	const started = await startMakerClient(t, {
		nowMs: () => nowMs,
		onBooksWithdrawn: told.resolve,
		onError: () => undefined,
		...options,
	})
	const sleep = (ms: number) => {
		nowMs += ms
	}
	return { ...started, told: told.promise, sleep }
}

const sleeps: readonly [string, object, object, number][] = [
	['the dead-man timer', {}, { deadManTimerS: 10 }, 10_001],
	['a minute, without a dead-man timer', {}, {}, 60_001],
	['maxBookAgeMs', { maxBookAgeMs: 5_000 }, {}, 5_001],
]
for (const [bound, options, orders, sleptMs] of sleeps)
	test(`after a sleep longer than ${bound} the old book is not sent again`, async t => {
		const { server, client, told, sleep } = await setUp(t, options)
		await client.connect()
		client.onNewOrder(() => undefined, orders)
		client.setPriceBook(book)
		await server.until(setBook, 1)
		await client.ping()
		sleep(sleptMs)
		server.cut()
		assert.deepEqual(await told, { pairs: [book.pair], reason: 'too_old' })
		client.setPriceBook({ ...book, bids: [{ price: '0.04', amount: '100' }] })
		assert.deepEqual(await server.until(setBook, 2), { pair: book.pair, bids: [['0.04', '100']], asks: [] })
	})

test('a book of a client that was in touch all the time is sent again, however old', async t => {
	const { server, client, sleep } = await setUp(t)
	await client.connect()
	client.onNewOrder(() => undefined, { deadManTimerS: 10 })
	client.setPriceBook(book)
	for (let n = 0; n < 5; n++) {
		sleep(9_000)
		await client.ping()
	}
	server.cut()
	await server.until(setBook, 2)
})

test('books that the service has withdrawn are reported, and not sent again', async t => {
	const { server, client, told, sleep } = await setUp(t)
	await client.connect()
	client.onNewOrder(() => undefined, { deadManTimerS: 10 })
	client.setPriceBook(book)
	const other = { ...book, pair: { base: 'xETH', quote: 'xUSDC' } }
	sleep(11_000)
	client.setPriceBook(other)
	await client.ping()
	server.notify('maker.price_books.withdrawn', {
		token_pairs: [book.pair, other.pair],
		reason: 'session_silent',
		occurred_at: 1,
		occurred_at_ms: 1_000,
	})
	assert.deepEqual(await told, { pairs: [book.pair, other.pair], reason: 'session_silent' })
	server.cut()
	const sent = await server.until(setBook, 3)
	assert.deepEqual(sent !== undefined && 'pair' in sent && sent.pair, other.pair)
})

test('a process that was stopped for longer than its dead-man timer does not offer its old book', async t => {
	const server = await startFlashServer()
	const program = fileURLToPath(new URL('../testing/quote-once.ts', import.meta.url))
	const flags = ['--conditions=accord-source', '--disable-warning=ExperimentalWarning']
	const maker = spawn(process.execPath, [...flags, program, server.url], { stdio: ['ignore', 'pipe', 'inherit'] })
	t.after(async () => {
		maker.kill('SIGKILL')
		await server.stop()
	})
	const lines = createInterface({ input: maker.stdout })[Symbol.asyncIterator]()
	await server.until(setBook, 1)
	await server.until('platform.ping', 1)
	maker.kill('SIGSTOP')
	await new Promise(resolve => setTimeout(resolve, 1_500))
	server.cut()
	maker.kill('SIGCONT')
	assert.equal((await lines.next()).value, 'too_old XRD/xUSDC')
	await server.until('platform.new_orders.start_stream', 2)
	assert.equal(server.received.filter(({ method }) => method === setBook).length, 1)
})
