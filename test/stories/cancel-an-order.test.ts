import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { hash, type KeyPair } from '@accord/ledger'
import {
	type Cancellation,
	cancelMessage,
	type ErrorCode,
	OrderStatus,
	problemWire,
	type WireOf,
} from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, placeOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

const pair = 'XRD/xUSDC'
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let user: Participant
let second: Participant
let stories = 0

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 12, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
	;[user, second] = network.users as [Participant, Participant]
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
const hashOf = (message: string) => hash(Buffer.from(message).toString('hex'))

function signed({ curve, sign, publicKey }: KeyPair, message: string): WireOf<typeof Cancellation> {
	return { curve, public_key: publicKey, signature: sign(hashOf(message)).signature }
}

const cancellation = ({ subintentId }: SignedOrder, signer = user) => signed(signer.keyPair, cancelMessage(subintentId))

async function cancel(order: SignedOrder, body: unknown = cancellation(order)) {
	const answer = await askTrade(network, pathOf(order), { method: 'DELETE', body })
	assert.equal(answer.status, 200, JSON.stringify(answer.body))
	return OrderStatus.wire.parse(answer.body)
}

const refused = (order: Pick<SignedOrder, 'subintentId'>, body: unknown, status: number, code: ErrorCode) =>
	refusedTrade(network, pathOf(order), { method: 'DELETE', body, status, code })

// shows Trade API addition: DELETE /trade/orders/:subintent_id
test('an order that no one has filled is cancelled by its signer, and its reservation is released', async () => {
	const order = await placeOrder(network, user, sale)
	await untilShown(network, { pair, bids: ['0.05 900'] })
	const status = await cancel(order)
	assert.deepEqual([status.state, status.outcome], ['cancelled', 'cancelled'])
	assert.deepEqual(
		status.history.map(({ state }) => state),
		['accepted', 'cancelled'],
	)
	await untilShown(network, { pair, bids: ['0.05 1000'] })
	assert.deepEqual(await cancel(order), status, 'again: the same answer')
	assert.equal(await network.dex.submitOrder(order.signedPartialTransaction), order.subintentId)
	const late = maker.fill(await maker.asked())
	await assert.rejects(late, { code: 'fill_too_late' })
})

test('an order signed with Secp256k1 is cancelled without naming the key', async () => {
	const order = await placeOrder(network, second, sale, { level: 1 })
	const { public_key, ...body } = cancellation(order, second)
	assert.equal((await cancel(order, body)).state, 'cancelled')
	assert.equal((await cancel(order, { ...body, curve: 'secp256k1' })).state, 'cancelled')
})

// shows Trade API addition: DELETE /trade/orders/:subintent_id
test('a wallet’s proof of ownership cancels, for the dApp and origin that it was made for', async () => {
	const order = await placeOrder(network, user, sale)
	const rola = { dapp_definition_address: user.account, origin: 'https://dex.example' }
	const challenge = Buffer.from(hashOf(cancelMessage(order.subintentId)), 'hex')
	const dapp = Buffer.from(rola.dapp_definition_address)
	const proof = Buffer.concat([Buffer.from('R'), challenge, Buffer.of(dapp.length), dapp, Buffer.from(rola.origin)])
	const { curve, publicKey: public_key, sign } = user.keyPair
	const { signature } = sign(hash(proof.toString('hex')))
	const elsewhere = { ...rola, origin: 'https://other.example' }
	await refused(order, { curve, public_key, signature, rola: elsewhere }, 422, 'invalid_signature')
	await refused(order, { curve, public_key, signature }, 422, 'invalid_signature')
	assert.equal((await cancel(order, { curve, public_key, signature, rola })).state, 'cancelled')
})

// shows error: order_not_cancellable
// shows decision 19: An order can be cancelled until it is published
test('error: once published it can no longer be cancelled, and the answer says until when it may settle', async () => {
	const order = await placeOrder(network, user, sale)
	await maker.fill(await maker.asked())
	const bundle = await solver.bundleOf(order)
	const problem = await refused(order, cancellation(order), 409, 'order_not_cancellable')
	assert.equal(problem.expires_at, order.expiresAtS)
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await refused(order, cancellation(order), 409, 'order_not_open')
})

// shows error: order_not_open
test('error: an order that has ended unfilled is not open', async () => {
	const order = await placeOrder(network, user, sale)
	network.clock.advance(4)
	await untilState(network, order, 'unfilled')
	await refused(order, cancellation(order), 409, 'order_not_open')
})

test('error: another key, another message or another order’s signature does not cancel', async () => {
	const order = await placeOrder(network, user, sale)
	const stranger = maker.account.keyPair
	await refused(order, signed(stranger, cancelMessage(order.subintentId)), 422, 'not_account_owner')
	await refused(order, signed(user.keyPair, order.subintentId), 422, 'invalid_signature')
	await refused(order, { ...cancellation(order), public_key: '00'.repeat(32) }, 422, 'invalid_signature')
	await refused(order, { ...cancellation(order), signature: '00'.repeat(64) }, 422, 'invalid_signature')
	const other = signLimitOrder(network, user, limitOrder(sale))
	await refused(order, cancellation(other), 422, 'invalid_signature')
	await refused(other, cancellation(other), 404, 'unknown_order')
	assert.equal((await network.dex.order(order.subintentId)).state, 'awaiting_fills')
	await cancel(order)
})

test('error: a body of another shape is refused by the name of the field', async () => {
	const order = { subintentId: 'subtxid_sim1any' }
	const good = signed(user.keyPair, 'x')
	const cases: [unknown, ErrorCode, string][] = [
		[{ ...good, curve: 'P256' }, 'validation_failed', '/curve'],
		[{ ...good, signature: 'xyz' }, 'invalid_hex', '/signature'],
		[{ ...good, reason: 'x' }, 'unknown_field', '/reason'],
		[{ ...good, public_key: undefined }, 'validation_failed', '/public_key'],
		[
			{ ...good, rola: { dapp_definition_address: '-', origin: 'x' } },
			'invalid_address',
			'/rola/dapp_definition_address',
		],
	]
	for (const [body, code, pointer] of cases) {
		const problem = await refused(order, body, 422, code)
		assert.deepEqual(
			problem.errors?.map(item => item.pointer),
			[pointer],
		)
	}
	await refusedTrade(network, pathOf(order), { method: 'DELETE', status: 422, code: 'validation_failed' })
	await refused(order, '{', 400, 'malformed_json')
})

// shows Trade API addition: DELETE /trade/orders/:subintent_id
// shows decision 19: An order can be cancelled until it is published
test('when a cancellation and a fill arrive at the same time one wins, and the answers say which', async () => {
	for (let round = 1; round <= 8; round++) {
		const order = await placeOrder(network, user, sale)
		const asked = await maker.asked(round)
		const filling = maker.fill(asked).catch((error: unknown) => error)
		if (round % 2 === 0) await pause(4 * round)
		const answer = await askTrade(network, pathOf(order), { method: 'DELETE', body: cancellation(order) })
		await filling
		const { state } = await network.dex.order(order.subintentId)
		const code = answer.status === 200 ? 'cancelled' : problemWire.parse(answer.body).code
		assert.equal(code, state === 'cancelled' ? 'cancelled' : 'order_not_cancellable')
		if (state === 'cancelled') continue
		await settle(network, solver, await solver.bundleOf(order))
		await untilState(network, order, 'settled')
	}
})
