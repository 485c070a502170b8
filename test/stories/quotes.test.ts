import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountAddress } from '@accord/ledger'
import { Decimal, type ErrorCode, LimitOrder, Quote, type WireOf } from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, outerOf, settle, type TestSolver } from '../network/test-solver.ts'
import { limitOrder, type OrderText, placeOrder } from '../network/test-user.ts'
import { askTrade, refusedTrade } from '../network/trade-request.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000', '0.04999999 500'], asks: ['0.051 1000', '0.0523 700'] }

let network: TestNetwork
let maker: TestMaker
let solver: TestSolver
let user: Participant
let second: Participant

before(async () => {
	network = await startTestNetwork({ users: 3, makers: 2, solvers: 1 })
	;[user, second] = network.users as [Participant, Participant]
	maker = await connectMaker(network, network.makers[0], { books: [book] })
	solver = connectSolver(network, network.solvers[0])
})
after(() => network?.stop())

/** Offers the book again: settled amounts were taken off the previous one. */
async function requote(): Promise<void> {
	await maker.quote(book)
	await untilShown(network, book)
}

async function quote(request: object): Promise<WireOf<typeof Quote>> {
	const { status, body } = await askTrade(network, '/trade/quote', { body: request })
	assert.equal(status, 200, JSON.stringify(body))
	return Quote.wire.parse(body)
}

const refusedQuote = (request: object, status: number, code: ErrorCode) =>
	refusedTrade(network, '/trade/quote', { body: request, status, code })

