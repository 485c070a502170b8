import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type MakerBookStatus, MakerBookStatuses, PriceBooksReported, type WireOf } from '@accord/protocol'
import { endPause, setPause } from '../../packages/service/src/breaker/maker-pauses.ts'
import { untilShown } from '../network/book-text.ts'
import { type FlashSocket, openFlash, xrdBook } from '../network/flash-socket.ts'
import { untilState } from '../network/order-state.ts'
import { startTestNetwork, type TestMakerAccount, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'
import { askTrade } from '../network/trade-request.ts'
import { until } from '../network/until.ts'

const setBook = 'platform.price_books.on_change'
const status = 'platform.price_books.status'
const newOrders = 'platform.new_orders.start_stream'
const pair = 'XRD/xUSDC'

let network: TestNetwork
let maker: TestMakerAccount
let session: FlashSocket

before(async () => {
	network = await startTestNetwork({
		users: 2,
		makers: 3,
		solvers: 0,
		settings: { limits: { exposure_per_maker_xrd: '5000' } },
	})
	maker = network.makers[0] ?? assert.fail()
	session = await openFlash(network, maker)
})
after(() => network?.stop())
afterEach(() => network.clock.thaw())

/** The socket's view of the maker's XRD book, which must equal REST's. */
async function book(): Promise<WireOf<typeof MakerBookStatus>> {
	const said: {
		socket?: WireOf<typeof MakerBookStatus> | undefined
		rest?: WireOf<typeof MakerBookStatus> | undefined
	} = {}
	const headers = { 'service-api-key': maker.apiKey }
	await until('socket and REST to say the same', async () => {
		const reported = await session.ask(status, { token_pairs: [xrdBook().pair] })
		said.socket = PriceBooksReported.wire.parse(reported).books[0]
		const { books } = MakerBookStatuses.wire.parse((await askTrade(network, '/maker/books', { headers })).body)
		said.rest = books.find(each => each.pair.base === 'XRD')
		return isDeepStrictEqual(said.socket, said.rest)
	})
	return said.socket ?? assert.fail('no book')
}

const reasons = ({ hidden }: WireOf<typeof MakerBookStatus>) =>
	hidden.map(({ side, because }) => (side === undefined ? because : `${side} ${because}`))

// shows maker addition: platform.price_books.status
test('it says from which session and since when a book is in force, what is reserved, and that nothing is hidden', async () => {
	assert.deepEqual(await session.ask(status), { ...(await session.ask(status)), success: true, books: [] })
	await session.ask(newOrders)
	await session.ask(setBook, xrdBook(['0.05', '1000'], ['0.049', '500']))
	await untilShown(network, { pair, bids: ['0.05 1000', '0.049 500'] })
	network.clock.freeze()
	await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	const { id } = await session.received('platform.new_orders.new')
	const { session_id } = await session.ask(status)
	const found = await book()
	assert.deepEqual(
		[found.in_force, found.session_id, found.reserved, found.hidden, found.net_of],
		[true, session_id, { bids: '100', asks: '0' }, [], undefined],
	)
	assert.deepEqual(found.available.bids[0], ['0.05', '900'])
	await session.ask(setBook, { ...xrdBook(['0.05', '900']), net_of: id })
	const net = await book()
	assert.deepEqual([net.net_of, net.reserved.bids, net.available.bids], [id, '0', [['0.05', '900']]])
	assert.equal(net.reservations.length, 1)
	await session.ask('platform.new_orders.reject', { order_id: id })
})

test('it says why the whole book is hidden: no stream, paused, cancelled, refused, its session silent or ended', async () => {
	const quote = () => session.ask(setBook, xrdBook(['0.05', '1000']))
	await quote()
	assert.deepEqual(reasons(await book()), [])
	await session.ask(newOrders, { enabled: false })
	assert.deepEqual(reasons(await book()), ['no_stream'])
	await session.ask(newOrders)
	const deps = { database: network.service.db, bus: network.service.bus }
	const pause = { makerId: 'maker-1', by: 'operator' as const }
	await setPause(deps, { ...pause, sinceMs: network.clock.nowMs() })
	await until('the pause', async () => reasons(await book())[0] === 'paused')
	await endPause(deps, pause)
	await until('its end', async () => (await book()).in_force)
	await session.ask('platform.price_books.cancel_all')
	const cancelled = await book()
	assert.deepEqual([reasons(cancelled), cancelled.not_in_force_because], [['cancelled'], 'withdrawn'])
	await quote()
	await session.refused('invalid_price_book', setBook, xrdBook(['0', '1']))
	assert.deepEqual(reasons(await book()), ['refused'])
	const other = await openFlash(network, maker)
	await other.ask(newOrders, { cancel_on_disconnect: 'session', dead_man_timer_s: 5 })
	await other.ask(setBook, xrdBook(['0.05', '1000']))
	network.clock.advance(6)
	await until('silence', async () => reasons(await book())[0] === 'session_silent')
	await other.ask(setBook, xrdBook(['0.05', '1000']))
	assert.deepEqual(reasons(await book()), [])
	other.close()
	await until('its end', async () => reasons(await book())[0] === 'session_ended')
})

test('it says why a side is hidden: below the least part, at the exposure limit, too far, all reserved, beyond the last level', async () => {
	const few = { ...xrdBook(['0.05', '1000']), asks: [['0.06', '1']] }
	await session.ask(setBook, few)
	const small = await book()
	assert.deepEqual(reasons(small), ['asks below_least_part'])
	assert.equal(small.hidden[0]?.detail, '1 XRD is left, the least is 52.5 (10 settlement fees)')
	await session.ask(setBook, xrdBook(['0.05', '6000']))
	assert.deepEqual(reasons(await book()), ['bids exposure_limit'])
	const far = { ...xrdBook(['0.076', '9'], ['0.05', '1000'], ['0.02', '9']), asks: [['0.09', '1000']] }
	const { hidden } = await session.ask(setBook, far)
	const held = await book()
	assert.deepEqual([reasons(held), held.hidden], [['bids outside_price_band', 'asks outside_price_band'], hidden])
	assert.deepEqual(held.available, { bids: [['0.05', '1000']], asks: [] })
	assert.equal(
		held.hidden[0]?.detail,
		'2 of 3 levels are too far from the operator’s price: only prices from 0.025 to 0.075 count',
	)
	await untilShown(network, { pair, bids: ['0.05 1000'] })
	assert.deepEqual(await session.ask(setBook, xrdBook(['0.05', '200'])), { success: true })
	await untilShown(network, { pair, bids: ['0.05 200'] })
	network.clock.freeze()
	const order = await placeOrder(network, network.users[1], { sell: '200 XRD', buy: '10 xUSDC' })
	const { id } = await session.received('platform.new_orders.new')
	assert.deepEqual(reasons(await book()), ['bids reserved'])
	await session.ask('platform.new_orders.reject', { order_id: id })
	// Otherwise the next maker is asked for it.
	await untilState(network, order, 'unfilled')
	// Fifty better levels by another maker.
	const better = await openFlash(network, network.makers[1] ?? assert.fail())
	await better.ask(newOrders)
	await better.ask(setBook, xrdBook(...Array.from({ length: 50 }, (_, n): [string, string] => [`0.0${749 - n}`, '20'])))
	await session.ask(setBook, xrdBook(['0.05', '1000']))
	await until('the other book', async () => reasons(await book())[0] === 'bids beyond_levels')
	better.close()
})

test('error: unknown_pair, unknown_field: pairs that are not traded, and options that do not exist', async () => {
	await session.refused('unknown_pair', status, { token_pairs: [{ base: 'A', quote: 'B' }] })
	await session.refused('unknown_field', status, { pairs: [] })
})
