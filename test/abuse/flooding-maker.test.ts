import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { untilShown } from '../network/book-text.ts'
import { type FlashSocket, openFlash, xrdBook } from '../network/flash-socket.ts'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

// Case 91: all sessions of one maker at their limits at once. The limits belong to the maker, and count what a message
// costs; of a pair's books that arrive together only the newest is read.

const setBook = 'platform.price_books.on_change'
const perSecond = 1600
const limits = { messages_per_second: perSecond, message_bytes_per_second: 500_000, price_book_levels_per_second: 1000 }
const sessionsOfOne = 8

let network: TestNetwork
let maker: TestMakerAccount
let sessions: FlashSocket[]

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 2, solvers: 0, settings: { limits, ...operatorSetting } })
	maker = network.makers[0] ?? assert.fail()
	sessions = await Promise.all(Array.from({ length: sessionsOfOne }, () => openFlash(network, maker)))
	for (const session of sessions) await session.ask('platform.new_orders.start_stream')
	network.clock.freeze()
})
after(() => network?.stop())

beforeEach(() => {
	network.clock.advance(3)
	for (const session of sessions) session.messages.length = 0
})

const superseded = () => metricOf(network, 'accord_price_books_superseded_total')
const book = (levels: number, nudge = 0) =>
	xrdBook(...Array.from({ length: levels }, (_, at): [string, string] => [`0.0${4999 - at}`, String(1000 + nudge)]))

/** Calls with ids, sent together by one session; returns the codes of their answers, in order. */
async function codes(session: FlashSocket, calls: readonly { method: string; params?: unknown }[]): Promise<string[]> {
	for (const [at, call] of calls.entries()) session.send(JSON.stringify({ jsonrpc: '2.0', id: `call-${at}`, ...call }))
	const found: string[] = []
	while (found.length < calls.length) {
		const { method, error } = await session.next()
		if (method === undefined) found.push(error?.data.code ?? 'done')
	}
	return found
}

test('of 800 books that one maker sends at once, few are read, the newest counts, and others’ orders are filled', async () => {
	await connectMaker(network, network.makers[1], { books: [{ pair: 'xETH/xUSDC', bids: ['3000 1'] }] })
	const before = await superseded()
	for (let nudge = 1; nudge <= 100; nudge++) {
		for (const session of sessions) session.notify(setBook, book(1, nudge))
	}
	const order = await placeOrder(network, network.users[0], { sell: '0.1 xETH', buy: '290 xUSDC' })
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.04999 1100'] })
	assert.ok((await superseded()) - before > 400, `${(await superseded()) - before} of 800 were never read`)
	await untilState(network, order, 'published')
	assert.deepEqual(
		sessions.flatMap(session => session.all('platform.error')),
		[],
	)
})

test('what is sent after a book finds it, and each request is answered for itself, even one that a newer book follows', async () => {
	const [session] = sessions
	assert.ok(session)
	session.notify(setBook, book(3, 1))
	const { books } = await session.ask('platform.price_books.status')
	assert.equal(books[0].bids.length, 3)
	session.notify(setBook, book(2, 2))
	const crossed = { ...book(1), asks: [['0.01', '5']] }
	const requests = [book(1, 3), crossed, book(1, 4)].map(params => ({ method: setBook, params }))
	assert.deepEqual(await codes(session, requests), ['done', 'invalid_price_book', 'done'])
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.04999 1004'] })
})

test('a book that is refused withdraws those before it, though they were never read', async () => {
	const [session] = sessions
	assert.ok(session)
	session.notify(setBook, book(1, 5))
	const { code, data } = await session.refusedNotification('invalid_price_book', setBook, {
		...book(1),
		bids: [['x', '1']],
	})
	assert.deepEqual([code, data?.withdrawn], [code, true])
	await untilShown(network, { pair: 'XRD/xUSDC' })
})

test('error: rate_limited: the sessions of a maker share its calls, and another maker’s are answered', async () => {
	const each = perSecond / sessionsOfOne + 10
	const calls = Array.from({ length: each }, () => ({ method: 'ping' }))
	const found = (await Promise.all(sessions.map(session => codes(session, calls)))).flat()
	const count = (code: string) => found.filter(one => one === code).length
	assert.deepEqual([count('done'), count('rate_limited')], [perSecond, 10 * sessionsOfOne])
	const other = await openFlash(network, network.makers[1] ?? assert.fail())
	assert.equal((await other.ask('ping')).pong, true)
	// A new session of the same maker brings nothing new.
	const late = await openFlash(network, maker)
	await late.refused('rate_limited', 'ping')
	late.close()
})

test('error: rate_limited: levels and bytes count too, and a refused book withdraws the former one', async () => {
	const [session, second] = sessions
	assert.ok(session && second)
	const books = Array.from({ length: 24 }, (_, nudge) => ({ method: setBook, params: book(50, nudge) }))
	const found = await codes(session, books)
	// Each is counted once it is read, so the one that exceeds the limit still counts.
	assert.deepEqual(found, [...Array<string>(21).fill('done'), ...Array<string>(3).fill('rate_limited')])
	await untilShown(network, { pair: 'XRD/xUSDC' })
	const { data } = await second.refusedNotification('rate_limited', setBook, book(1))
	assert.equal(data?.withdrawn, true)
	network.clock.advance(3)
	const padded = { method: 'ping', params: { of: '€'.repeat(50_000) } }
	const answers = [...(await codes(session, [padded, padded])), ...(await codes(second, [padded, padded]))]
	assert.deepEqual(answers, ['done', 'done', 'done', 'rate_limited'])
})

test('a maker that goes on is cut off, in every session that it uses', async () => {
	const [first, ...others] = sessions
	for (let sent = 0; sent <= 2 * perSecond; sent++) first?.notify('ping')
	await first?.closed
	for (const session of others) session.notify('ping')
	for (const session of sessions) assert.deepEqual(await session.closed, [4029, 'rate_limited'])
	network.clock.advance(3)
	const again = await openFlash(network, maker)
	assert.equal((await again.ask('ping')).pong, true)
})
