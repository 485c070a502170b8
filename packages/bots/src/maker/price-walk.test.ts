import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import fc from 'fast-check'
import { priceWalk, walkBounds } from './price-walk.ts'

const reference = new Map(
	Object.entries({ XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000' }).map(([symbol, price]) => [
		symbol,
		Decimal.parse(price),
	]),
)

/** The first prices of a walk, as text. */
function walk(seed: number, steps: number): Record<string, string>[] {
	const prices = priceWalk(reference, seed)
	return Array.from({ length: steps }, () => {
		const shown = [...prices.next().value].map(([symbol, price]) => [symbol, Decimal.format(price)])
		return Object.fromEntries(shown)
	})
}

// shows decision 74: The local market lives
test('the same seed gives the same prices, starting at the reference prices; another seed gives others', () => {
	const prices = walk(7, 200)
	assert.deepEqual(prices[0], { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000' })
	assert.deepEqual(walk(7, 200), prices)
	assert.notDeepEqual(walk(8, 200), prices)
	assert.ok(new Set(prices.map(({ XRD }) => XRD)).size > 20)
	assert.notDeepEqual(
		prices.map(({ XRD }) => Number(XRD) / 0.05),
		prices.map(({ xwBTC }) => Number(xwBTC) / 60_000),
		'each token walks on its own',
	)
})

// shows decision 74: The local market lives
test('whatever the seed, prices stay within their bounds, move by no more than a step, and are exact', () => {
	const tenThousandth = (price: Decimal) => Decimal.divDown(price, Decimal.fromInteger(10_000))
	fc.assert(
		fc.property(fc.integer(), seed => {
			const prices = priceWalk(reference, seed)
			let former = prices.next().value
			for (let step = 0; step < 500; step++) {
				const now = prices.next().value
				for (const [symbol, price] of now) {
					const unit = tenThousandth(reference.get(symbol) ?? Decimal.zero)
					const count = (from: Decimal) => Number((price - from) / unit)
					assert.equal((price - (reference.get(symbol) ?? 0n)) % unit, 0n, 'a whole number of steps')
					assert.ok(Math.abs(count(reference.get(symbol) ?? Decimal.zero)) <= walkBounds.reach)
					assert.ok(Math.abs(count(former.get(symbol) ?? Decimal.zero)) <= walkBounds.step)
				}
				former = now
			}
		}),
		{ numRuns: 20 },
	)
})

test('prices return to the reference: over many steps they stay near it', () => {
	const distances = walk(1, 20_000).map(({ xwBTC }) => Number(xwBTC) / 60_000 - 1)
	const mean = distances.reduce((sum, distance) => sum + distance, 0) / distances.length
	assert.ok(Math.abs(mean) < 0.01, `${mean}`)
	assert.ok(Math.max(...distances) > 0.005 && Math.min(...distances) < -0.005)
})

test('a token worth one unit stays the same', () => {
	for (const { xUSDC, xUSDT } of walk(3, 100)) assert.deepEqual([xUSDC, xUSDT], ['1', '1'])
})
