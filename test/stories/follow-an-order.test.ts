import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { OrderEvent, OrderStatus, OrderStatuses, problemWire } from '@accord/protocol'
import { EventReader } from '../network/event-reader.ts'
import { untilState } from '../network/order-state.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, placeOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

const pair = 'XRD/xUSDC'
const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const waySettled = ['accepted', 'filled', 'published', 'settled']

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let stories = 0

before(async () => {
	network = await startTestNetwork({
		users: 2,
		makers: 12,
		solvers: 1,
		settings: { limits: { event_streams_per_address: 8 } },
	})
	solver = connectSolver(network, network.solvers[0])
})
after(() => network?.stop())
beforeEach(async () => {
	maker = await connectMaker(network, network.makers[stories++], {
		books: [{ pair, bids: ['0.05 1000'] }],
		answer: silent,
	})
})
afterEach(() => maker.leave())

const pathOf = ({ subintentId }: Pick<SignedOrder, 'subintentId'>) => `/trade/orders/${subintentId}`
const eventsOf = (order: Pick<SignedOrder, 'subintentId'>, lastEventId?: number | string) =>
	EventReader.open(`${network.service.url}${pathOf(order)}/events`, lastEventId === undefined ? {} : { lastEventId })
const unknown = () => signLimitOrder(network, network.users[0] as never, limitOrder(sale))

async function fillAndSettle(order: SignedOrder): Promise<void> {
	await maker.fill(await maker.asked())
	await settle(network, solver, await solver.bundleOf(order))
}

describe('GET /trade/orders/:subintent_id?wait=', () => {
	// shows Trade API addition: GET /trade/orders/:subintent_id, with `wait`
	test('answers with the final state as soon as there is one', async () => {
		const order = await placeOrder(network, network.users[0], sale)
		const waiting = Promise.all([1, 2, 3].map(() => askTrade(network, `${pathOf(order)}?wait=30`)))
		await fillAndSettle(order)
		for (const { status, body } of await waiting) {
			assert.equal(status, 200)
			const { state, history, outcome, transaction_id } = OrderStatus.wire.parse(body)
			assert.deepEqual([state, outcome, history.map(entry => entry.state)], ['settled', 'settled', waySettled])
			assert.match(transaction_id ?? '', /^txid_/)
		}
		const again = await askTrade(network, `${pathOf(order)}?wait=30`)
		assert.equal(OrderStatus.wire.parse(again.body).state, 'settled')
	})

	// shows Trade API addition: GET /trade/orders/:subintent_id, with `wait`
	test('answers with the current state when the time is up', async () => {
		network.clock.freeze()
		const order = await placeOrder(network, network.users[0], sale)
		let isAnswered = false
		const waiting = askTrade(network, `${pathOf(order)}?wait=2`).finally(() => {
			isAnswered = true
		})
		await askTrade(network, pathOf(order))
		network.clock.advance(1)
		await askTrade(network, pathOf(order))
		assert.equal(isAnswered, false)
		network.clock.advance(1)
		assert.equal(OrderStatus.wire.parse((await waiting).body).state, 'awaiting_fills')
		network.clock.thaw()
		network.clock.advance(4)
		await untilState(network, order, 'unfilled')
	})

	// shows error: unknown_order
	test('error: an unknown order is unknown_order at once', async () => {
		for (const { subintentId } of [unknown(), { subintentId: 'subtxid_sim1nonsense' }, { subintentId: '%20' }]) {
			await refusedTrade(network, `${pathOf({ subintentId })}?wait=30`, { status: 404, code: 'unknown_order' })
		}
	})

	test('error: a wait that is not a whole number of seconds up to 30 is validation_failed', async () => {
		for (const wait of ['31', '-1', '1.5', 'long', '', '0x2', '1e1', '1&wait=2']) {
			const problem = await refusedTrade(network, `${pathOf(unknown())}?wait=${wait}`, {
				status: 422,
				code: 'validation_failed',
			})
			assert.equal(problem.errors?.[0]?.pointer, '/wait')
		}
	})
})

describe('POST /trade/orders/status', () => {
	// shows Trade API addition: POST /trade/orders/status
	test('answers for many orders in the requested order, each once, and names those it does not know', async () => {
		const first = await placeOrder(network, network.users[0], sale)
		const second = await placeOrder(network, network.users[1], sale, { level: 1 })
		const stranger = unknown().subintentId
		const subintent_ids = [second.subintentId, stranger, first.subintentId, second.subintentId, 'anything']
		const { status, body } = await askTrade(network, '/trade/orders/status', { body: { subintent_ids } })
		assert.equal(status, 200)
		const { orders, unknown: notKnown } = OrderStatuses.wire.parse(body)
		assert.deepEqual(
			orders.map(order => order.subintent_id),
			[second.subintentId, first.subintentId],
		)
		assert.deepEqual(notKnown, [stranger, 'anything'])
		assert.deepEqual(orders[1], (await askTrade(network, pathOf(first))).body)
		network.clock.advance(4)
		for (const order of [first, second]) await untilState(network, order, 'unfilled')
	})

	test('error: none, too many, or anything but ids is validation_failed; another field is unknown_field', async () => {
		const wrong = [{}, { subintent_ids: [] }, { subintent_ids: Array(101).fill('x') }, { subintent_ids: [1] }, []]
		for (const body of wrong) {
			await refusedTrade(network, '/trade/orders/status', { body, status: 422, code: 'validation_failed' })
		}
		const problem = await refusedTrade(network, '/trade/orders/status', {
			body: { subintent_ids: ['x'], wait: 3 },
			status: 422,
			code: 'unknown_field',
		})
		assert.equal(problem.errors?.[0]?.pointer, '/wait')
	})
})

