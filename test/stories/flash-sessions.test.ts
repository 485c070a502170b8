import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { BooksWithdrawn, BreakerChange, Decimal, NewOrder, Pong, priceBooksCancelledWire } from '@accord/protocol'
import { revokeApiKey } from '../../packages/service/src/accounts/api-keys.ts'
import { endPause, setPause } from '../../packages/service/src/breaker/maker-pauses.ts'
import { untilShown } from '../network/book-text.ts'
import { type FlashSocket, openFlash, xrdBook } from '../network/flash-socket.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork } from '../network/test-network.ts'
import { placeOrder, signLimitOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

const pair = 'XRD/xUSDC'
const newOrders = 'platform.new_orders.start_stream'
const fillLog = 'platform.fill_execution.start_stream'
const setBook = 'platform.price_books.on_change'
const oneOrder = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
let maker: TestMakerAccount
let sessions: FlashSocket[] = []

before(async () => {
	network = await startTestNetwork({ users: 8, makers: 2, solvers: 0 })
	maker = network.makers[0] ?? assert.fail()
})
after(() => network?.stop())
afterEach(async () => {
	network.clock.thaw()
	for (const session of sessions) session.close()
	await Promise.all(sessions.map(({ closed }) => closed))
	sessions = []
	// All requests and reservations expire, and books of ended sessions are withdrawn.
	network.clock.advance(61)
	await untilShown(network, { pair })
})

async function open(account = maker): Promise<FlashSocket> {
	const session = await openFlash(network, account)
	sessions.push(session)
	return session
}

/** A session with the new orders stream on. */
async function listening(options: Record<string, unknown> = {}): Promise<FlashSocket> {
	const session = await open()
	await session.ask(newOrders, options)
	return session
}

const shown = (...bids: string[]) => untilShown(network, { pair, bids })

async function signedFill(order: {
	fill: { sell: { symbol: string; amount: string }; buy: { symbol: string; amount: string } }
}) {
	const read = ({ symbol, amount }: { symbol: string; amount: string }) => ({ symbol, amount: Decimal.parse(amount) })
	const fill = { sell: read(order.fill.sell), buy: read(order.fill.buy) }
	return signLimitOrder(network, maker, fill, { role: 'maker', expiresInS: 15 }).signedPartialTransaction
}

describe('the multi-session rules', () => {
	test('rule 1: books of all sessions are one list, and the last update of a pair counts, whichever session sent it', async () => {
		const [first, second] = [await listening(), await open()]
		await first.ask(setBook, xrdBook(['0.05', '1000']))
		const btc = { pair: { base: 'xwBTC', quote: 'xUSDC' }, bids: [['60000', '1']], asks: [] }
		await second.ask(setBook, btc)
		await shown('0.05 1000')
		await untilShown(network, { pair: 'xwBTC/xUSDC', bids: ['60000 1'] })
		await second.ask(setBook, xrdBook(['0.049', '700']))
		await shown('0.049 700')
		await first.ask(setBook, xrdBook(['0.048', '900']))
		await shown('0.048 900')
	})

	test('rule 2: a new order goes to every session with the stream on, whichever set the book, and to no other', async () => {
		const [quoting, other, deaf] = [await listening(), await listening(), await open()]
		const elsewhere = await open(network.makers[1])
		await elsewhere.ask(newOrders)
		await deaf.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		await placeOrder(network, network.users[0], oneOrder)
		const [one, two] = await Promise.all([quoting, other].map(session => session.received('platform.new_orders.new')))
		assert.deepEqual(NewOrder.wire.parse(one), two)
		for (const session of [deaf, elsewhere]) {
			await session.ask('ping')
			assert.deepEqual(session.messages, [])
		}
	})

	test('rule 3: the outcome of a fill is sent to every session with that stream on, even when another session sent the fill', async () => {
		const [asked, filling, deaf] = [await listening(), await open(), await open()]
		for (const session of [asked, filling]) await session.ask(fillLog)
		await asked.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		network.clock.freeze()
		const placed = await placeOrder(network, network.users[1], oneOrder)
		const order = await asked.received('platform.new_orders.new')
		const signed_partial_transaction = await signedFill(order)
		await filling.ask('platform.fills.fill', { order_id: order.id, signed_partial_transaction })
		const [one, two] = await Promise.all([asked, filling].map(session => session.received('maker.fill_execution.next')))
		assert.deepEqual([one.order_id, one.change], [order.id, { started: {} }])
		assert.deepEqual(two, one)
		await untilState(network, placed, 'published')
		network.clock.thaw()
		network.clock.advance(20)
		const ends = await Promise.all([asked, filling].map(session => session.received('maker.fill_execution.next')))
		assert.deepEqual(ends[0].change, { completed: { outcome: 'Expired' } })
		assert.deepEqual(ends[1], ends[0])
		await deaf.ask('ping')
		assert.deepEqual(deaf.messages, [])
	})
})

describe('the new orders stream', () => {
	test('a session that starts it later gets what is still open, once however often it starts', async () => {
		const first = await listening()
		await first.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		network.clock.freeze()
		await placeOrder(network, network.users[2], oneOrder)
		const order = await first.received('platform.new_orders.new')
		const late = await listening()
		assert.deepEqual(await late.received('platform.new_orders.new'), order)
		await late.ask(newOrders, { enabled: true })
		await late.ask(newOrders, { enabled: false })
		await late.ask(newOrders)
		const elsewhere = await listening({ token_pairs: [{ base: 'xETH', quote: 'xUSDC' }] })
		await elsewhere.ask('ping')
		assert.deepEqual(elsewhere.messages, [])
		await elsewhere.ask(newOrders)
		assert.deepEqual(await elsewhere.received('platform.new_orders.new'), order)
		await late.ask('ping')
		assert.deepEqual(late.messages, [])
		await first.ask('platform.new_orders.reject', { order_id: order.id })
		const after = await listening()
		await after.ask('ping')
		assert.deepEqual(after.messages, [])
	})

	test('stopped, the books no longer count; started again, they do', async () => {
		const session = await listening()
		await session.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		await session.ask(newOrders, { enabled: false })
		await shown()
		await session.ask(newOrders)
		await shown('0.05 1000')
	})

	// shows maker addition: `min_amounts`
	test('min_amounts: a session is not sent a part that sells less, but is sent one that sells exactly that much', async () => {
		const [all, large] = [await listening(), await listening({ min_amounts: { xUSDC: '5.1' } })]
		await all.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		await placeOrder(network, network.users[3], oneOrder)
		await placeOrder(network, network.users[4], { sell: '102 XRD', buy: '5.1 xUSDC' })
		await until('both orders', () => all.all('platform.new_orders.new').length === 2)
		const { fill } = await large.received('platform.new_orders.new')
		assert.deepEqual(fill.sell, { symbol: 'xUSDC', amount: '5.1' })
		await large.ask('ping')
		assert.deepEqual(large.messages, [])
	})
})

describe('rejecting', () => {
	// shows maker addition: platform.new_orders.reject
	test('frees the liquidity at once and ends the part, whether sent once or twice', async () => {
		const session = await listening()
		await session.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		network.clock.freeze()
		const placed = await placeOrder(network, network.users[5], oneOrder)
		const { id: order_id } = await session.received('platform.new_orders.new')
		await shown('0.05 900')
		const rejection = { order_id, reason: 'price moved' }
		assert.deepEqual(await session.ask('platform.new_orders.reject', rejection), { success: true })
		assert.deepEqual(await session.ask('platform.new_orders.reject', rejection), { success: true })
		await shown('0.05 1000')
		const status = await untilState(network, placed, 'unfilled')
		assert.deepEqual(wayOf(status).parts, ['rejected'])
	})
})

describe('books and their sessions', () => {
	test('by default a book is withdrawn 2 s after its session ends', async () => {
		const [quoting] = [await open(), await listening()]
		await quoting.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		network.clock.freeze()
		quoting.close()
		await quoting.closed
		await shown('0.05 1000')
		network.clock.advance(2)
		await shown()
	})

	// shows maker addition: `cancel_on_disconnect`
	test('cancel_on_disconnect session: at once those that it set last, and no others', async () => {
		const [quoting, staying] = [await listening({ cancel_on_disconnect: 'session' }), await listening()]
		await quoting.ask(setBook, xrdBook(['0.05', '1000']))
		await staying.ask(setBook, { ...xrdBook(['3000', '1']), pair: { base: 'xETH', quote: 'xUSDC' } })
		await shown('0.05 1000')
		network.clock.freeze()
		quoting.close()
		await shown()
		await untilShown(network, { pair: 'xETH/xUSDC', bids: ['3000 1'] })
	})

	// shows maker addition: `cancel_on_disconnect`
	test('cancel_on_disconnect account: at once all books of the maker', async () => {
		const [staying, leaving] = [await listening(), await listening({ cancel_on_disconnect: 'account' })]
		await staying.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		network.clock.freeze()
		leaving.socket.terminate()
		await shown()
	})

	// shows maker addition: `dead_man_timer_s`, `maker.price_books.withdrawn`
	test('a dead-man timer withdraws books when nothing is sent for that long, and says so; a ping keeps them, a new book counts again', async () => {
		const session = await listening({ dead_man_timer_s: 10 })
		const other = await listening()
		await other.ask(setBook, { ...xrdBook(['3000', '1']), pair: { base: 'xETH', quote: 'xUSDC' } })
		network.clock.freeze()
		await session.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		network.clock.advance(9)
		Pong.wire.parse(await session.ask('platform.ping'))
		network.clock.advance(9)
		await shown('0.05 1000')
		network.clock.advance(1)
		await shown()
		await untilShown(network, { pair: 'xETH/xUSDC', bids: ['3000 1'] })
		for (const told of [session, other]) {
			const { pairs, reason } = BooksWithdrawn.parse(await told.received('maker.price_books.withdrawn'))
			assert.deepEqual([pairs, reason], [[{ base: 'XRD', quote: 'xUSDC' }], 'session_silent'])
		}
		await session.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		network.clock.advance(10)
		await shown()
	})

	// shows maker addition: `dead_man_timer_s`
	test('a dead-man timer for the account withdraws all books; without one nothing is withdrawn', async () => {
		const [quoting, watching] = [
			await listening(),
			await listening({ dead_man_timer_s: 5, cancel_on_disconnect: 'account' }),
		]
		await quoting.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		network.clock.freeze()
		await watching.ask(newOrders, {})
		network.clock.advance(60)
		await shown('0.05 1000')
		await watching.ask(newOrders, { dead_man_timer_s: 5, cancel_on_disconnect: 'account' })
		network.clock.advance(5)
		await shown()
	})

	// shows maker addition: platform.price_books.cancel_all
	test('cancel_all withdraws the books of all sessions, or those of some pairs, before it is answered', async () => {
		const [quoting, other] = [await listening(), await listening()]
		await quoting.ask(setBook, xrdBook(['0.05', '1000']))
		await quoting.ask(setBook, { ...xrdBook(['3000', '1']), pair: { base: 'xETH', quote: 'xUSDC' } })
		await shown('0.05 1000')
		const token_pairs = [{ base: 'xETH', quote: 'xUSDC' }]
		const cancelled = await other.ask('platform.price_books.cancel_all', { token_pairs })
		assert.deepEqual(priceBooksCancelledWire.parse(cancelled), { success: true, cancelled: 1 })
		await untilShown(network, { pair: 'xETH/xUSDC' })
		await shown('0.05 1000')
		assert.deepEqual(await other.ask('platform.price_books.cancel_all'), { success: true, cancelled: 1 })
		await shown()
		assert.deepEqual(await other.ask('platform.price_books.cancel_all', {}), { success: true, cancelled: 0 })
		await quoting.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
	})

	test('a book with both sides empty withdraws the pair', async () => {
		const session = await listening()
		await session.ask(setBook, xrdBook(['0.05', '1000']))
		await shown('0.05 1000')
		await session.ask(setBook, xrdBook())
		await shown()
	})
})

// shows maker addition: `maker.breaker.changed` notifies the maker
test('the circuit breaker’s pause and its end are sent to every session with the new orders stream on', async () => {
	const [session, other, deaf] = [await listening(), await listening(), await open()]
	await session.ask(setBook, xrdBook(['0.05', '1000']))
	await shown('0.05 1000')
	const deps = { database: network.service.db, bus: network.service.bus }
	const nowMs = network.clock.nowMs()
	const pause = {
		makerId: maker.name,
		by: 'breaker',
		reason: 'silence',
		sinceMs: nowMs,
		untilMs: nowMs + 30_000,
	} as const
	await setPause(deps, pause)
	const [told, same] = await Promise.all([session, other].map(each => each.received('maker.breaker.changed')))
	const { paused, pauses } = BreakerChange.wire.parse(told)
	assert.deepEqual(
		[paused, pauses],
		[true, [{ by: 'breaker', reason: 'silence', since_ms: nowMs, until_ms: nowMs + 30_000 }]],
	)
	assert.deepEqual(same, told)
	await shown()
	network.clock.advance(30)
	const end = BreakerChange.wire.parse(await session.received('maker.breaker.changed'))
	assert.deepEqual([end.paused, end.pauses], [false, []])
	await shown('0.05 1000')
	await endPause(deps, { makerId: maker.name, by: 'breaker' })
	await deaf.ask('ping')
	assert.deepEqual(deaf.messages, [])
})

// shows maker addition: Revoking a key closes its sessions
test('error: unauthorized: a key that is revoked while connected closes its sessions as 4001, and opens none', async () => {
	const other = network.makers[1] ?? assert.fail()
	const [first, second, foreign] = [await open(other), await open(other), await open()]
	const { db: database, bus } = network.service
	assert.ok(await revokeApiKey({ database, bus, clock: network.clock }, { apiKey: other.apiKey }))
	for (const session of [first, second]) assert.deepEqual(await session.closed, [4001, 'unauthorized'])
	assert.equal((await foreign.ask('ping')).pong, true)
	await assert.rejects(open(other), /401/)
})
