import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import fc from 'fast-check'
import type { VenueNumber } from './venue.ts'
import { readVenueNumber, toVenueNumber } from './venue-number.ts'

const cases: [given: VenueNumber, read: string | undefined][] = [
	[0.05, '0.05'],
	['0.05', '0.05'],
	[1e-7, '0.0000001'],
	['1e-7', '0.0000001'],
	[1.25e21, '1250000000000000000000'],
	[-2.5e-8, '-0.000000025'],
	['12.5e1', '125'],
	['0.1234567890123456789', '0.123456789012345678'],
	['007', '7'],
	['', undefined],
	['x', undefined],
	[Number.NaN, undefined],
	[Number.POSITIVE_INFINITY, undefined],
	[undefined, undefined],
	[null, undefined],
]
for (const [given, read] of cases)
	test(`a venue’s ${typeof given} ${given} is ${read}`, () => {
		assert.equal(readVenueNumber(given), read === undefined ? undefined : Decimal.parse(read))
	})

test('decimals of 15 digits pass the border and back without a change', () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 18 }), (digits, places) => {
			const value = (digits * 10n ** BigInt(18 - places)) as Decimal
			assert.equal(readVenueNumber(toVenueNumber(value)), value)
		}),
	)
})

test('error: a decimal with more digits than a number keeps', () => {
	assert.throws(() => toVenueNumber(Decimal.parse('1234567890.123456789')), RangeError)
})
