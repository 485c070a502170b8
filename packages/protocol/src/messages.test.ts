import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RegisteredAccounts } from './amount/amount.ts'
import { Decimal } from './amount/decimal.ts'
import { TokenPairs } from './amount/pair.ts'
import { Tokens } from './amount/token.ts'
import { OrderBook } from './book/order-book.ts'
import { orderBookQueryWire } from './book/shown-book.ts'
import { Fee } from './fee/fee.ts'
import { accountLevelWire, FeeInfo } from './fee/fee-info.ts'
import { FillExecution, StartFillExecution } from './maker/fill-execution.ts'
import { platformErrorWire, StartNewOrders, SubmitFill } from './maker/flash-methods.ts'
import { makerOrdersQueryWire, NewOrder } from './maker/maker-order.ts'
import { pauseMakerWire, resumeMakerWire } from './maker/maker-pause.ts'
import type { Part, WireOf } from './message.ts'
import { createMakerWire, issueKeyWire, overlapSecondsMax, RotateKey, setLevelWire } from './operator/maker.ts'
import { NetworkFile } from './operator/network-file.ts'
import { operatorOrdersQueryWire } from './operator/operator-order.ts'
import { Cancellation, cancelMessage } from './order/cancellation.ts'
import { Composition, ParsedOrder, ParseRequest, SubintentRequest } from './order/construction.ts'
import { OrderToCheck } from './order/order-check.ts'
import { OrderStatus, OrderStatusesQuery, orderStatusQueryWire } from './order/order-status.ts'
import { QuoteRequest } from './order/quote.ts'
import { SigningRequest, SubintentSignature } from './order/signing.ts'
import { SubmitOrder } from './order/submission.ts'
import { NewSubintentBundle, solverQueryWire } from './solver/solver-event.ts'
import { tradesQueryWire } from './trade/trade.ts'

const pair = { base: 'Test-xwBTC', quote: 'xUSDC' }
const sell = { symbol: 'XRD', amount: '100' }
const buy = { symbol: 'xUSDC', amount: '4.99' }
const order = { sell, buy }
const fee = { symbol: 'XRD', anthic_amount: '0.1', settlement_amount: '5.25' }
const recoverable = { curve: 'Secp256k1' as const, signature: '00ff' }
const signature = { curve: 'Ed25519', public_key: '01', signature: '02' }
const rola = { dapp_definition_address: 'account_sim1x', origin: 'https://dex.example' }
const user = { name: 'user-1', address: 'account_sim1x', curve: 'Ed25519', private_key_hex: '01' }

const schemaOf = (part: Part) => ('schema' in part ? part.schema : part)

