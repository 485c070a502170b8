import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { derivePrivateKey, keyPairFromPrivateKey, playSeed, readItem, wrap } from '@accord/ledger'
import { CheckedOrder, Decimal, type ErrorCode, errorTable, problemWire, SubmissionResult } from '@accord/protocol'
import { errorsOf, operations } from '@accord/protocol/contract'
import { untilShown } from '../network/book-text.ts'
import { OrderCraft } from '../network/crafted-order.ts'
import { untilState } from '../network/order-state.ts'
import { participant } from '../network/participant.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { settle } from '../network/test-solver.ts'
import { limitOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

let network: TestNetwork
let craft: OrderCraft
let maker: TestMaker
/** What the maker signed last. */
let fill = ''

before(async () => {
	network = await startTestNetwork({
		users: 3,
		makers: 1,
		solvers: 1,
		settings: { routes: [], limits: { open_orders_per_account: 1 } },
	})
	craft = new OrderCraft(network, network.users[0])
	maker = await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 100000000'], asks: ['0.06 1000'] }],
		answer: order => {
			fill = maker.sign(order).signedPartialTransaction
			return fill
		},
	})
})
after(() => network?.stop())

const stranger = () => participant('stranger', 'Ed25519', testNetworkId).keyPair
const withPrefix = (...lines: string[]) => ({ edit: (schema: string[]) => [...lines, ...schema] })
/** Each takes a proof and drops it: execution units, and nothing else. */
const busy = (times: number): string[] => {
	const proof = craft.call('create_proof_of_amount', `Address("${craft.address('XRD')}")`, 'Decimal("1")')
	return Array.from({ length: times }, () => [proof, 'DROP_AUTH_ZONE_REGULAR_PROOFS;']).flat()
}
const clones = (times: number): string[] => [
	craft.call('create_proof_of_amount', `Address("${craft.address('XRD')}")`, 'Decimal("1")'),
	'POP_FROM_AUTH_ZONE Proof("proof");',
	...Array.from({ length: times }, (_, at) => `CLONE_PROOF Proof("proof") Proof("clone-${at}");`),
	'DROP_NAMED_PROOFS;',
]
const replace = (from: string, to: string) => ({
	edit: (lines: string[]) => lines.map(line => line.replaceAll(from, to)),
})

const refusals: Record<string, { code: ErrorCode; bytes: () => string }> = {
	'text that is not hex': { code: 'invalid_hex', bytes: () => 'zz' },
	'other bytes': { code: 'invalid_signed_partial_transaction', bytes: () => '4d2208' },
	'more than 64 KiB': { code: 'body_too_large', bytes: () => '00'.repeat(65_537) },
	'one for another network': { code: 'wrong_network', bytes: () => craft.ofOtherNetwork() },
	'a signature over something else': { code: 'invalid_signature', bytes: () => craft.forged() },
	'no signature': { code: 'not_signed', bytes: () => craft.order({ keyPairs: [] }) },
	'a child': { code: 'children_not_allowed', bytes: () => craft.order({ child: true }) },
	'a lock_fee before the schema': {
		code: 'prefix_not_allowed',
		bytes: () => craft.order(withPrefix(craft.call('lock_fee', 'Decimal("1")'))),
	},
	'a missing step': {
		code: 'manifest_schema',
		bytes: () => craft.order({ edit: lines => lines.toSpliced(3, 1) }),
	},
	'a step that anybody may verify': {
		code: 'verify_parent_mismatch',
		bytes: () => craft.order({ edit: lines => lines.with(0, 'VERIFY_PARENT Enum<0u8>();') }),
	},
	'more decimals than the token has': {
		code: 'invalid_amount',
		bytes: () => craft.order({ order: limitOrder({ sell: '100 XRD', buy: '4.9000001 xUSDC' }) }),
	},
	'a token that is not traded': {
		code: 'unknown_token',
		bytes: () => craft.order(replace(craft.address('xUSDC'), craft.notTraded())),
	},
	'tokens that are not a pair': {
		code: 'unknown_pair',
		bytes: () => craft.order({ order: limitOrder({ sell: '100 XRD', buy: '1 xETH' }) }),
	},
	'the fee in another token': {
		code: 'fee_token',
		bytes: () =>
			craft.order({
				edit: lines => lines.with(5, (lines[5] ?? '').replace(craft.address('XRD'), craft.address('xUSDC'))),
			}),
	},
	'too low a fee': {
		code: 'fee_too_low',
		bytes: () =>
			craft.order({
				edit: lines =>
					lines
						.with(1, craft.withdraw('105.349'))
						.map(line => line.replace('Decimal("0.1") Bucket', 'Decimal("0.099") Bucket')),
			}),
	},
	'a withdrawal of more than it says': {
		code: 'withdraw_mismatch',
		bytes: () => craft.order({ edit: lines => lines.with(1, craft.withdraw('200')) }),
	},
	'a later epoch': {
		code: 'invalid_header',
		bytes: () => craft.order({ header: { startEpoch: craft.epoch() + 1, endEpoch: craft.epoch() + 2 } }),
	},
	'a later moment': {
		code: 'invalid_header',
		bytes: () => craft.order({ header: { minTimestampS: craft.nowS() + 10 } }),
	},
	'an expiry too near': {
		code: 'invalid_expiry',
		bytes: () => craft.order({ header: { maxTimestampS: craft.nowS() + 13 } }),
	},
	'an expiry too far': {
		code: 'invalid_expiry',
		bytes: () => craft.order({ header: { maxTimestampS: craft.nowS() + 62 } }),
	},
	'a price that no one offers': {
		code: 'no_liquidity',
		bytes: () => craft.order({ order: limitOrder({ sell: '100 XRD', buy: '5.1 xUSDC' }) }),
	},
	'more than the account holds': {
		code: 'insufficient_funds',
		bytes: () => craft.order({ order: limitOrder({ sell: '200000 XRD', buy: '10000 xUSDC' }) }),
	},
	'a stranger’s signature': {
		code: 'not_account_owner',
		bytes: () => craft.order({ keyPairs: [stranger()] }),
	},
	'a prefix that fails': {
		code: 'preview_failed',
		bytes: () => craft.order(withPrefix(craft.call('no_such_method'))),
	},
	'more than 84 M execution units': {
		code: 'execution_units_too_high',
		bytes: () => craft.order(withPrefix(...clones(600))),
	},
	'a cost of more than 5 XRD': {
		code: 'execution_cost_too_high',
		bytes: () => craft.order(withPrefix(...busy(250))),
	},
}

