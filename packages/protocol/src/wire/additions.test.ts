import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { z } from 'zod'
import { cancelMessage } from '../order/cancellation.ts'
import { orderStatusesQueryWire, orderStatusQueryWire } from '../order/order-status.ts'
import { QuoteRequest } from '../order/quote.ts'
import { solverQueryWire } from '../solver/solver-event.ts'
import { tradesQueryWire } from '../trade/trade.ts'
import { startNewOrdersWire } from './flash-api.ts'
import { makerOrdersQueryWire, pauseMakerWire, resumeMakerWire } from './maker-api.ts'
import { createMakerWire, issueKeyWire, overlapSecondsMax, rotateKeyWire, setLevelWire } from './operator/makers-api.ts'
import { operatorOrdersQueryWire } from './operator/overview-api.ts'
import { orderBookQueryWire } from './order-book-api.ts'
import { checkOrderWire } from './order-check-api.ts'
import { cancelOrderWire } from './orders-api.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const sell = { symbol: 'XRD', amount: '100' }
const buy = { symbol: 'xUSDC', amount: '5' }
const signature = { curve: 'Ed25519', public_key: '01', signature: '02' }
const rola = { dapp_definition_address: 'account_sim1x', origin: 'https://dex.example' }

const accepted: [string, z.ZodType, unknown, unknown?][] = [
	['a depth in a query', orderBookQueryWire, { ...pair, depth: '50' }, { ...pair, depth: 50 }],
	['a wait in a query', orderStatusQueryWire, { wait: '30' }, { wait: 30 }],
	['no wait', orderStatusQueryWire, {}],
	['100 ids', orderStatusesQueryWire, { subintent_ids: Array(100).fill('subtxid_sim1x') }],
	['a cancellation', cancelOrderWire, signature],
	['a cancellation by a wallet', cancelOrderWire, { ...signature, rola }],
	['a cancellation by a recoverable signature', cancelOrderWire, { curve: 'Secp256k1', signature: '02' }],
	['an unsigned order to check', checkOrderWire, { subintent: '4d' }],
	['bytes to check that are no hex, which is a violation', checkOrderWire, { signed_partial_transaction: 'zz' }],
	['a quote of an exact sale', QuoteRequest.wire, { pair, sell }],
	['a quote of an exact purchase', QuoteRequest.wire, { pair, buy, account: 'account_sim1x', slippage: '0.001' }],
	['orders of one pair', makerOrdersQueryWire, { ...pair, limit: '500' }, { ...pair, limit: 500 }],
	['a pause without a reason', pauseMakerWire, {}],
	['trades of all pairs', tradesQueryWire, {}],
	['trades of one pair', tradesQueryWire, { ...pair, limit: '500' }, { ...pair, limit: 500 }],
	['a maker without accounts yet', createMakerWire, { name: 'Northern Markets', accounts: [] }],
	['a key without a label', issueKeyWire, {}],
	['a rotation without overlap', rotateKeyWire, { overlap_s: 0 }],
	['orders of a state', operatorOrdersQueryWire, { state: 'published', limit: '1' }, { state: 'published', limit: 1 }],
	[
		'a stream with everything',
		startNewOrdersWire,
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

const refused: [string, z.ZodType, unknown][] = [
	['a depth of 0', orderBookQueryWire, { ...pair, depth: '0' }],
	['a depth of 51', orderBookQueryWire, { ...pair, depth: '51' }],
	['a depth that is no number', orderBookQueryWire, { ...pair, depth: 'all' }],
	['a wait of 31 s', orderStatusQueryWire, { wait: '31' }],
	['a wait of half a second', orderStatusQueryWire, { wait: '0.5' }],
	['no ids', orderStatusesQueryWire, { subintent_ids: [] }],
	['101 ids', orderStatusesQueryWire, { subintent_ids: Array(101).fill('subtxid_sim1x') }],
	['an Ed25519 cancellation without its key', cancelOrderWire, { curve: 'Ed25519', signature: '02' }],
	['a wallet without its origin', cancelOrderWire, { ...signature, rola: { ...rola, origin: undefined } }],
	['a cancellation with another field', cancelOrderWire, { ...signature, reason: 'x' }],
	['nothing to check', checkOrderWire, {}],
	['two things to check', checkOrderWire, { manifest: '', subintent: '' }],
	['a quote of both sides', QuoteRequest.schema, { pair, sell, buy }],
	['a quote of no side', QuoteRequest.schema, { pair }],
	['a quote with a misspelt field', QuoteRequest.schema, { pair, sell, slipage: '0.1' }],
	['a base without a quote', makerOrdersQueryWire, { base: 'XRD' }],
	['a page of 501', makerOrdersQueryWire, { limit: '501' }],
	['trades of half a pair', tradesQueryWire, { quote: 'xUSDC' }],
	['a page of 501 trades', tradesQueryWire, { limit: '501' }],
	['a maker without a name', createMakerWire, { name: '', accounts: [] }],
	['a maker with a key of its own choice', createMakerWire, { name: 'a', accounts: [], api_key: 'x' }],
	['a rotation with an overlap of a month and a second', rotateKeyWire, { overlap_s: overlapSecondsMax + 1 }],
	['a level below 0', setLevelWire, { level: -1 }],
	['a level as text', setLevelWire, { level: '1' }],
	['a reason of 257 letters', pauseMakerWire, { reason: 'x'.repeat(257) }],
	['a resume with a field', resumeMakerWire, { pair }],
	['an option of start_stream that does not exist', startNewOrdersWire, { pairs: [pair] }],
	['a dead-man timer of 0 s', startNewOrdersWire, { dead_man_timer_s: 0 }],
	['another scope of cancel_on_disconnect', startNewOrdersWire, { cancel_on_disconnect: 'all' }],
	['a least amount that is a number', startNewOrdersWire, { min_amounts: { XRD: 10 } }],
	['a cursor that is none', solverQueryWire, { since: '../1' }],
	['other events', solverQueryWire, { events: 'yes' }],
]

describe('of the additions the wire accepts', () => {
	for (const [title, schema, message, expected = message] of accepted) {
		it(title, () => assert.deepEqual(schema.parse(message), expected))
	}
})

describe('of the additions the wire refuses', () => {
	for (const [title, schema, message] of refused) it(title, () => assert(!schema.safeParse(message).success))
})

it('what is signed to cancel names the order', () => {
	assert.equal(cancelMessage('subtxid_sim1x'), 'accord:cancel:subtxid_sim1x')
})
