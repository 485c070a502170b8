import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type OrderBook, type Token } from '@accord/protocol'
import fc from 'fast-check'
import { isReached, limitAt } from './price-limit.ts'

const d = Decimal.parse
const pair = { base: 'XRD', quote: 'xUSDC' }
const places = { base: 18, quote: 6 }
const token = (symbol: string, divisibility: number): Token => {
	return { symbol, divisibility, name: '', iconUrl: '', resourceAddress: `resource_sim1${symbol}` }
}
const [xrd, usdc] = [token('XRD', 18), token('xUSDC', 6)]
const sale = { sell: xrd, buy: usdc, pair } as const
const purchase = { sell: usdc, buy: xrd, pair } as const

function amounts(limit: ReturnType<typeof limitAt>): string {
	if (limit === undefined) return 'none'
	return `${Decimal.format(limit.sell.amount)} → ${Decimal.format(limit.buy.amount)}`
}

it('makes a limit of a price, rounded in favour of its reader', () => {
	const price = d('0.0510000001')
	assert.equal(amounts(limitAt({ ...sale, exact: 'sell', amount: d('100'), price })), '100 → 5.100001')
	assert.equal(
		amounts(limitAt({ ...sale, exact: 'buy', amount: d('5'), price: d('0.03') })),
		'166.666666666666666666 → 5',
	)
	assert.equal(
		amounts(limitAt({ ...purchase, exact: 'sell', amount: d('5'), price: d('0.03') })),
		'5 → 166.666666666666666667',
	)
	assert.equal(amounts(limitAt({ ...purchase, exact: 'buy', amount: d('100'), price })), '5.1 → 100')
})

it('makes none of a price at which the amount is worth nothing, or more than an amount can be', () => {
	assert.equal(limitAt({ ...sale, exact: 'sell', amount: d('100'), price: Decimal.zero }), undefined)
	assert.equal(limitAt({ ...purchase, exact: 'buy', amount: d('0.0001'), price: d('0.0001') }), undefined)
	assert.equal(limitAt({ ...sale, exact: 'buy', amount: d('1'), price: d('2000000000000000000') }), undefined)
})

const book = (bids: string[], asks: string[] = []): OrderBook => {
	const levels = (texts: string[]) =>
		texts.map(text => {
			const [price = '', amount = ''] = text.split(' ')
			return { price: d(price), amount: d(amount) }
		})
	return { pair, bids: levels(bids), asks: levels(asks) }
}

it('is reached when the whole amount can be had at the price, on average over the levels', () => {
	const limit = limitAt({ ...sale, exact: 'sell', amount: d('100'), price: d('0.05') }) ?? assert.fail()
	assert.equal(isReached(limit, book(['0.0499 1000']), places), false)
	assert.equal(isReached(limit, book(['0.05 99']), places), false, 'not the whole amount')
	assert.equal(isReached(limit, book(['0.05 100']), places), true)
	assert.equal(isReached(limit, book(['0.051 50', '0.049 50']), places), true)
	assert.equal(isReached(limit, book(['0.051 50', '0.0489 50']), places), false)
	assert.equal(isReached(limit, book([]), places), false)
})

it('is reached from above by a buyer', () => {
	for (const exact of ['sell', 'buy'] as const) {
		const amount = exact === 'sell' ? d('5') : d('100')
		const limit = limitAt({ ...purchase, exact, amount, price: d('0.05') }) ?? assert.fail()
		assert.equal(isReached(limit, book([], ['0.0501 1000']), places), false, exact)
		assert.equal(isReached(limit, book([], ['0.05 1000']), places), true, exact)
		assert.equal(isReached(limit, book([], ['0.04 1000']), places), true, exact)
	}
})

it('never makes a limit worse than its price, and keeps the exact side', () => {
	const cents = fc.integer({ min: 1, max: 10_000_000 }).map(n => d((n / 1e5).toFixed(5)))
	const sides = fc.constantFrom('sell', 'buy') as fc.Arbitrary<'sell' | 'buy'>
	fc.assert(
		fc.property(cents, cents, sides, fc.constantFrom(sale, purchase), (amount, price, exact, tokens) => {
			const limit = limitAt({ ...tokens, exact, amount, price })
			if (limit === undefined) return
			const [base, quote] =
				tokens === sale ? [limit.sell.amount, limit.buy.amount] : [limit.buy.amount, limit.sell.amount]
			const worth = Decimal.mulDown(base, price)
			assert.ok(tokens === sale ? quote >= worth : quote <= Decimal.mulUp(base, price))
			assert.equal(limit[exact].amount, amount)
		}),
	)
})
