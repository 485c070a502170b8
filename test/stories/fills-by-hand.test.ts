import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CheckedFill, Composed, CreatedSubintent, type ErrorCode, SignedSubintent, type WireOf } from '@accord/protocol'
import type { NewOrder } from '@accord/sdk/maker'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { amount, limitOrder, placeOrder, type SignedOrder, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

// A maker without a library for the ledger's bytes: it signs 32 bytes, and the service makes the rest.

let network: TestNetwork
let maker: TestMaker
let other: TestMaker
let solver: TestSolver
let placed: SignedOrder
let order: NewOrder

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 2, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
	const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }]
	maker = await connectMaker(network, network.makers[0], { answer: silent, books })
	other = await connectMaker(network, network.makers[1], { answer: silent })
	network.clock.freeze()
	placed = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	order = await maker.asked()
})
after(() => network.stop())

const ofOrder = () => ({ role: 'maker', order_id: order.id })
const composition = () => ({ type: 'LimitOrder', account: maker.account.account, ...ofOrder() })

async function answer<T>(schema: { parse(body: unknown): T }, path: string, body: object, by = maker): Promise<T> {
	const headers = { 'service-api-key': by.account.apiKey }
	const { status, body: answered } = await askTrade(network, path, { body, headers })
	assert.equal(status, 200, JSON.stringify(answered))
	return schema.parse(answered)
}

const check = (body: object): Promise<WireOf<typeof CheckedFill>> =>
	answer(CheckedFill.wire, '/trade/fills/check', { order_id: order.id, ...body })

const rulesOf = ({ violations }: WireOf<typeof CheckedFill>) => violations.map(({ rule }) => rule)

const signature = ({ keyPair: { curve, publicKey: public_key, sign } }: Participant, hash: string) => ({
	curve,
	public_key,
	signature: sign(hash).signature,
})

// shows decision 57: Construction gives the fill that a maker must sign
test('compose and create_subintent say what the fill of an order must say', async () => {
	const composed = await answer(Composed.wire, '/construction/compose', composition())
	const fill = maker.sign(order)
	assert.equal(composed.manifest, fill.manifest)
	assert.deepEqual(
		[composed.sell, composed.buy],
		[
			{ symbol: 'xUSDC', amount: '5' },
			{ symbol: 'XRD', amount: '100' },
		],
	)
	const { manifest } = composed
	const created = await answer(CreatedSubintent.wire, '/construction/create_subintent', { manifest, ...ofOrder() })
	const nowS = Math.floor(network.clock.nowMs() / 1000)
	assert.equal(created.expires_at, nowS + 15)
	const sooner = { manifest, ...ofOrder(), expires_in_seconds: 10 }
	const { expires_at } = await answer(CreatedSubintent.wire, '/construction/create_subintent', sooner)
	assert.equal(expires_at, nowS + 10)
})

// shows decision 57: A maker’s dry run lists every mistake and changes nothing
test('a check lists every violation of a fill, signed or not, and changes nothing', async () => {
	const { manifest } = await answer(Composed.wire, '/construction/compose', composition())
	const unsigned = await check({ manifest })
	assert.deepEqual([unsigned.valid, rulesOf(unsigned), unsigned.skipped], [false, ['not_signed'], []])
	assert.ok(unsigned.execution !== undefined && unsigned.subintent_id === undefined)
	const { signedPartialTransaction } = maker.sign(order)
	const signed = await check({ signed_partial_transaction: signedPartialTransaction })
	assert.deepEqual([signed.valid, rulesOf(signed), signed.account], [true, [], maker.account.account])
	const wrong = { sell: amount('4 xUSDC'), buy: amount('100 XRD') }
	const fee = { settlementAmount: amount('0 x').amount }
	const { signedPartialTransaction: poor } = maker.sign({ fill: wrong }, { fee, expiresInS: 61 })
	assert.deepEqual(rulesOf(await check({ signed_partial_transaction: poor })), [
		'fee_too_low',
		'invalid_expiry',
		'fill_amount_mismatch',
	])
	const foreign = signLimitOrder(network, network.users[1] as Participant, order.fill, { role: 'maker' })
	assert.deepEqual(rulesOf(await check({ signed_partial_transaction: foreign.signedPartialTransaction })), [
		'foreign_account',
	])
	const isOrder = await check({ signed_partial_transaction: placed.signedPartialTransaction })
	assert.ok(rulesOf(isOrder).includes('subintent_in_use'), JSON.stringify(isOrder))
	const unreadable = await check({ signed_partial_transaction: '4d2208' })
	assert.deepEqual(rulesOf(unreadable), ['invalid_signed_partial_transaction'])
	assert.deepEqual(unreadable.skipped, ['signatures', 'schema', 'fees', 'header', 'order', 'funds', 'execution'])
	const dear = { sell: amount('5 xUSDC'), buy: amount('100 XRD') }
	const tooMuch = maker.sign({ fill: dear }, { fee: { platformAmount: amount('200000 x').amount } })
	assert.deepEqual(rulesOf(await check({ signed_partial_transaction: tooMuch.signedPartialTransaction })), [
		'insufficient_funds',
	])
	assert.equal((await network.dex.order(placed.subintentId)).state, 'awaiting_fills')
})

