import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSubintent, intentHeader } from '@accord/ledger'
import { CheckedOrder, Decimal, type ErrorCode, type OrderToCheck, type WireOf } from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { everyPath, GatewayProxy, noPath } from '../network/gateway-proxy.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, type OrderText, placeOrder, type SignOptions, signLimitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000', '0.04999999 500'], asks: ['0.051 1000', '0.0523 700'] }
const sale = { sell: '100 XRD', buy: '5 xUSDC' }

let proxy: GatewayProxy
let network: TestNetwork
let maker: TestMaker
let solver: TestSolver
let user: Participant
let second: Participant

before(async () => {
	proxy = await GatewayProxy.start()
	network = await startTestNetwork({ users: 3, makers: 2, solvers: 1, gatewayProxy: proxy })
	;[user, second] = network.users as [Participant, Participant]
	maker = await connectMaker(network, network.makers[0], { books: [book] })
	solver = connectSolver(network, network.solvers[0])
})
after(async () => {
	await network?.stop()
	proxy?.stop()
})

/** Offers the book again: settled amounts were taken off the previous one. */
async function requote(): Promise<void> {
	await maker.quote(book)
	await untilShown(network, book)
}

async function check(body: WireOf<typeof OrderToCheck>): Promise<WireOf<typeof CheckedOrder>> {
	const answer = await askTrade(network, '/trade/orders/check', { body })
	assert.equal(answer.status, 200, JSON.stringify(answer.body))
	return CheckedOrder.wire.parse(answer.body)
}

const signed = (order: OrderText = sale, options: SignOptions = {}, signer = user) =>
	signLimitOrder(network, signer, limitOrder(order), options)
const checkSigned = (order?: OrderText, options?: SignOptions) =>
	check({ signed_partial_transaction: signed(order, options).signedPartialTransaction })
const rulesOf = ({ violations }: WireOf<typeof CheckedOrder>) => violations.map(({ rule }) => rule)
/** What only an owner of the account may learn. */
const ownersChecks = ['open_intents', 'self_trade']
const fees = (platform: string, settlement: string) => ({
	fee: { platformAmount: Decimal.parse(platform), settlementAmount: Decimal.parse(settlement) },
})

