import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal, type Side } from '@accord/protocol'
import { levelsOfSources } from './implied-levels.ts'
import { offersByPriority } from './maker-offer.ts'

const divisibility = { base: 18 }

/** A leg with levels at these prices, each of one unit; `read` is called with each level whose amount is read. */
function leg(side: Side, prices: readonly number[], read: (price: number) => void = () => {}) {
	const levels = prices.map((price, at) => ({
		makerId: `maker ${at}`,
		price: Decimal.parse(String(price)),
		changedAt: at,
		get amount() {
			read(price)
			return Decimal.one
		},
	}))
	return { pair: { base: 'B', quote: 'M' }, side, available: offersByPriority(levels) }
}

test('implied levels of which nobody asks are not computed', () => {
	const prices = Array.from({ length: 50 }, (_, at) => 100 - at)
	const read = new Set<number>()
	const legs = [leg('bids', prices), leg('bids', prices, price => read.add(price))] as const
	read.clear()
	const [first] = levelsOfSources({ side: 'bids', available: [], routes: [{ via: 'M', legs }], divisibility })
	assert.equal(Decimal.format(first?.price ?? Decimal.zero), '10000')
	assert.deepEqual([...read], [100])
})

for (const [side, prices, expected] of [
	['bids', [6, 5, 4], ['6 own', '6 M', '6 M', '5 own', '4 own', '3 N']],
	['asks', [2, 4], ['2 own', '3 M', '3 N', '4 own', '6 M']],
] as const)
	test(`the ${side} of all sources are one list, best first: at the same price first the own, then route by route`, () => {
		const route = (via: string, prices: readonly number[]) => {
			return {
				via,
				legs: [
					leg(side, prices),
					leg(
						side,
						prices.map(() => 1),
					),
				] as const,
			}
		}
		const ofM = side === 'bids' ? [6, 3] : [3, 6]
		const own = leg(side, prices)
		const levels = levelsOfSources({ ...own, routes: [route('M', ofM), route('N', [3])], divisibility })
		const shown = [...levels].map(
			({ price, source }) => `${Decimal.format(price)} ${source === 'own' ? source : source.via}`,
		)
		assert.deepEqual(shown, expected)
	})