describe('an order with any single violation is refused with its code, and not stored', () => {
	for (const [what, { code, bytes }] of Object.entries(refusals)) {
		test(`error: ${code}: ${what}`, async () => {
			const signed_partial_transaction = bytes()
			for (const path of ['/trade/orders', '/orders']) {
				const { status, body } = await askTrade(network, path, { body: { signed_partial_transaction } })
				const problem = problemWire.parse(body)
				assert.deepEqual(
					[status, problem.code, problem.success],
					[errorTable[code].httpStatus, code, false],
					problem.detail,
				)
			}
			const { status, body } = await askTrade(network, '/trade/orders/check', { body: { signed_partial_transaction } })
			assert.equal(status, 200)
			const checked = CheckedOrder.wire.parse(body)
			assert.equal(checked.valid, false)
			assert.ok(
				checked.violations.some(({ rule }) => rule === code),
				JSON.stringify(checked.violations),
			)
		})
	}

	test('none of them reached the maker', () => {
		assert.equal(maker.newOrders.length, 0)
	})
})

describe('an order that is valid in itself', () => {
	const submit = (bytes: string, path = '/trade/orders') =>
		askTrade(network, path, { body: { signed_partial_transaction: bytes } })
	const refused = async (bytes: string, code: ErrorCode) => {
		const { httpStatus: status } = errorTable[code]
		for (const path of ['/trade/orders', '/orders']) {
			await refusedTrade(network, path, { body: { signed_partial_transaction: bytes }, status, code })
		}
		const { body } = await askTrade(network, '/trade/orders/check', { body: { signed_partial_transaction: bytes } })
		assert.ok(CheckedOrder.wire.parse(body).violations.some(({ rule }) => rule === code))
	}

	test('is accepted, under either path; error: too_many_open_orders: while one more of its account is open', async () => {
		const { status, body } = await submit(craft.order(), '/orders')
		assert.equal(status, 200)
		const { subintent_id } = SubmissionResult.wire.parse(body).success_response
		await untilState(network, { subintentId: subintent_id }, 'published')
		await refused(craft.order(), 'too_many_open_orders')
		await refused(fill, 'subintent_in_use')
		network.clock.advance(60)
		await untilState(network, { subintentId: subintent_id }, 'expired')
	})

	test('error: already_committed: when it has settled behind the service’s back', async () => {
		const bytes = craft.order()
		const [solver] = network.solvers
		assert.ok(solver !== undefined)
		await settle(network, { participant: solver }, [readItem(wrapped(bytes), testNetworkId)], {
			inventory: ['5 xUSDC'],
		})
		await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 100000000'], asks: ['0.06 1000'] })
		await refused(bytes, 'already_committed')
	})
})

/** Wrapped and signed as the service would: on the test network its key is known. */
function wrapped(inner: string): string {
	const keyPair = keyPairFromPrivateKey(derivePrivateKey({ seed: playSeed, name: 'service', curve: 'Ed25519' }))
	const sellResource = craft.address('XRD')
	return wrap({
		inner,
		validate: () => ({ sellResource, platformFee: Decimal.parse('0.1'), rebate: Decimal.one }),
		service: { account: network.serviceAccount, keyPair },
		networkId: testNetworkId,
	}).signedPartialTransaction
}

test('these are all the documented refusals of an order, apart from those of any request', () => {
	const ofAnyRequest = new Set(errorsOf(operations.getOrderStatuses))
	const shown = new Set([
		...Object.values(refusals).map(({ code }) => code),
		...(['too_many_open_orders', 'subintent_in_use', 'already_committed'] as const),
		// Each has its own story.
		...(['ledger_unavailable', 'exposure_limit', 'self_trade', 'account_paused', 'orders_paused'] as const),
		...(['package_paused', 'unknown_integrator', 'too_many_events', 'order_denied'] as const),
	])
	const documented = errorsOf(operations.submitOrder).filter(code => !ofAnyRequest.has(code))
	assert.deepEqual(
		documented.filter(code => !shown.has(code)),
		[],
	)
})