/** A third element is the value read, if it differs from the message, or for a message, the form written back. */
const accepted: [string, Part, unknown, unknown?][] = [
	['an empty order book', OrderBook.wire, { pair, bids: [], asks: [] }],
	['an order book', OrderBook.wire, { pair, bids: [['1', '2']], asks: [['1.1', '0.5']] }],
	['a fee of zero', Fee, { ...fee, anthic_amount: '0' }],
	[
		'fee info',
		FeeInfo,
		{
			verify_parent_access_rule_sbor_hex: '5c',
			per_token_settlement_fee: [{ symbol: 'XRD', solver_amount: '0.25', transaction_execution_amount: '5' }],
			per_level_anthic_fee: [{ taker_fee: '0.001', maker_fee: '0' }],
		},
	],
	['an account level', accountLevelWire, { level: 0 }],
	[
		'tokens',
		Tokens,
		{ tokens: [{ resource_address: 'resource_sim1x', symbol: 'XRD', divisibility: 18, name: 'Radix', icon_url: '' }] },
	],
	['pairs', TokenPairs, { token_pairs: [pair] }],
	['accounts', RegisteredAccounts, { accounts: [{ address: 'account_sim1x', balances: [sell] }] }],
	['a submission', SubmitOrder, { signed_partial_transaction: '4d22' }],
	[
		'an order with its history',
		OrderStatus,
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
			outcome: 'settled',
			transaction_id: 'txid_sim1x',
		},
	],
	['an order to compose', Composition, { type: 'LimitOrder', account: 'account_sim1x', ...order, fee }],
	['a manifest to parse', ParseRequest, { manifest: 'YIELD_TO_PARENT;' }],
	['bytes to parse', ParseRequest, { signed_partial_transaction: '4D22' }],
	['a parsed order', ParsedOrder, { ...order, account: 'account_sim1x', fee, violations: [] }],
	[
		'a subintent to create',
		SubintentRequest,
		{ manifest: '', expires_in_seconds: 45, intent_discriminator: '18446744073709551615' },
	],
	[
		'one signature',
		SigningRequest,
		{ subintent: '4d', signature: recoverable },
		{ subintent: '4d', signatures: [recoverable] },
	],
	[
		'several signatures',
		SigningRequest,
		{ subintent: '4d', signatures: [recoverable, { ...recoverable, curve: 'Ed25519', public_key: '01' }] },
	],
	['a stream without configuration', StartNewOrders.wire, {}],
	['a stream of some pairs', StartNewOrders.wire, { enabled: true, token_pairs: [pair], min_amounts: { XRD: '10' } }],
	[
		'a new order',
		NewOrder.wire,
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
	['a flat starting point', StartFillExecution.wire, { enabled: true, historical_starting_point: 3 }],
	['a nested starting point', StartFillExecution.wire, { historical_starting_point: { at_sequence_number: 3 } }],
	[
		'a started fill',
		FillExecution.wire,
		{ sequence_number: 1, occurred_at: 1, order_id: 'o', change: { started: {} } },
	],
	[
		'a completed fill',
		FillExecution.wire,
		{ sequence_number: 2, occurred_at: 1, order_id: 'o', change: { completed: { outcome: 'Released' } } },
	],
	['a refused notification', platformErrorWire, { method: 'x', code: 1105, message: 'Invalid price book' }],
	[
		'a bundle',
		NewSubintentBundle,
		{ jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params: ['4d', '4d22'] },
	],
	[
		'a bundle with an item that has instructions of its own',
		NewSubintentBundle,
		{
			jsonrpc: '2.0',
			id: null,
			method: 'new_subintent_bundle',
			params: ['4d', '4d22'],
			prefixes: [{ subintent_id: 'subtxid_sim1x', cost_xrd: '1.2' }],
		},
	],
	[
		'a network file',
		NetworkFile.wire,
		{
			network: 'simulator',
			network_id: 242,
			pid: 1,
			started_at_ms: 1,
			base_url: 'http://127.0.0.1:8480',
			flash_url: 'ws://127.0.0.1:8480/flash',
			solver_url: 'ws://127.0.0.1:8480',
			gateway_url: 'http://127.0.0.1:8481',
			signer_terms: {
				network_id: 242,
				tokens: [{ symbol: 'XRD', resource_address: 'resource_sim1x', divisibility: 18 }],
				verify_parent_access_rule_sbor_hex: '5c',
				platform_fee_max: '0.01',
				settlement_fee_max: { XRD: '10' },
			},
			tokens: [{ symbol: 'XRD', resource_address: 'resource_sim1x', divisibility: 18 }],
			users: [user],
			makers: [{ ...user, api_key: 'k', bot: true }],
			solvers: [{ ...user, bot: false }],
		},
	],
	['a depth in a query', orderBookQueryWire, { ...pair, depth: '50' }, { ...pair, depth: 50 }],
	['a wait in a query', orderStatusQueryWire, { wait: '30' }, { wait: 30 }],
	['no wait', orderStatusQueryWire, {}],
	['100 ids', OrderStatusesQuery, { subintent_ids: Array(100).fill('subtxid_sim1x') }],
	['a cancellation', Cancellation.wire, signature],
	['a cancellation by a wallet', Cancellation.wire, { ...signature, rola }],
	['a cancellation by a recoverable signature', Cancellation.wire, { curve: 'Secp256k1', signature: '02' }],
	['an unsigned order to check', OrderToCheck.wire, { subintent: '4d' }],
	['bytes to check that are no hex, which is a violation', OrderToCheck.wire, { signed_partial_transaction: 'zz' }],
	['a quote of an exact sale', QuoteRequest, { pair, sell }],
	['a quote of an exact purchase', QuoteRequest, { pair, buy, account: 'account_sim1x', slippage: '0.001' }],
	['orders of one pair', makerOrdersQueryWire, { ...pair, limit: '500' }, { ...pair, limit: 500 }],
	['a pause without a reason', pauseMakerWire, {}],
	['trades of all pairs', tradesQueryWire, {}],
	['trades of one pair', tradesQueryWire, { ...pair, limit: '500' }, { ...pair, limit: 500 }],
	['a maker without accounts yet', createMakerWire, { name: 'Northern Markets', accounts: [] }],
	['a key without a label', issueKeyWire, {}],
	['a rotation without overlap', RotateKey.wire, { overlap_s: 0 }],
	['orders of a state', operatorOrdersQueryWire, { state: 'published', limit: '1' }, { state: 'published', limit: 1 }],
	[
		'a stream with everything',
		StartNewOrders.wire,
		{
			enabled: true,
			token_pairs: [pair],
			min_amounts: { XRD: '10' },
			cancel_on_disconnect: 'account',
			dead_man_timer_s: 3600,
		},
	],
	['a solver that resumes', solverQueryWire, { since: '1623', events: '1' }],
]

