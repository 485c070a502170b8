import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type PriceLevel } from '@accord/protocol'
import fc from 'fast-check'
import { groupLevels, priceSteps } from './group-levels.ts'

const levels = (...texts: string[]): PriceLevel[] =>
	texts.map(text => {
		const [price = '', amount = ''] = text.split(' ')
		return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
	})
const texts = (found: readonly PriceLevel[]) =>
	found.map(({ price, amount }) => `${Decimal.format(price)} ${Decimal.format(amount)}`)

test('bids are rounded down and asks up', () => {
	const step = Decimal.parse('0.01')
	const bids = levels('1.019 1', '1.011 2', '1.01 3', '1.009 4')
	assert.deepEqual(texts(groupLevels(bids, { side: 'bids', step })), ['1.01 6', '1 4'])
	const asks = levels('1.02 1', '1.021 2', '1.03 3', '1.031 4')
	assert.deepEqual(texts(groupLevels(asks, { side: 'asks', step })), ['1.02 1', '1.03 5', '1.04 4'])
})

test('a step of zero changes nothing', () => {
	const bids = levels('1.019 1', '1.011 2')
	assert.deepEqual(groupLevels(bids, { side: 'bids', step: Decimal.zero }), bids)
})

test('grouping loses no amount, keeps the order and never shows a better price', () => {
	const units = fc.bigInt({ min: 1n, max: 10n ** 24n })
	const book = fc.uniqueArray(fc.tuple(units, units), { selector: ([price]) => price, maxLength: 50 })
	fc.assert(
		fc.property(book, units, fc.constantFrom('bids' as const, 'asks' as const), (tuples, step, side) => {
			const best = side === 'bids' ? -1 : 1
			const sorted = tuples
				.map(([price, amount]) => ({ price: price as Decimal, amount: amount as Decimal }))
				.sort((a, b) => best * Decimal.compare(a.price, b.price))
			const grouped = groupLevels(sorted, { side, step: step as Decimal })
			assert.equal(Decimal.sum(grouped.map(one => one.amount)), Decimal.sum(sorted.map(one => one.amount)))
			for (const [at, { price }] of grouped.entries()) {
				assert.equal(price % step, 0n)
				if (at > 0) assert.equal(Decimal.compare(grouped[at - 1]?.price ?? price, price), best * -1)
			}
			const [bestBefore, bestAfter] = [sorted[0]?.price, grouped[0]?.price]
			if (bestBefore !== undefined && bestAfter !== undefined)
				assert.ok(side === 'bids' ? bestAfter <= bestBefore : bestAfter >= bestBefore)
		}),
	)
})

for (const [mid, expected] of [
	['0.05', ['0', '0.000001', '0.00001', '0.0001']],
	['60000', ['0', '1', '10', '100']],
	['1', ['0', '0.0001', '0.001', '0.01']],
	['0.000000000000000123', ['0', '0.000000000000000001']],
] as const)
	test(`a price of ${mid} is grouped by ${expected.join(', ')}`, () => {
		assert.deepEqual(priceSteps(Decimal.parse(mid)).map(Decimal.format), expected)
	})

test('without a price there is nothing to group', () => {
	assert.deepEqual(priceSteps(undefined), [Decimal.zero])
})
