import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { moveFunds } from '../network/move-funds.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { fund, startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, type TestSolver, tryRoot } from '../network/test-solver.ts'
import { placeOrder, type SignedOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let taker: Participant
let other: Participant

before(async () => {
	network = await startTestNetwork({ users: 3, makers: 1, userFunds: { XRD: '1000', xUSDC: '10' } })
	;[taker, , other] = network.users as [Participant, Participant, Participant]
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }] })
})
after(() => network?.stop())

/** What is left is enough for fees, or for nothing. */
const leftOf: Readonly<Record<string, string>> = { XRD: '20', xUSDC: '0.1' }

/** Moves nearly all of an account's holding of a token out of the service's reach. */
async function move(from: Participant, symbol: string, to: Participant, left = leftOf[symbol] ?? '0'): Promise<void> {
	await moveFunds(network, { from, to, symbol, left })
}

async function untilExpired(order: SignedOrder): Promise<void> {
	network.clock.advance(50)
	await until(`${order.subintentId} to expire`, async () => {
		network.clock.advance(1)
		return (await network.dex.order(order.subintentId)).state === 'expired'
	})
	await until('its funds to be checked', async () => {
		network.clock.advance(1)
		const checked = await network.service.db.selectFrom('expired_intent').select('subintent_hash').execute()
		return checked.some(({ subintent_hash }) => subintent_hash === order.subintentHash)
	})
}

/** A free option: the maker is bound, and the taker decides whether the trade can settle. */
async function publishAndMove(): Promise<void> {
	const { order } = await publishTrade(network, solver, { user: taker, order: sale })
	await move(taker, 'XRD', other)
	await untilExpired(order)
	await fund(network.ledger, taker.account, { XRD: '1000' })
}

// shows error: account_paused
test('an account that moves the funds of published orders gets fewer open orders, then a pause that ends', async () => {
	for (let n = 0; n < 3; n++) await publishAndMove()
	const refusal = await refusedWith('account_paused', placeOrder(network, taker, sale))
	assert.ok(Number(refusal.extra.retry_after_s) <= 60)
	assert.equal(maker.newOrders.length, 3)
	network.clock.advance(61)
	await placeOrder(network, taker, sale)
	await refusedWith('too_many_open_orders', placeOrder(network, taker, sale))
	assert.equal((await maker.client.api.stats()).breaker.missRate, 0n)
})

test('a maker that fills and then moves its funds has missed; its users are not blamed', async () => {
	const { sample } = (await maker.client.api.stats()).breaker
	const { order } = await publishTrade(network, solver, { user: other, order: sale })
	await move(maker.account, 'xUSDC', taker)
	await untilExpired(order)
	await until('the miss', async () => {
		network.clock.advance(1)
		return Decimal.isPositive((await maker.client.api.stats()).breaker.missRate)
	})
	assert.ok((await maker.client.api.stats()).breaker.sample > sample)
	await fund(network.ledger, maker.account.account, { xUSDC: '1000' })
	await untilState(network, await placeOrder(network, other, sale), 'published')
})

// Abuse case 86
test('a maker whose prefix fails once the fill is published has missed, though it holds what it sells', async () => {
	const xusdc = network.tokens.get('xUSDC')?.resourceAddress
	const proof = `CALL_METHOD Address("${maker.account.account}") "create_proof_of_amount" Address("${xusdc}") Decimal("500");`
	const failing = await connectMaker(network, network.makers[0], {
		answer: (order, own) => {
			const edit = (manifest: string) => [proof, 'DROP_AUTH_ZONE_REGULAR_PROOFS;', manifest].join('\n')
			return own.sign(order, { edit }).signedPartialTransaction
		},
	})
	maker.client.close()
	await failing.quote({ pair: 'XRD/xUSDC', bids: ['0.05 10000'] })
	const before = (await failing.client.api.stats()).breaker
	for (let n = 1; n <= 3; n++) {
		const { order, bundle } = await publishTrade(network, solver, { user: other, order: sale })
		await move(failing.account, 'xUSDC', taker, '100')
		assert.match((await tryRoot(network, solver, bundle)).errorMessage ?? '', /InsufficientBalance|create_proof/)
		await untilExpired(order)
		await fund(network.ledger, failing.account.account, { xUSDC: '900' })
		await until('the miss', async () => {
			network.clock.advance(1)
			const { missRate, sample } = (await failing.client.api.stats()).breaker
			return sample === before.sample + n && missRate > before.missRate
		})
	}
})