describe('accepted', () => {
	for (const [title, part, message, expected = message] of accepted) {
		it(title, () => {
			const read = schemaOf(part).parse(message)
			assert.deepEqual('schema' in part ? part.format(read as never) : read, expected)
		})
	}
})

const refused: [string, Part, unknown][] = [
	['a level with a number', OrderBook.wire, { pair, bids: [[1, '2']], asks: [] }],
	['a negative account level', accountLevelWire, { level: -1 }],
	['an unknown field of a submission', SubmitOrder, { signed_partial_transaction: '', priority: 1 }],
	['another type of order', Composition, { type: 'MarketOrder', account: 'a', ...order, fee }],
	[
		'a compose with a misspelt amount',
		Composition,
		{ type: 'LimitOrder', account: 'a', sell: { ...sell, ammount: '1' }, buy, fee },
	],
	['nothing to parse', ParseRequest, {}],
	['two things to parse', ParseRequest, { manifest: '', subintent: '' }],
	['two expiries', SubintentRequest, { manifest: '', expires_in_seconds: 45, expires_at: 1 }],
	['a discriminator as a number', SubintentRequest, { manifest: '', intent_discriminator: 1 }],
	['a discriminator beyond 64 bits', SubintentRequest, { manifest: '', intent_discriminator: '18446744073709551616' }],
	['no signature', SigningRequest, { subintent: '4d' }],
	[
		'an Ed25519 signature without its key',
		SigningRequest,
		{ subintent: '4d', signature: { ...recoverable, curve: 'Ed25519' } },
	],
	['another curve', SigningRequest, { subintent: '4d', signature: { ...recoverable, curve: 'p256' } }],
	['hex of odd length', SigningRequest, { subintent: '4d0', signature: recoverable }],
	['a fill with more than it has', SubmitFill.wire, { order_id: 'o', signed_partial_transaction: '', price: '1' }],
	[
		'a fill change of two kinds',
		FillExecution.wire,
		{ sequence_number: 1, occurred_at: 1, order_id: 'o', change: { started: {}, completed: { outcome: 'Settled' } } },
	],
	['an empty bundle', NewSubintentBundle, { jsonrpc: '2.0', id: null, method: 'new_subintent_bundle', params: [] }],
	['a depth of 0', orderBookQueryWire, { ...pair, depth: '0' }],
	['a depth of 51', orderBookQueryWire, { ...pair, depth: '51' }],
	['a depth that is no number', orderBookQueryWire, { ...pair, depth: 'all' }],
	['a wait of 31 s', orderStatusQueryWire, { wait: '31' }],
	['a wait of half a second', orderStatusQueryWire, { wait: '0.5' }],
	['no ids', OrderStatusesQuery, { subintent_ids: [] }],
	['101 ids', OrderStatusesQuery, { subintent_ids: Array(101).fill('subtxid_sim1x') }],
	['an Ed25519 cancellation without its key', Cancellation.wire, { curve: 'Ed25519', signature: '02' }],
	['a wallet without its origin', Cancellation.wire, { ...signature, rola: { ...rola, origin: undefined } }],
	['a cancellation with another field', Cancellation.wire, { ...signature, reason: 'x' }],
	['nothing to check', OrderToCheck.wire, {}],
	['two things to check', OrderToCheck.wire, { manifest: '', subintent: '' }],
	['a quote with slippage in words', QuoteRequest, { pair, sell, slippage: 'half' }],
	['a quote of both sides', QuoteRequest, { pair, sell, buy }],
	['a quote of no side', QuoteRequest, { pair }],
	['a quote with a misspelt field', QuoteRequest, { pair, sell, slipage: '0.1' }],
	['a base without a quote', makerOrdersQueryWire, { base: 'XRD' }],
	['a page of 501', makerOrdersQueryWire, { limit: '501' }],
	['trades of half a pair', tradesQueryWire, { quote: 'xUSDC' }],
	['a page of 501 trades', tradesQueryWire, { limit: '501' }],
	['a maker without a name', createMakerWire, { name: '', accounts: [] }],
	['a maker with a key of its own choice', createMakerWire, { name: 'a', accounts: [], api_key: 'x' }],
	['a rotation with an overlap of a month and a second', RotateKey.wire, { overlap_s: overlapSecondsMax + 1 }],
	['a level below 0', setLevelWire, { level: -1 }],
	['a level as text', setLevelWire, { level: '1' }],
	['a reason of 257 letters', pauseMakerWire, { reason: 'x'.repeat(257) }],
	['a resume with a field', resumeMakerWire, { pair }],
	['an option of start_stream that does not exist', StartNewOrders.wire, { pairs: [pair] }],
	['a dead-man timer of 0 s', StartNewOrders.wire, { dead_man_timer_s: 0 }],
	['another scope of cancel_on_disconnect', StartNewOrders.wire, { cancel_on_disconnect: 'all' }],
	['a least amount that is a number', StartNewOrders.wire, { min_amounts: { XRD: 10 } }],
	['a cursor that is not a number', solverQueryWire, { since: '../1' }],
	['other events', solverQueryWire, { events: 'yes' }],
]