describe('POST /trade/orders/check', () => {
	// shows Trade API addition: POST /trade/orders/check
	test('a good order is valid, with its terms and its estimated cost, and nothing is stored', async () => {
		const order = signed()
		const checked = await check({ signed_partial_transaction: order.signedPartialTransaction.toUpperCase() })
		const { execution, ...rest } = checked
		assert.deepEqual(rest, {
			valid: true,
			violations: [],
			skipped: [],
			subintent_id: order.subintentId,
			limit_order: { sell: { symbol: 'XRD', amount: '100' }, buy: { symbol: 'xUSDC', amount: '5' } },
			account: user.account,
			fee: { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' },
			expires_at: order.expiresAtS,
			surplus_deliverable: true,
		})
		const cost = Decimal.parse(execution?.cost_xrd ?? '')
		assert.ok(cost > Decimal.parse('0.53') && cost < Decimal.parse('0.64'), execution?.cost_xrd)
		assert.ok((execution?.units ?? 0) > 1_000_000)
		const rebate = Decimal.subtract(Decimal.fromInteger(5), cost)
		assert.deepEqual(execution?.expected_rebate, { symbol: 'XRD', amount: Decimal.format(rebate) })
		await refusedTrade(network, `/trade/orders/${order.subintentId}`, { status: 404, code: 'unknown_order' })
		await untilShown(network, { ...book })
	})

	// shows Trade API addition: POST /trade/orders/check
	test('an unsigned one lacks only its signature, as a subintent and as a manifest', async () => {
		const { manifest } = signed()
		const window = { startEpoch: network.ledger.ledger.info.epoch, endEpoch: network.ledger.ledger.info.epoch + 2 }
		const maxTimestampS = Math.floor(network.clock.nowMs() / 1000) + 45
		const header = intentHeader({ networkId: testNetworkId, window: { ...window, maxTimestampS } })
		const { subintent, subintentId } = createSubintent({ manifest, header })
		const ofSubintent = await check({ subintent: subintent.toUpperCase() })
		const ofManifest = await check({ manifest })
		for (const checked of [ofSubintent, ofManifest]) {
			assert.deepEqual([checked.valid, rulesOf(checked), checked.skipped], [false, ['not_signed'], ownersChecks])
			assert.ok(checked.execution)
		}
		assert.deepEqual([ofSubintent.subintent_id, ofSubintent.expires_at], [subintentId, maxTimestampS])
		assert.deepEqual([ofManifest.subintent_id, ofManifest.expires_at], [undefined, undefined])
		assert.deepEqual(ofManifest.limit_order, ofSubintent.limit_order)
	})

	// shows Trade API addition: POST /trade/orders/check
	test('all violations are reported at once: fees, expiry, liquidity and funds', async () => {
		const checked = await checkSigned(
			{ sell: '200000 XRD', buy: '10000 xUSDC' },
			{ ...fees('0.1', '5.24'), expiresInS: 90 },
		)
		assert.deepEqual(
			new Set(rulesOf(checked)),
			new Set(['fee_too_low', 'invalid_expiry', 'no_liquidity', 'insufficient_funds']),
		)
		assert.equal(rulesOf(checked).filter(rule => rule === 'fee_too_low').length, 2)
		assert.equal(rulesOf(checked).filter(rule => rule === 'insufficient_funds').length, 1)
		const fee = checked.violations.find(({ rule }) => rule === 'fee_too_low')
		assert.deepEqual([typeof fee?.instruction, fee?.found], ['number', '0.1'])
		assert.match(fee?.expected ?? '', /200 XRD/)
		assert.deepEqual([checked.valid, checked.skipped], [false, []])
	})

	test('a manifest of another shape is reported by instruction, and checks that need its terms are skipped', async () => {
		const { manifest } = signed()
		const another = manifest.replace('"deposit_batch"', '"try_deposit_batch_or_abort"')
		const checked = await check({ manifest: another })
		assert.ok(rulesOf(checked).includes('manifest_schema'))
		const schema = checked.violations.find(({ rule }) => rule === 'manifest_schema')
		assert.ok(schema?.instruction !== undefined && schema.expected !== undefined && schema.found !== undefined)
		assert.deepEqual(checked.skipped, [...ownersChecks, 'execution'])
		const withoutTerms = await check({ manifest: 'YIELD_TO_PARENT;' })
		assert.deepEqual(withoutTerms.skipped, ['fees', ...ownersChecks, 'liquidity', 'funds', 'execution'])
		assert.equal(withoutTerms.valid, false)
	})

	test('a stranger’s signature does not count for the account', async () => {
		const checked = await checkSigned(sale, { keyPairs: [second.keyPair] })
		assert.deepEqual([checked.valid, rulesOf(checked), checked.skipped], [false, ['not_account_owner'], ownersChecks])
	})

	test('an expired order cannot be previewed', async () => {
		const checked = await checkSigned(sale, { expiresInS: -5 })
		assert.deepEqual([rulesOf(checked), checked.skipped], [['invalid_expiry'], ['execution']])
	})

	test('tokens that are not traded here leave nothing to match', async () => {
		const { manifest } = signed()
		const [xrd = '', usdc = ''] = ['XRD', 'xUSDC'].map(symbol => network.tokens.get(symbol)?.resourceAddress)
		const same = await check({ manifest: manifest.replaceAll(usdc, xrd) })
		assert.ok(rulesOf(same).includes('unknown_pair'))
		assert.ok(same.skipped.includes('liquidity'))
	})

	test('bytes that cannot be read are a violation, not an error', async () => {
		const order = signed()
		const forged = order.signedPartialTransaction.replace(/.{8}$/, '00000000')
		const cases: [WireOf<typeof OrderToCheck>, string][] = [
			[{ signed_partial_transaction: 'xyz' }, 'invalid_hex'],
			[{ signed_partial_transaction: '' }, 'invalid_signed_partial_transaction'],
			[{ signed_partial_transaction: '4d'.repeat(70_000 / 2) }, 'invalid_signed_partial_transaction'],
			[{ subintent: '00' }, 'invalid_subintent'],
			[{ subintent: 'xyz' }, 'invalid_hex'],
			[{ manifest: 'NONSENSE;' }, 'invalid_manifest'],
		]
		for (const [body, rule] of cases) {
			const checked = await check(body)
			assert.deepEqual([checked.valid, rulesOf(checked)], [false, [rule]])
			const later = ['signatures', 'schema', 'fees', 'header', ...ownersChecks, 'liquidity', 'funds', 'execution']
			assert.deepEqual(checked.skipped, later)
		}
		const { violations, valid } = await check({ signed_partial_transaction: forged })
		assert.deepEqual([valid, violations.length], [false, 1])
	})

	test('an order that is already accepted would be accepted again; one that is a fill would not', async () => {
		const order = await placeOrder(network, user, sale)
		const checked = await check({ signed_partial_transaction: order.signedPartialTransaction })
		assert.deepEqual([checked.valid, checked.violations], [true, []])
		const bundle = await solver.bundleOf(order)
		await settle(network, solver, bundle)
		await untilState(network, order, 'settled')
		assert.equal((await check({ signed_partial_transaction: order.signedPartialTransaction })).valid, true)
		await requote()
	})

	test('error: a body of another shape is refused by the name of the field', async () => {
		const cases: [unknown, number, ErrorCode][] = [
			[{}, 422, 'validation_failed'],
			[{ manifest: 'x', subintent: '00' }, 422, 'validation_failed'],
			[{ manifest: 'x', extra: 1 }, 422, 'unknown_field'],

			['{', 400, 'malformed_json'],
		]
		for (const [body, status, code] of cases) await refusedTrade(network, '/trade/orders/check', { body, status, code })
	})

	// shows error: ledger_unavailable
	test('error: without the ledger nothing can be checked', async () => {
		const body = { signed_partial_transaction: signed().signedPartialTransaction }
		proxy.failing = everyPath
		await refusedTrade(network, '/trade/orders/check', { body, status: 503, code: 'ledger_unavailable' })
		proxy.failing = noPath
		assert.equal((await check(body)).valid, true)
	})
})
