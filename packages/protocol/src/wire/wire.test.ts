import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { z } from 'zod'
import { Accounts } from '../amount/amount.ts'
import { TokenPairs } from '../amount/pair.ts'
import { Tokens } from '../amount/token.ts'
import { accountLevelWire, FeeInfo } from '../fee/fee-info.ts'
import { OrderStatus } from '../order/order-status.ts'
import { NewSubintentBundle } from '../solver/solver-event.ts'
import * as construction from './construction-api.ts'
import * as flash from './flash-api.ts'
import { networkFileWire } from './network-file.ts'
import * as orders from './orders-api.ts'
import { feeWire, orderBookWire } from './primitives.ts'
import * as signing from './signing-api.ts'

const pair = { base: 'Test-xwBTC', quote: 'xUSDC' }
const sell = { symbol: 'XRD', amount: '100' }
const buy = { symbol: 'xUSDC', amount: '4.99' }
const order = { sell, buy }
const fee = { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' }
const signature = { curve: 'Secp256k1' as const, signature: '00ff' }
const user = { name: 'user-1', address: 'account_sim1x', curve: 'ed25519', private_key_hex: '01' }

const accepted: [string, z.ZodType, unknown][] = [
	['an empty order book', orderBookWire, { pair, bids: [], asks: [] }],
	['an order book', orderBookWire, { pair, bids: [['1', '2']], asks: [['1.1', '0.5']] }],
	['a fee of zero', feeWire, { ...fee, anthic_amount: '0' }],
	[
		'fee info',
		FeeInfo.schema,
		{
			verify_parent_access_rule_sbor_hex: '5c',
			per_token_settlement_fee: [{ symbol: 'XRD', solver_amount: '0.25', transaction_execution_amount: '5' }],
			per_level_anthic_fee: [{ taker_fee: '0.001', maker_fee: '0' }],
		},
	],
	['an account level', accountLevelWire, { level: 0 }],
	[
		'tokens',
		Tokens.schema,
		{ tokens: [{ resource_address: 'resource_sim1x', symbol: 'XRD', divisibility: 18, name: 'Radix', icon_url: '' }] },
	],
	['pairs', TokenPairs.schema, { token_pairs: [pair] }],
	['accounts', Accounts.schema, { accounts: [{ address: 'account_sim1x', balances: [sell] }] }],
	['a submission', orders.submitOrderWire, { signed_partial_transaction: '4d22' }],
	[
		'an order with its history',
		OrderStatus.schema,
		{
			subintent_id: 'subtxid_sim1x',
			state: 'settled',
			limit_order: order,
			fee,
			account: 'account_sim1x',
			expires_at: 1,
			created_at_ms: 1,
			history: [
				{ state: 'accepted', at_ms: 1 },
				{ state: 'settled', at_ms: 2 },
			],
			parts: [{ state: 'filled' }],
			outcome: 'Settled',
			transaction_id: 'txid_sim1x',
		},
	],
	['an order to compose', construction.composeWire, { type: 'LimitOrder', account: 'account_sim1x', ...order, fee }],
	['a manifest to parse', construction.parseOrderWire, { manifest: 'YIELD_TO_PARENT;' }],
	['bytes to parse', construction.parseOrderWire, { signed_partial_transaction: '4D22' }],
	['a parsed order', construction.parsedOrderWire, { ...order, account: 'account_sim1x', fee, violations: [] }],
	[
		'a subintent to create',
		construction.createSubintentWire,
		{ manifest: '', expires_in_seconds: 45, intent_discriminator: '18446744073709551615' },
	],
	['one signature', signing.signWire, { subintent: '4d', signature }],
	[
		'several signatures',
		signing.signWire,
		{ subintent: '4d', signatures: [signature, { ...signature, curve: 'ED25519', public_key: '01' }] },
	],
	['a stream without configuration', flash.startNewOrdersWire, {}],
	[
		'a stream of some pairs',
		flash.startNewOrdersWire,
		{ enabled: true, token_pairs: [pair], min_amounts: { XRD: '10' } },
	],
	[
		'a new order',
		flash.newOrderWire,
		{
			id: 'o',
			created_at: 1,
			created_at_ms: 1000,
			fill_before: 4,
			fill_before_ms: 4000,
			limit_order: order,
			fill: { sell: buy, buy: sell },
		},
	],
	['a flat starting point', flash.startFillExecutionWire, { enabled: true, historical_starting_point: 3 }],
	['a nested starting point', flash.startFillExecutionWire, { historical_starting_point: { at_sequence_number: 3 } }],
	[
		'a started fill',
		flash.fillExecutionWire,
		{ sequence_number: 1, occurred_at: 1, order_id: 'o', change: { started: {} } },
	],
	[
		'a completed fill',
		flash.fillExecutionWire,
		{ sequence_number: 2, occurred_at: 1, order_id: 'o', change: { completed: { outcome: 'Released' } } },
	],
	['a refused notification', flash.platformErrorWire, { method: 'x', code: 1105, message: 'Invalid price book' }],
	[
		'a bundle',
		NewSubintentBundle.schema,
		{ jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params: ['4d', '4d22'] },
	],
	[
		'a network file',
		networkFileWire,
		{
			network: 'simulator',
			network_id: 242,
			pid: 1,
			started_at_ms: 1,
			base_url: 'http://127.0.0.1:8480',
			flash_url: 'ws://127.0.0.1:8480/flash',
			solver_url: 'ws://127.0.0.1:8480',
			gateway_url: 'http://127.0.0.1:8481',
			tokens: [{ symbol: 'XRD', resource_address: 'resource_sim1x', divisibility: 18 }],
			users: [user],
			makers: [{ ...user, api_key: 'k', bot: true }],
			solvers: [{ ...user, bot: false }],
		},
	],
]

describe('the wire accepts', () => {
	for (const [title, schema, message] of accepted) {
		it(title, () => {
			const result = schema.safeParse(message)
			assert(result.success, result.error?.message)
		})
	}
})

const refused: [string, z.ZodType, unknown][] = [
	['a level with a number', orderBookWire, { pair, bids: [[1, '2']], asks: [] }],
	['a negative account level', accountLevelWire, { level: -1 }],
	['an unknown field of a submission', orders.submitOrderWire, { signed_partial_transaction: '', priority: 1 }],
	['another type of order', construction.composeWire, { type: 'MarketOrder', account: 'a', ...order, fee }],
	[
		'a compose with a misspelt amount',
		construction.composeWire,
		{ type: 'LimitOrder', account: 'a', sell: { ...sell, ammount: '1' }, buy, fee },
	],
	['nothing to parse', construction.parseOrderWire, {}],
	['two things to parse', construction.parseOrderWire, { manifest: '', subintent: '' }],
	['two expiries', construction.createSubintentWire, { manifest: '', expires_in_seconds: 45, expires_at: 1 }],
	['a discriminator as a number', construction.createSubintentWire, { manifest: '', intent_discriminator: 1 }],
	[
		'a discriminator beyond 64 bits',
		construction.createSubintentWire,
		{ manifest: '', intent_discriminator: '18446744073709551616' },
	],
	['no signature', signing.signWire, { subintent: '4d' }],
	[
		'an Ed25519 signature without its key',
		signing.signWire,
		{ subintent: '4d', signature: { ...signature, curve: 'Ed25519' } },
	],
	['another curve', signing.signWire, { subintent: '4d', signature: { ...signature, curve: 'p256' } }],
	['hex of odd length', signing.signWire, { subintent: '4d0', signature }],
	['a fill with more than it has', flash.fillWire, { order_id: 'o', signed_partial_transaction: '', price: '1' }],
	[
		'a fill change of two kinds',
		flash.fillExecutionWire,
		{ sequence_number: 1, occurred_at: 1, order_id: 'o', change: { started: {}, completed: { outcome: 'Settled' } } },
	],
	[
		'an empty bundle',
		NewSubintentBundle.schema,
		{ jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params: [] },
	],
]

describe('the wire refuses', () => {
	for (const [title, schema, message] of refused) it(title, () => assert(!schema.safeParse(message).success))
})

it('clients tolerate fields added later', () => {
	const message = { token_pairs: [{ ...pair, added: true }], more: 1 }
	assert.deepEqual(TokenPairs.parse(message), [pair])
})

it('the curve of a signature is read in any case', () => {
	const parsed = signing.signatureWire.parse({ ...signature, curve: 'SECP256K1' })
	assert.equal(parsed.curve, 'Secp256k1')
})