describe('refused', () => {
	for (const [title, part, message] of refused) it(title, () => assert(!schemaOf(part).safeParse(message).success))
})

it('clients tolerate fields added later', () => {
	const message = { token_pairs: [{ ...pair, added: true }], more: 1 }
	assert.deepEqual(TokenPairs.parse(message), [pair])
})

// shows Trade API addition: Slippage is a fraction or a percentage
it('slippage on the wire is a fraction or a percentage', () => {
	for (const slippage of ['0.005', '0.5%', '0.5 %'])
		assert.equal(QuoteRequest.parse({ pair, sell, slippage }).slippage, Decimal.parse('0.005'))
})

it('the curve of a key of network.json is read in any case', () => {
	const [, , file] = accepted.find(([title]) => title === 'a network file') ?? []
	for (const curve of ['Ed25519', 'ed25519']) {
		const { users } = NetworkFile.parse({ ...(file as WireOf<typeof NetworkFile>), users: [{ ...user, curve }] })
		assert.equal(users[0]?.curve, 'Ed25519')
	}
})

it('the curve of a signature is read in any case', () => {
	assert.equal(SubintentSignature.parse({ ...recoverable, curve: 'SECP256K1' }).curve, 'Secp256k1')
})

it('the text signed to cancel names the order', () => {
	assert.equal(cancelMessage('subtxid_sim1x'), 'accord:cancel:subtxid_sim1x')
})