test('error: orders that are unknown, or another maker’s, and roles without an order', async () => {
	const cases: [path: string, body: object, status: number, code: ErrorCode, pointer?: string][] = [
		['/construction/compose', { ...composition(), order_id: 'none' }, 404, 'unknown_order'],
		['/construction/compose', { ...composition(), account: other.account.account }, 422, 'foreign_account'],
		['/construction/compose', { ...composition(), account: '!' }, 422, 'invalid_address', '/account'],
		['/construction/compose', { ...composition(), order_id: undefined }, 422, 'validation_failed', '/order_id'],
		[
			'/construction/compose',
			{ ...composition(), sell: { symbol: 'XRD', amount: '1' } },
			422,
			'validation_failed',
			'/sell',
		],
		['/construction/compose', { ...composition(), role: 'taker' }, 422, 'validation_failed', '/order_id'],
		['/construction/create_subintent', { manifest: 'x', role: 'maker' }, 422, 'validation_failed', '/order_id'],
		['/construction/create_subintent', { manifest: 'x', role: 'maker', order_id: 'none' }, 404, 'unknown_order'],
		['/construction/create_subintent', { manifest: 'x', ...ofOrder(), expires_in_seconds: 61 }, 422, 'invalid_expiry'],
		['/construction/create_subintent', { manifest: 'x', ...ofOrder(), expires_in_seconds: 9 }, 422, 'invalid_expiry'],
	]
	for (const [path, body, status, code, pointer] of cases) {
		const problem = await refusedTrade(network, path, { body, status, code })
		if (pointer !== undefined)
			assert.ok(
				problem.errors?.some(item => item.pointer === pointer),
				JSON.stringify(problem),
			)
	}
	const body = { order_id: order.id, manifest: 'x' }
	const headers = { 'service-api-key': other.account.apiKey }
	await refusedTrade(network, '/trade/fills/check', { body, headers, status: 404, code: 'unknown_order' })
	await refusedTrade(network, '/trade/fills/check', { body, status: 401, code: 'unauthorized' })
})

// shows decision 57: Construction gives the fill that a maker must sign
test('a fill made from just a signature of 32 bytes settles; then the order is no longer open', async () => {
	const { manifest } = await answer(Composed.wire, '/construction/compose', composition())
	const created = await answer(CreatedSubintent.wire, '/construction/create_subintent', { manifest, ...ofOrder() })
	const { subintent, subintent_hash } = created
	const body = { subintent, signature: signature(maker.account, subintent_hash) }
	const { signed_partial_transaction } = await answer(SignedSubintent.wire, '/construction/sign', body)
	assert.equal((await check({ signed_partial_transaction })).valid, true)
	assert.equal(await maker.client.fill(order.id, signed_partial_transaction), created.subintent_id)
	await settle(network, solver, await solver.bundleOf(placed))
	network.clock.thaw()
	await untilState(network, placed, 'settled')
	const again = await check({ signed_partial_transaction })
	assert.deepEqual(
		[again.valid, again.skipped],
		[true, ['signatures', 'schema', 'fees', 'header', 'order', 'funds', 'execution']],
	)
	assert.ok(
		rulesOf(await check({ signed_partial_transaction: maker.sign(order).signedPartialTransaction })).includes(
			'already_filled',
		),
	)
	for (const [path, body] of [
		['/construction/compose', composition()],
		['/construction/create_subintent', { manifest, ...ofOrder() }],
	] as const)
		await refusedTrade(network, path, { body, status: 409, code: 'already_filled' })
})

test('error: a rejected order is not open, an expired one is too late', async () => {
	await maker.quote({ pair: 'XRD/xUSDC', bids: ['0.05 1000'] })
	for (const [at, code] of [
		[2, 'order_not_open'],
		[3, 'fill_too_late'],
	] as const) {
		await placeOrder(network, network.users[0], limitOrder({ sell: '100 XRD', buy: '5 xUSDC' }))
		const { id: orderId } = await maker.asked(at)
		if (code === 'order_not_open') await maker.client.reject(orderId)
		else network.clock.advance(5)
		const body = { ...composition(), order_id: orderId }
		await refusedTrade(network, '/construction/compose', { body, status: 409, code })
		await refusedTrade(network, '/construction/create_subintent', {
			body: { manifest: 'x', role: 'maker', order_id: orderId },
			status: 409,
			code,
		})
	}
})
