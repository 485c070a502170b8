import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { attachSignatures, readSignedPartialTransaction, unwrap } from '@accord/ledger'
import { untilShown } from '../network/book-text.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { type Bundle, connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, placeOrder, signLimitOrder } from '../network/test-user.ts'

const pair = 'XRD/xUSDC'
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let stories = 0

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 7, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
})
after(() => network?.stop())
beforeEach(async () => {
	maker = await connectMaker(network, network.makers[stories++], {
		books: [{ pair, bids: ['0.05 1000'] }],
		answer: silent,
	})
	network.clock.freeze()
})
afterEach(async () => {
	network.clock.thaw()
	await maker.leave()
})

/** The order or fill inside a published item, as anyone can read it from the solvers' stream. */
function innerOf(item: Bundle[number]): string {
	return unwrap(item.signedPartialTransaction, testNetworkId).signedPartialTransaction
}

// shows decision 12: The same submission gets the same response; a hash is refused in the other role
test('the same order again, in any state and any encoding of its bytes, gets the same answer and stays one order', async () => {
	const order = await placeOrder(network, network.users[0], sale)
	const { signedPartialTransaction: bytes, subintentId } = order
	const again = async () => {
		for (const text of [bytes, bytes.toUpperCase()]) assert.equal(await network.dex.submitOrder(text), subintentId)
	}
	await again()
	await maker.fill(await maker.asked())
	const bundle = await solver.bundleOf(order)
	await again()
	network.clock.thaw()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await again()
	network.clock.advance(60)
	await again()
	assert.deepEqual(wayOf(await network.dex.order(subintentId)).parts, ['filled'])
	assert.equal(maker.newOrders.length, 1)
	await maker.told(['started', 'Settled'])
	await untilShown(network, { pair, bids: ['0.05 900'] })
})

test('the same order with other signatures over the same bytes gets the same answer and stays one order', async () => {
	const [user, second] = network.users as [Participant, Participant]
	const order = await placeOrder(network, second, sale)
	const { rootSubintent: subintent, subintentHash } = readSignedPartialTransaction(
		order.signedPartialTransaction,
		testNetworkId,
	)
	const own = second.keyPair.sign(subintentHash)
	const signatures = [own, user.keyPair.sign(subintentHash)]
	const coSigned = attachSignatures({ subintent, signatures, children: [], networkId: testNetworkId })
	assert.ok(order.signedPartialTransaction.includes(own.signature))
	const mirrored = order.signedPartialTransaction.replace(own.signature, mirroredSignature(own.signature))
	assert.equal(await network.dex.submitOrder(coSigned.signedPartialTransaction), order.subintentId)
	assert.equal(await network.dex.submitOrder(mirrored), order.subintentId)
	assert.deepEqual(wayOf(await network.dex.order(order.subintentId)).parts, ['asked'])
	assert.equal(maker.newOrders.length, 1)
	network.clock.advance(4)
	await untilState(network, order, 'unfilled')
	await untilShown(network, { pair, bids: ['0.05 1000'] })
})

test('the same order submitted eight times at once is one order, and all get the same answer', async () => {
	const order = signLimitOrder(network, someUser(), limitOrder(sale))
	const answers = Array.from({ length: 8 }, () => network.dex.submitOrder(order.signedPartialTransaction))
	assert.deepEqual(await Promise.all(answers), Array(8).fill(order.subintentId))
	await maker.fill(await maker.asked())
	await solver.bundleOf(order)
	assert.deepEqual(wayOf(await network.dex.order(order.subintentId)).parts, ['filled'])
	assert.equal(maker.newOrders.length, 1)
	await untilShown(network, { pair, bids: ['0.05 900'] })
})

// shows decision 12: A refused submission is not remembered
test('a refused order is not remembered: it is accepted once there is liquidity', async () => {
	const order = signLimitOrder(network, someUser(), limitOrder({ sell: '100 XRD', buy: '5.1 xUSDC' }))
	const submit = () => network.dex.submitOrder(order.signedPartialTransaction)
	await refusedWith('no_liquidity', submit())
	await refusedWith('unknown_order', network.dex.order(order.subintentId))
	await maker.quote({ pair, bids: ['0.051 1000'] })
	assert.equal(await submit(), order.subintentId)
	assert.equal((await network.dex.order(order.subintentId)).state, 'awaiting_fills')
})

// shows decision 21: The same fill gets the same response, another one already_filled
test('the same fill again gets the same answer, a second one for the same order is already_filled', async () => {
	const order = await placeOrder(network, network.users[0], sale)
	const asked = await maker.asked()
	const fill = maker.sign(asked)
	const send = (bytes: string) => maker.client.fill(asked.id, bytes)
	const answers = await Promise.all([1, 2, 3].map(() => send(fill.signedPartialTransaction)))
	assert.deepEqual(answers, Array(3).fill(fill.subintentId))
	await refusedWith('already_filled', maker.fill(asked))
	const bundle = await solver.bundleOf(order)
	assert.equal(bundle[1].innerId, fill.subintentId)
	network.clock.thaw()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	assert.equal(await send(fill.signedPartialTransaction.toUpperCase()), fill.subintentId)
	await refusedWith('already_filled', maker.fill(asked))
	await maker.told(['started', 'Settled'])
})

// shows error: already_filled
test('of two different fills sent at once one is accepted and the other is already_filled', async () => {
	const order = await placeOrder(network, network.users[0], sale)
	const asked = await maker.asked()
	const [one, two] = await Promise.allSettled([maker.fill(asked), maker.fill(asked)])
	const [accepted, refused] = one?.status === 'fulfilled' ? [one, two] : [two, one]
	assert.ok(accepted?.status === 'fulfilled' && refused?.status === 'rejected')
	await refusedWith('already_filled', Promise.reject(refused.reason))
	const [, fill] = await solver.bundleOf(order)
	assert.equal(fill.innerId, accepted.value)
	await maker.told(['started'])
})

// shows decision 12: The same submission gets the same response; a hash is refused in the other role
// shows error: subintent_in_use
test('what is published in one role is refused in the other, and settles as if nothing had been tried', async () => {
	const order = await placeOrder(network, network.users[0], sale)
	await maker.fill(await maker.asked(1))
	const bundle = await solver.bundleOf(order)
	const [publishedOrder, publishedFill] = bundle

	await refusedWith('subintent_in_use', network.dex.submitOrder(innerOf(publishedFill)))
	await refusedWith('children_not_allowed', network.dex.submitOrder(publishedFill.signedPartialTransaction))
	const otherOrder = await placeOrder(network, network.users[1], sale)
	const asked = await maker.asked(2)
	await refusedWith('subintent_in_use', maker.client.fill(asked.id, innerOf(publishedOrder)))
	await refusedWith('subintent_in_use', maker.client.fill(asked.id, innerOf(publishedFill)))

	network.clock.thaw()
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	network.clock.advance(4)
	await untilState(network, otherOrder, 'unfilled')
	await maker.told(['started', 'Settled'])
	await untilShown(network, { pair, bids: ['0.05 900'] })
})

/** The other Secp256k1 signature (recovery id, r, s) of the same key over the same hash: (r, n − s). */
function mirroredSignature(signature: string): string {
	const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
	const [id, r, s] = [signature.slice(0, 2), signature.slice(2, 66), signature.slice(66)]
	const mirroredId = (Number.parseInt(id, 16) ^ 1).toString(16).padStart(2, '0')
	return mirroredId + r + (n - BigInt(`0x${s}`)).toString(16).padStart(64, '0')
}

function someUser() {
	const [user] = network.users
	if (user === undefined) throw new Error('the network has no users')
	return user
}
