import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { heldBack, priceBandsOf, withinBand } from './price-band.ts'

const d = Decimal.parse
const prices = { XRD: d('0.05'), xUSDC: d('1'), xETH: d('3000') }
const bounds = (base: string, quote: string, priceBand = '0.5') => {
	const band = priceBandsOf({ prices, priceBand: d(priceBand) })({ base, quote })
	return band && [Decimal.format(band.min), Decimal.format(band.max)]
}
const levels = (...all: string[]) => all.map(price => ({ price: d(price), amount: Decimal.one }))
const pricesOf = (side: ReturnType<typeof levels>) => side.map(({ price }) => Decimal.format(price))

test('the band lies around the ratio of both prices, rounded inwards', () => {
	assert.deepEqual(bounds('XRD', 'xUSDC'), ['0.025', '0.075'])
	assert.deepEqual(bounds('xETH', 'XRD'), ['30000', '90000'])
	assert.deepEqual(bounds('XRD', 'xETH', '0.1'), ['0.000015', '0.000018333333333333'])
	// At least the price itself is below what it may be at most: nothing is too low.
	assert.deepEqual(bounds('XRD', 'xUSDC', '2'), ['-0.05', '0.15'])
})

test('a pair with a token without a price has none', () => {
	assert.equal(bounds('XRD', 'OTHER'), undefined)
	assert.equal(bounds('OTHER', 'XRD'), undefined)
})

test('levels beyond it, on either side and end, are held back; those at its bounds count', () => {
	const band = { min: d('0.025'), max: d('0.075') }
	const book = {
		bids: levels('5', '0.075', '0.05', '0.025', '0.024'),
		asks: levels('0.024', '0.025', '0.075', '0.0751'),
	}
	const within = withinBand(book, band)
	assert.deepEqual(pricesOf(within.bids), ['0.075', '0.05', '0.025'])
	assert.deepEqual(pricesOf(within.asks), ['0.025', '0.075'])
	assert.deepEqual(
		heldBack(book, band).map(({ side, because }) => `${side} ${because}`),
		['bids outside_price_band', 'asks outside_price_band'],
	)
	assert.match(heldBack(book, band)[1]?.detail ?? '', /^2 of 4 levels .* from 0\.025 to 0\.075 count$/)
})

test('a book within its band, or without one, stays the same object', () => {
	const book = { bids: levels('0.05'), asks: [] }
	assert.equal(withinBand(book, { min: d('0.025'), max: d('0.075') }), book)
	assert.deepEqual(heldBack(book, { min: d('0.025'), max: d('0.075') }), [])
	const far = { bids: levels('5'), asks: [] }
	assert.equal(withinBand(far, undefined), far)
	assert.deepEqual(heldBack(far, undefined), [])
})
