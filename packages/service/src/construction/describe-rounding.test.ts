import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, limitOrderFromBook } from '@accord/protocol'
import fc from 'fast-check'
import { exactOtherSide, formatExact } from './describe-rounding.ts'

const pair = { base: 'B', quote: 'Q' }
const divisibility = { base: 8, quote: 6 }
const one = 10n ** 18n

test('an exact value is formatted as its shortest decimal, with up to 36 places', () => {
	const texts: [bigint, string][] = [
		[0n, '0'],
		[one * one, '1'],
		[1n, `0.${'0'.repeat(35)}1`],
		[(one * one * 3n) / 2n, '1.5'],
	]
	for (const [value, text] of texts) assert.equal(formatExact(value), text)
})

const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(units => (units * 10n ** 10n) as Decimal)
const price = fc.bigInt({ min: 1n, max: 10n ** 22n }).map(units => units as Decimal)
const levels = fc.array(fc.record({ price, amount }), { minLength: 1, maxLength: 5 })

test('property: the exact other side, rounded to its token’s places, is that of the limit order', () => {
	fc.assert(
		fc.property(levels, levels, amount, fc.boolean(), fc.boolean(), (bids, asks, wanted, isBase, sells) => {
			const token = isBase ? 'base' : 'quote'
			const given = { symbol: pair[token], amount: Decimal.roundUp(wanted, divisibility[token]) }
			const sorted = {
				bids: bids.toSorted((a, b) => Decimal.compare(b.price, a.price)),
				asks: asks.toSorted((a, b) => Decimal.compare(a.price, b.price)),
			}
			const exact = sells ? { sell: given } : { buy: given }
			const result = limitOrderFromBook({ book: { pair, ...sorted }, divisibility, ...exact })
			fc.pre(result.kind === 'order')
			const direction = sells ? 'down' : 'up'
			const side = sells === isBase ? 'bids' : 'asks'
			const value = exactOtherSide({ levels: sorted[side], amount: given.amount, token, direction })
			const other = sells ? result.order.buy : result.order.sell
			const unit = Decimal.unit(divisibility[isBase ? 'quote' : 'base']) * one
			const rounded = sells ? value / unit : (value + unit - 1n) / unit
			assert.equal(rounded * unit, other.amount * one)
		}),
	)
})
