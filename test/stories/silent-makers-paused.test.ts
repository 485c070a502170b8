import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { BreakerChange, Decimal, type WireOf } from '@accord/protocol'
import type { SignCancellation } from '@accord/sdk'
import type { NewOrder, NewOrderAnswer } from '@accord/sdk/maker'
import { untilShown } from '../network/book-text.ts'
import { openFlash } from '../network/flash-socket.ts'
import { untilState } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

const pair = 'XRD/xUSDC'
const book = { pair, bids: ['0.05 10000'] }
const hundred = { sell: '100 XRD', buy: '5 xUSDC' }
const breaker = {
	pauses_at: '0.5',
	sample_min: 4,
	first_pause_seconds: 30,
	longest_pause_seconds: 120,
	forgets_after_seconds: 600,
}

let network: TestNetwork
const makers: TestMaker[] = []

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 5, solvers: 0, settings: { breaker } })
})
beforeEach(() => network.clock.freeze())
afterEach(async () => {
	network.clock.thaw()
	for (const maker of makers.splice(0)) await maker.leave()
})
after(() => network?.stop())

type Answer = (order: NewOrder, maker: TestMaker) => NewOrderAnswer

const signCancellation: SignCancellation = ({ hash }) => {
	const { curve, publicKey, sign } = network.users[0]?.keyPair ?? assert.fail('there is no user')
	return { curve, publicKey, signature: sign(hash).signature }
}

/** A maker with the book, and one of its sessions that listens to its breaker. */
async function offering(nth: number, answer: Answer = silent) {
	const maker = await connectMaker(network, network.makers[nth], { books: [book], answer })
	makers.push(maker)
	await untilShown(network, book)
	const session = await openFlash(network, maker.account)
	await session.ask('platform.new_orders.start_stream')
	const told = async (state: WireOf<typeof BreakerChange>['state']): Promise<WireOf<typeof BreakerChange>> => {
		const change = BreakerChange.wire.parse(await session.received('maker.breaker.changed'))
		assert.equal(change.state, state)
		return change
	}
	return { maker, told, stats: () => maker.client.api.stats() }
}

/** Orders that no one fills, and the time in which someone might have. */
async function unfilled(count: number, order = hundred): Promise<void> {
	const orders = []
	for (let n = 0; n < count; n++) orders.push(await placeOrder(network, network.users[0], order))
	network.clock.advance(4)
	for (const each of orders) await untilState(network, each, 'unfilled')
	network.clock.advance(1)
	await network.drain()
}

// shows maker addition: A circuit breaker for makers who do not answer: smoothed miss rate over a minimum sample
// shows maker addition: `maker.breaker.changed` notifies the maker
test('a silent maker is paused, notified and sent no more orders; it returns on its own, and the next pause is twice as long', async () => {
	const { maker, told, stats } = await offering(0)
	await unfilled(4)
	await told('warned')
	const { occurred_at, occurred_at_ms, pauses, ...change } = await told('paused')
	const [{ since_ms: pausedAtMs } = assert.fail('no pause')] = pauses
	const untilMs = pausedAtMs + 30_000
	const pause = { by: 'breaker', reason: 'orders were left unanswered: miss rate 1 over the last 4' }
	const pauseOnWire = { ...pause, since_ms: pausedAtMs, until_ms: untilMs }
	const pauseInSdk = { ...pause, sinceMs: pausedAtMs, untilMs }
	assert.deepEqual([pauses, change], [[pauseOnWire], { state: 'paused', paused: true, miss_rate: '1', sample: 4 }])
	assert.ok(occurred_at_ms >= pausedAtMs && occurred_at === Math.floor(occurred_at_ms / 1000))
	await untilShown(network, { pair })
	await refusedWith('no_liquidity', placeOrder(network, network.users[0], hundred))
	const paused = await stats()
	assert.deepEqual(paused.breaker, {
		missRate: Decimal.one,
		pausesAt: Decimal.parse('0.5'),
		sample: 4,
		sampleMin: 4,
		nextPauseSeconds: 60,
	})
	assert.deepEqual(paused.pauses, [pauseInSdk])
	// It cannot end that itself.
	assert.deepEqual(await maker.client.api.resume(), [pauseInSdk])

	network.clock.advance(30)
	const end = await told('ok')
	assert.deepEqual([end.paused, end.pauses, end.miss_rate, end.sample], [false, [], '0', 0])
	await untilShown(network, book)
	await unfilled(4)
	await told('warned')
	const again = await told('paused')
	assert.equal((again.pauses[0]?.until_ms ?? 0) - (again.pauses[0]?.since_ms ?? 0), 60_000)
	assert.equal((await stats()).breaker.nextPauseSeconds, 120)
	network.clock.advance(60)
	assert.equal((await told('ok')).paused, false)
	network.clock.advance(600)
	assert.equal((await stats()).breaker.nextPauseSeconds, 60)
})

// shows maker addition: `maker.breaker.changed` warns the maker one step before a pause
test('a maker is warned while its books still count, if one more unanswered order would pause them', async () => {
	const { told, stats } = await offering(4)
	await unfilled(3)
	const { occurred_at: _, occurred_at_ms: __, ...warning } = await told('warned')
	assert.deepEqual(warning, { state: 'warned', paused: false, pauses: [], miss_rate: '1', sample: 3 })
	await untilShown(network, book)
	assert.deepEqual((await stats()).pauses, [])
	await unfilled(1)
	assert.equal((await told('paused')).sample, 4)
	await untilShown(network, { pair })
})

// shows decision 20: Rejecting counts less than silence, and not for parts below 10 settlement fees
test('rejecting counts less: a maker that rejects three orders and fills the fourth is not paused', async () => {
	let asked = 0
	const { stats } = await offering(1, (order, maker) => {
		asked += 1
		return asked % 4 === 0 ? maker.sign(order).signedPartialTransaction : 'reject'
	})
	for (let n = 1; n <= 4; n++) {
		network.clock.advance(0.001)
		const order = await placeOrder(network, network.users[0], hundred)
		await untilState(network, order, n === 4 ? 'published' : 'unfilled')
	}
	network.clock.advance(1)
	await network.drain()
	const { breaker, pauses } = await stats()
	assert.deepEqual([breaker.missRate, breaker.sample, pauses], [Decimal.parse('0.371187'), 4, []])
})

// shows decision 20: Rejecting counts less than silence, and not for parts below 10 settlement fees
test('rejecting parts below ten settlement fees never counts', async () => {
	const { stats } = await offering(2, () => 'reject')
	const small = { sell: '50 XRD', buy: '2.5 xUSDC' }
	for (let n = 0; n < 4; n++) {
		await untilState(network, await placeOrder(network, network.users[0], small), 'unfilled')
	}
	network.clock.advance(1)
	await network.drain()
	const { breaker, orders, pauses } = await stats()
	assert.deepEqual([orders.rejected, breaker.missRate, breaker.sample, pauses], [4, 0n, 0, []])
})

// shows maker addition: Time-outs that are not the maker’s fault do not count
test('an order that its user cancels does not count as a miss of its maker', async () => {
	const { stats } = await offering(3)
	for (let n = 0; n < 4; n++) {
		const { subintentId } = await placeOrder(network, network.users[0], hundred)
		await network.dex.cancelOrder(subintentId, signCancellation)
	}
	network.clock.advance(4)
	await network.drain()
	const { breaker, pauses } = await stats()
	assert.deepEqual([breaker.sample, pauses], [0, []])
})