describe('POST /trade/quote', () => {
	// shows Trade API addition: POST /trade/quote
	test('returns the limit order of an exact amount, with fee, total, levels, rounding and validity', async () => {
		const quoted = await quote({ pair, sell: { symbol: 'XRD', amount: '1234.5' } })
		const { validity, ...rest } = quoted
		assert.deepEqual(rest, {
			pair,
			limit_order: { sell: { symbol: 'XRD', amount: '1234.5' }, buy: { symbol: 'xUSDC', amount: '61.724997' } },
			expected: { sell: { symbol: 'XRD', amount: '1234.5' }, buy: { symbol: 'xUSDC', amount: '61.724997' } },
			fee: { symbol: 'XRD', anthic_amount: '1.2345', settlement_amount: '5.25' },
			level: 0,
			total: { symbol: 'XRD', amount: '1240.9845' },
			expected_rebate: { symbol: 'XRD', amount: '4.35' },
			side: 'bids',
			levels: [
				{ price: '0.05', amount: '1000', maker: 1 },
				{ price: '0.04999999', amount: '234.5', maker: 1 },
			],
			rounding: { symbol: 'xUSDC', direction: 'down', exact: '61.724997655', rounded: '61.724997' },
		})
		assert.deepEqual([validity.firm, validity.expires_in_seconds], [false, { min: 15, max: 60 }])
		assert.ok(validity.book_sequence > 0)
		assert.ok(Math.abs(validity.quoted_at_ms - network.clock.nowMs()) < 5000)
	})

	const sides: [string, object, OrderText, Pick<WireOf<typeof Quote>, 'side' | 'rounding'>][] = [
		[
			'buys base',
			{ buy: { symbol: 'XRD', amount: '1000.00000001' } },
			{ sell: '51.000001 xUSDC', buy: '1000.00000001 XRD' },
			{
				side: 'asks',
				rounding: { symbol: 'xUSDC', direction: 'up', exact: '51.000000000523', rounded: '51.000001' },
			},
		],
		[
			'sells quote',
			{ sell: { symbol: 'xUSDC', amount: '10' } },
			{ sell: '10 xUSDC', buy: '196.078431372549019607 XRD' },
			{
				side: 'asks',
				rounding: {
					symbol: 'XRD',
					direction: 'down',
					exact: '196.078431372549019607843137254901960784',
					rounded: '196.078431372549019607',
				},
			},
		],
		[
			'buys quote',
			{ buy: { symbol: 'xUSDC', amount: '50.1' } },
			{ sell: '1002.00000040000008 XRD', buy: '50.1 xUSDC' },
			{
				side: 'bids',
				rounding: {
					symbol: 'XRD',
					direction: 'up',
					exact: '1002.000000400000080000016000003200000641',
					rounded: '1002.000000400000080001',
				},
			},
		],
	]
	for (const [what, exact, order, expected] of sides) {
		test(`computes the other side for a user who ${what}, rounded against the user`, async () => {
			const { limit_order, side, rounding } = await quote({ pair, ...exact })
			assert.deepEqual({ side, rounding }, expected)
			const computed = LimitOrder.parse(limit_order)
			if (what !== 'buys quote') assert.deepEqual(computed, limitOrder(order))
			else assert.equal(Decimal.format(computed.sell.amount), rounding.rounded)
		})
	}

	// shows Trade API addition: POST /trade/quote
	test('slippage makes the other side worse, and the fee is based on the final sell amount', async () => {
		const selling = await quote({ pair, sell: { symbol: 'XRD', amount: '100' }, slippage: '0.01' })
		assert.deepEqual(LimitOrder.parse(selling.limit_order), limitOrder({ sell: '100 XRD', buy: '4.95 xUSDC' }))
		assert.equal(selling.rounding.rounded, '5')
		const buying = await quote({ pair, buy: { symbol: 'XRD', amount: '100' }, slippage: '0.5' })
		assert.deepEqual(LimitOrder.parse(buying.limit_order), limitOrder({ sell: '7.65 xUSDC', buy: '100 XRD' }))
		assert.deepEqual([buying.rounding.rounded, buying.fee.anthic_amount], ['5.1', '0.00765'])
	})

	// shows Trade API addition: POST /trade/quote
	test('with an account it uses that account’s level, and the manifest it composes is accepted and settles', async () => {
		const quoted = await quote({ pair, sell: { symbol: 'XRD', amount: '100' }, account: second.account })
		assert.deepEqual([quoted.level, quoted.fee.anthic_amount], [1, '0.05'])
		const order = await placeOrder(network, second, LimitOrder.parse(quoted.limit_order), {
			edit: () => quoted.manifest ?? '',
		})
		const bundle = await solver.bundleOf(order)
		const { rebate } = outerOf(bundle[0])
		await settle(network, solver, bundle)
		await untilState(network, order, 'settled')
		const expected = Decimal.parse(quoted.expected_rebate.amount)
		const gap = Decimal.subtract(rebate, expected)
		assert.ok(gap >= 0n && gap < Decimal.parse('0.05'), `expected ${quoted.expected_rebate.amount}, got ${rebate}`)
		await requote()
	})

	test('shows which maker each level comes from, without naming the makers', async () => {
		const other = await connectMaker(network, network.makers[1], {
			books: [{ pair: book.pair, bids: ['0.0502 200', '0.0501 100'] }],
		})
		const quoted = await quote({ pair, sell: { symbol: 'XRD', amount: '1350' } })
		assert.deepEqual(quoted.levels, [
			{ price: '0.0502', amount: '200', maker: 1 },
			{ price: '0.0501', amount: '100', maker: 1 },
			{ price: '0.05', amount: '1000', maker: 2 },
			{ price: '0.04999999', amount: '50', maker: 2 },
		])
		assert.equal(quoted.limit_order.buy.amount, '67.549999')
		assert.doesNotMatch(JSON.stringify(quoted), /maker-\d/)
		await other.leave()
		await requote()
	})

	test('error: an amount beyond the book is no_liquidity, with the largest amount it can match', async () => {
		const sold = await refusedQuote({ pair, sell: { symbol: 'XRD', amount: '1500.1' } }, 422, 'no_liquidity')
		assert.deepEqual(sold.largest_amount, { symbol: 'XRD', amount: '1500' })
		const bought = await refusedQuote({ pair, buy: { symbol: 'xUSDC', amount: '75' } }, 422, 'no_liquidity')
		assert.deepEqual(bought.largest_amount, { symbol: 'xUSDC', amount: '74.999995' })
		const empty = { base: 'xwBTC', quote: 'xUSDC' }
		const none = await refusedQuote({ pair: empty, sell: { symbol: 'xwBTC', amount: '1' } }, 422, 'no_liquidity')
		assert.equal(none.largest_amount, undefined)
	})

	test('error: every other mistake is refused with its own code', async () => {
		const sell = { symbol: 'XRD', amount: '1' }
		const foreign = accountAddress(user.keyPair, 1)
		const cases: [object, ErrorCode, string | undefined][] = [
			[{ pair, sell: { symbol: 'xETH', amount: '1' } }, 'unknown_token', undefined],
			[{ pair: { base: 'xUSDC', quote: 'XRD' }, sell }, 'unknown_pair', undefined],
			[{ pair, sell: { symbol: 'XRD', amount: '0' } }, 'invalid_amount', undefined],
			[{ pair, sell: { symbol: 'XRD', amount: '-1' } }, 'invalid_amount', undefined],
			[{ pair, sell: { symbol: 'XRD', amount: '0.000001' } }, 'invalid_amount', undefined],
			[{ pair, buy: { symbol: 'xUSDC', amount: '0.0000001' } }, 'invalid_amount', undefined],
			[{ pair, sell: { symbol: 'XRD', amount: '1e3' } }, 'invalid_decimal', '/sell/amount'],
			[{ pair, sell, account: user.account.slice(1) }, 'invalid_address', '/account'],
			[{ pair, sell, account: '!' }, 'invalid_address', '/account'],
			[{ pair, sell, account: foreign }, 'wrong_network', '/account'],
			[{ pair, sell, slippage: '0.51' }, 'validation_failed', '/slippage'],
			[{ pair, sell, slippage: '-0.1' }, 'validation_failed', '/slippage'],
			[{ pair, sell, buy: sell }, 'validation_failed', ''],
			[{ pair }, 'validation_failed', ''],
			[{ pair, sell: { ...sell, extra: 1 } }, 'unknown_field', '/sell/extra'],
			[{ pair, sell, acount: user.account }, 'unknown_field', '/acount'],
		]
		for (const [request, code, pointer] of cases) {
			const problem = await refusedQuote(request, 422, code)
			if (pointer !== undefined) assert.equal(problem.errors?.[0]?.pointer, pointer, JSON.stringify(request))
		}
	})
})
