import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { feeInfo, market, stranger, user } from '../testing/order-fixture.ts'
import type { StoredIntent } from './bundles-table.ts'
import { deliveriesOf, deliversSurplus } from './surplus.ts'

const rules = { market, feeInfo, surplusMinXrd: Decimal.parse('0.1') }
const [xrd, usdc] = ['XRD', 'xUSDC'].map(symbol => market.token(symbol).resourceAddress)
const least = 0.005

type Terms = { readonly sell: string; readonly buy: string; readonly limitQuote?: string }

function stored({ sell, buy, limitQuote }: Terms, side: 'bids' | 'asks', account = stranger): StoredIntent {
	const [sellAmount = '', sellSymbol = ''] = sell.split(' ')
	const [buyAmount = '', buySymbol = ''] = buy.split(' ')
	return {
		order_hash: '',
		subintent_hash: '',
		subintent_id: '',
		signed_partial_transaction: '',
		account,
		sell_symbol: sellSymbol,
		sell_amount: sellAmount,
		buy_symbol: buySymbol,
		buy_amount: buyAmount,
		platform_fee: '0',
		settlement_fee: '0',
		rebate: '0',
		expires_at_s: 0,
		side,
		limit_quote: limitQuote ?? null,
	}
}

/** Per item its delivery, such as `1 xUSDC`, and the total in quote. */
function deliver(side: 'bids' | 'asks', order: Terms, fills: readonly Terms[]) {
	const items = [stored(order, side, user), ...fills.map(fill => stored(fill, side))]
	const { ofItems, total } = deliveriesOf(rules, items)
	const texts = ofItems.map(delivery => {
		if (delivery === undefined) return ''
		assert.equal(delivery.account, user)
		return `${Decimal.format(delivery.amount)} ${delivery.resource === xrd ? 'XRD' : delivery.resource === usdc && 'xUSDC'}`
	})
	return [...texts, Decimal.format(total)]
}

// shows decision 6: Makers are asked at their own book, never for less than the user's limit
test('what each fill of a sale gives beyond its share of the limit is delivered by its own outer', () => {
	const order = { sell: '1000 XRD', buy: '50 xUSDC' }
	const fills = [
		{ sell: '36 xUSDC', buy: '600 XRD', limitQuote: '32.142857' },
		{ sell: '17.857143 xUSDC', buy: '400 XRD', limitQuote: '17.857143' },
	]
	assert.deepEqual(deliver('bids', order, fills), ['', '3.857143 xUSDC', '', '3.857143'])
})

test('what the fills of a purchase want less than the limit stays with the user, by the order’s outer', () => {
	const order = { sell: '60 xUSDC', buy: '1000 XRD' }
	const fills = [
		{ sell: '600 XRD', buy: '34 xUSDC', limitQuote: '36' },
		{ sell: '400 XRD', buy: '23.5 xUSDC', limitQuote: '24' },
	]
	assert.deepEqual(deliver('asks', order, fills), ['2.5 xUSDC', '', '', '2.5'])
})

test('a surplus worth less than its delivery is left to the solver, and one of exactly the least is not', () => {
	const given = (more: number) => [{ sell: `${50 + more} xUSDC`, buy: '1000 XRD', limitQuote: '50' }]
	const order = { sell: '1000 XRD', buy: '50 xUSDC' }
	assert.deepEqual(deliver('bids', order, given(least)), ['', `${least} xUSDC`, String(least)])
	assert.deepEqual(deliver('bids', order, given(least - 0.000001)), ['', '', '0'])
})

test('a fill pays for its delivery exactly if its outer makes one', () => {
	const delivers = (more: number, side: 'bids' | 'asks' = 'bids', limitQuote: string | null = '50') => {
		const sell = { symbol: 'xUSDC', amount: Decimal.parse(String(50 + more)) }
		return deliversSurplus(rules, { side, limitQuote }, { sell, buy: { symbol: 'XRD', amount: Decimal.one } })
	}
	assert.deepEqual([delivers(least), delivers(least - 0.000001)], [true, false])
	assert.deepEqual([delivers(1, 'asks'), delivers(1, 'bids', null)], [false, false])
})
