import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Decimal as Oracle } from 'decimal.js'
import fc from 'fast-check'
import { TradeError } from '../error/trade-error.ts'
import { Decimal } from './decimal.ts'

const Exact = Oracle.clone({ precision: 200, toExpNeg: -200, toExpPos: 200 })
const decimals = fc.bigInt({ min: -(10n ** 45n), max: 10n ** 45n }).map(n => n as Decimal)
const nonZero = decimals.filter(value => value !== 0n)
const places = fc.integer({ min: 0, max: 18 })
const check = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void) => fc.assert(fc.property(arbitrary, holds))
const oracle = (value: Decimal) => new Exact(value.toString()).div('1e18')
const down = (value: Oracle, decimalPlaces = 18) => value.toDecimalPlaces(decimalPlaces, Oracle.ROUND_FLOOR).toFixed()
const up = (value: Oracle, decimalPlaces = 18) => value.toDecimalPlaces(decimalPlaces, Oracle.ROUND_CEIL).toFixed()
const same = (value: Decimal, expected: string) =>
	assert.equal(Decimal.format(value), expected === '-0' ? '0' : expected)

describe('Decimal.parse', () => {
	const accepted: [string, string][] = [
		['0', '0'],
		['-0', '0'],
		['007', '7'],
		['1.50', '1.5'],
		['-0.000000000000000001', '-0.000000000000000001'],
		['123456789012345678901234567890.123456789012345678', '123456789012345678901234567890.123456789012345678'],
	]
	for (const [text, shortest] of accepted) {
		it(`reads '${text}' as ${shortest}`, () => same(Decimal.parse(text), shortest))
	}

	const refused = [
		'',
		'-',
		'+1',
		'.5',
		'1.',
		'1e3',
		'1,5',
		' 1',
		'1 ',
		'1\n',
		'0x10',
		'NaN',
		'Infinity',
		'--1',
		'1.2.3',
		'١',
	]
	for (const text of [...refused, '0.0000000000000000001', '1'.repeat(41), '9'.repeat(40), '1'.repeat(1_000_000)]) {
		it(`error: '${JSON.stringify(text.slice(0, 24))}' is invalid_decimal`, () => {
			assert.throws(
				() => Decimal.parse(text),
				error => {
					assert(error instanceof TradeError)
					assert.equal(error.code, 'invalid_decimal')
					assert(error.message.length < 250)
					return true
				},
			)
		})
	}

	it('holds the largest amount of the ledger, and not one unit more', () => {
		const largest = '3138550867693340381917894711603833208051.177722232017256447'
		assert.equal(Decimal.parse(largest), Decimal.largest)
		assert.equal(Decimal.tryParse('3138550867693340381917894711603833208051.177722232017256448'), undefined)
	})

	it('gives undefined for anything but a text', () => {
		for (const value of [undefined, null, 1, 1n, {}, ['1']]) assert.equal(Decimal.tryParse(value), undefined)
	})

	it('reads short texts as it reads long ones', () => {
		const texts = fc.string({ unit: fc.constantFrom(...'0123456789.-'), maxLength: 17 })
		check(texts, text => {
			const padded = text.replace(/\d/, `${'0'.repeat(20)}$&`)
			assert.equal(Decimal.tryParse(text), Decimal.tryParse(padded), text)
		})
	})

	it('undoes format, and format gives the shortest text', () => {
		check(decimals, value => {
			const text = Decimal.format(value)
			assert.equal(Decimal.parse(text), value)
			assert.equal(text, oracle(value).toFixed())
		})
	})
})

describe('Decimal arithmetic', () => {
	it('adds, subtracts, negates and sums exactly', () => {
		check(fc.tuple(decimals, decimals), ([a, b]) => {
			same(Decimal.add(a, b), oracle(a).add(oracle(b)).toFixed())
			same(Decimal.subtract(a, b), oracle(a).sub(oracle(b)).toFixed())
			assert.equal(Decimal.sum([a, b, Decimal.negate(a)]), b)
		})
	})

	it('multiplies toward the named direction', () => {
		check(fc.tuple(decimals, decimals), ([a, b]) => {
			same(Decimal.mulDown(a, b), down(oracle(a).mul(oracle(b))))
			same(Decimal.mulUp(a, b), up(oracle(a).mul(oracle(b))))
		})
	})

	it('divides toward the named direction', () => {
		check(fc.tuple(decimals, nonZero), ([a, b]) => {
			same(Decimal.divDown(a, b), down(oracle(a).div(oracle(b))))
			same(Decimal.divUp(a, b), up(oracle(a).div(oracle(b))))
		})
	})

	it('rounds to decimal places toward the named direction, and not at all what fits', () => {
		check(fc.tuple(decimals, places), ([value, decimalPlaces]) => {
			const rounded = Decimal.roundDown(value, decimalPlaces)
			same(rounded, down(oracle(value), decimalPlaces))
			same(Decimal.roundUp(value, decimalPlaces), up(oracle(value), decimalPlaces))
			assert.equal(Decimal.fits(value, decimalPlaces), rounded === value)
			assert.equal(Decimal.roundUp(rounded, decimalPlaces), rounded)
		})
	})

	it('compares', () => {
		check(fc.tuple(decimals, decimals), ([a, b]) => {
			assert.equal(Decimal.compare(a, b), oracle(a).cmp(oracle(b)))
			assert.equal(Decimal.equal(a, b), a === b)
			assert.equal(Decimal.min(a, b) + Decimal.max(a, b), a + b)
			assert(Decimal.min(a, b) <= Decimal.max(a, b))
		})
		assert(Decimal.isZero(Decimal.zero) && Decimal.isPositive(Decimal.one))
		assert(!Decimal.isPositive(Decimal.zero) && Decimal.isNegative(Decimal.negate(Decimal.one)))
	})

	it('counts whole numbers and units', () => {
		same(Decimal.fromInteger(-12), '-12')
		same(Decimal.unit(0), '1')
		same(Decimal.unit(6), '0.000001')
		same(Decimal.unit(18), '0.000000000000000001')
		for (const wrong of [-1, 19, 1.5]) assert.throws(() => Decimal.unit(wrong), RangeError)
	})

	it('is written as text in JSON', () => {
		const answer = { limits: [Decimal.parse('1.5')], state: 'filled', count: 2 }
		assert.equal(JSON.stringify(answer, Decimal.replacer), '{"limits":["1.5"],"state":"filled","count":2}')
	})

	it('error: text is not formatted', () => {
		const message = 'expected a Decimal, found the text "5": Decimal.parse makes one of it'
		assert.throws(() => Decimal.format('5' as unknown as Decimal), { code: 'invalid_decimal', message })
	})

	it('error: division by zero is not a number', () => {
		assert.throws(() => Decimal.divDown(Decimal.one, Decimal.zero), RangeError)
	})
})