describe('GET /trade/orders/:subintent_id/events', () => {
	// shows Trade API addition: GET /trade/orders/:subintent_id/events
	test('sends every state of the order as it is reached, and ends after the final one', async () => {
		const order = await placeOrder(network, network.users[0], sale)
		const reader = await eventsOf(order)
		assert.deepEqual([reader.status, reader.header('content-type')], [200, 'text/event-stream'])
		assert.equal(reader.header('access-control-allow-origin'), '*')
		await reader.event(1)
		await fillAndSettle(order)
		await reader.over()
		const events = reader.events.map(({ data }) => OrderEvent.wire.parse(data))
		assert.deepEqual(
			events.map(({ sequence, state, final }) => [sequence, state, final]),
			waySettled.map((state, at) => [at + 1, state, at === 3]),
		)
		assert.deepEqual(
			reader.events.map(({ event, id }) => [event, id]),
			[1, 2, 3, 4].map(id => ['state', id]),
		)
		assert.deepEqual(
			events.map(({ transaction_id }) => transaction_id?.slice(0, 5)),
			[undefined, undefined, undefined, 'txid_'],
		)
		const { history } = OrderStatus.wire.parse((await askTrade(network, pathOf(order))).body)
		assert.deepEqual(
			events.map(({ state, at_ms }) => ({ state, at_ms })),
			history,
		)
	})

	// shows Trade API addition: GET /trade/orders/:subintent_id/events
	test('resumes after Last-Event-ID, and tells a client that has the final event that there are no more', async () => {
		const order = await placeOrder(network, network.users[0], sale)
		await fillAndSettle(order)
		await untilState(network, order, 'settled')
		const reader = await eventsOf(order, 2)
		await reader.over()
		assert.deepEqual(
			reader.events.map(({ id }) => id),
			[3, 4],
		)
		const last = await eventsOf(order, 4)
		await last.over()
		assert.deepEqual([last.status, last.body], [204, ''])
	})

	// shows error: sequence_ahead
	test('error: a Last-Event-ID beyond the history is sequence_ahead, one that is not a number validation_failed', async () => {
		const order = await placeOrder(network, network.users[0], sale)
		const cases = [
			[2, 422, 'sequence_ahead'],
			['x', 422, 'validation_failed'],
			['-1', 422, 'validation_failed'],
			['', 422, 'validation_failed'],
			['0x0', 422, 'validation_failed'],
		] as const
		for (const [lastEventId, status, code] of cases) {
			const headers = { 'last-event-id': String(lastEventId) }
			await refusedTrade(network, `${pathOf(order)}/events`, { headers, status, code })
		}
		await refusedTrade(network, `${pathOf(unknown())}/events`, { status: 404, code: 'unknown_order' })
		network.clock.advance(4)
		await untilState(network, order, 'unfilled')
	})

	// shows error: rate_limited
	test('error: one stream too many from an address is rate_limited, until one of them ends', async () => {
		const order = await placeOrder(network, network.users[0], sale)
		const readers = await Promise.all(Array.from({ length: 8 }, () => eventsOf(order)))
		for (const reader of readers) assert.equal(reader.status, 200)
		const problem = await refusedTrade(network, `${pathOf(order)}/events`, { status: 429, code: 'rate_limited' })
		assert.match(problem.detail ?? '', /8 event streams/)
		readers[0]?.close()
		let next = await eventsOf(order)
		while (next.status === 429) next = await eventsOf(order)
		assert.equal((await next.event(1)).data.state, 'accepted')
		network.clock.advance(4)
		for (const reader of readers.slice(1)) await reader.over()
		assert.deepEqual(
			next.events.map(({ data }) => data.state),
			['accepted', 'unfilled'],
		)
	})
})

// shows error: shutting_down
test('a stopping service tells clients that follow an order or a book, or wait, that it is shutting down', async () => {
	const own = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	const seller = await connectMaker(own, own.makers[0], { books: [{ pair, bids: ['0.05 1000'] }], answer: silent })
	const order = await placeOrder(own, own.users[0], sale)
	const readers = await Promise.all([
		EventReader.open(`${own.service.url}${pathOf(order)}/events`),
		EventReader.open(`${own.service.url}/trade/order_book/stream?base=XRD&quote=xUSDC`),
	])
	for (const reader of readers) await reader.event(1)
	const waiting = askTrade(own, `${pathOf(order)}?wait=30`)
	await askTrade(own, pathOf(order))
	seller.disconnect()
	await own.stop()
	const { status, body } = await waiting
	assert.deepEqual([status, problemWire.parse(body).code], [503, 'shutting_down'])
	for (const reader of readers) {
		await reader.over()
		const last = reader.events.at(-1)
		assert.deepEqual([last?.event, problemWire.parse(last?.data).code], ['closing', 'shutting_down'])
	}
})
