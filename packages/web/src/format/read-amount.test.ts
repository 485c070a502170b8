import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Decimal } from '@accord/protocol'
import fc from 'fast-check'
import { formatAmount } from './format-amount.ts'
import { type NumberFormat, numberFormatOf } from './number-format.ts'
import { readAmount, writeAmount } from './read-amount.ts'

const usdc = { symbol: 'xUSDC', divisibility: 6 }
const xrd = { symbol: 'XRD', divisibility: 18 }
const languages = ['en-US', 'de-DE', 'de-CH', 'fr-FR'] as const
const formats = Object.fromEntries(languages.map(one => [one, numberFormatOf(one)])) as Record<
	(typeof languages)[number],
	NumberFormat
>
const amountsIn = (format: NumberFormat) => (text: string) => {
	const read = readAmount(text, usdc, format)
	if (read.kind === 'amount') return Decimal.format(read.amount)
	return read.kind === 'ambiguous' ? read.readings.map(Decimal.format).join(' or ') : read.kind
}

describe('readAmount', () => {
	it('knows the signs of the languages', () => {
		assert.equal(formats['de-CH'].decimal, '.')
		assert.match(formats['de-CH'].group, /^['’]$/)
		assert.deepEqual(formats['de-DE'], { decimal: ',', group: '.' })
		assert.deepEqual(formats['en-US'], { decimal: '.', group: ',' })
		assert.equal(formats['fr-FR'].decimal, ',')
		assert.deepEqual(numberFormatOf('nonsense language'), { decimal: '.', group: ',' })
	})

	it('reads unambiguous amounts in every language', () => {
		const typed: [text: string, amount: string][] = [
			['100', '100'],
			['100 xUSDC', '100'],
			['xusdc 100', '100'],
			['12,345.678', '12345.678'],
			['12.345,678', '12345.678'],
			['1,234,567', '1234567'],
			['1.234.567', '1234567'],
			['1,234,567.5', '1234567.5'],
			['1’234', '1234'],
			["1'234.5", '1234.5'],
			['1’234,5', '1234.5'],
			['1 234 567,5', '1234567.5'],
			['1 234', '1234'],
			['1 234,567', '1234.567'],
			['1 234,567', '1234.567'],
			['1,5', '1.5'],
			['1.5', '1.5'],
			['0,125', '0.125'],
			['0.125', '0.125'],
			['1234,567', '1234.567'],
			['1234.567', '1234.567'],
			['1,2345', '1.2345'],
			['.5', '0.5'],
			[',5', '0.5'],
			['5.', '5'],
			['5,', '5'],
			['0.1000000', '0.1'],
			['007', '7'],
			['１２．５', '12.5'],
			['١٢٣٤٫٥', '1234.5'],
			['١٬٢٣٤٫٥', '1234.5'],
			['\u200f۱۲۳۴۵', '12345'],
			['१२३४.५', '1234.5'],
			['১২৩৪.৫', '1234.5'],
			['๑๒', '12'],
			['\u{1D7CE}\u{1D7D7}.\u{1D7D8}', '9'],
			['\u{1D7D9}\u{1D7E2}', '10'],
		]
		for (const language of languages)
			for (const [text, amount] of typed)
				assert.equal(amountsIn(formats[language])(text), amount, `${language} ${text}`)
	})

	it('reads the digits of every script that Unicode has', () => {
		const digits = Array.from({ length: 0x110000 }, (_, code) => code)
			.filter(code => code < 0xd800 || code > 0xdfff)
			.map(code => String.fromCodePoint(code))
			.filter(sign => /\p{Nd}/u.test(sign))
		assert.ok(digits.length > 600)
		for (let set = 0; set < digits.length; set += 10)
			assert.equal(amountsIn(formats['en-US'])(`1${digits.slice(set, set + 10).join('')}`), '10123456789', digits[set])
	})

	it('a single separator before three digits is the decimals if it is the language’s own, otherwise it asks', () => {
		const both = '1234 or 1.234'
		const read = Object.fromEntries(
			languages.map(language => [language, ['1,234', '1.234', '12,345 xUSDC'].map(amountsIn(formats[language]))]),
		)
		assert.deepEqual(read, {
			'en-US': [both, '1.234', '12345 or 12.345'],
			'de-DE': ['1.234', both, '12.345'],
			'de-CH': [both, '1.234', '12345 or 12.345'],
			'fr-FR': ['1.234', both, '12.345'],
		})
	})

	it('does not ask where only one reading is an amount of the token', () => {
		const points = { symbol: 'POINT', divisibility: 0 }
		assert.deepEqual(readAmount('1,234', points), { kind: 'amount', amount: Decimal.parse('1234') })
		assert.equal(readAmount('12.0', points).kind, 'amount')
		assert.equal(readAmount('12.5', points).kind, 'invalid')
	})

	it('an empty field or zero is not an error', () => {
		for (const text of ['', ' ', '.', ',', '0', '0.00', '0,0', 'xUSDC'])
			assert.deepEqual(readAmount(text, usdc), { kind: 'empty' }, text)
	})

	it('error: explains what is wrong with anything else', () => {
		const wrong: [text: string, reason: RegExp][] = [
			['1,23,4', /Enter a number such as 1234.5 or 1,234.5/],
			['1.2.3', /Enter a number/],
			['1,234.567,8', /Enter a number/],
			['12 34', /Enter a number/],
			['1’23', /Enter a number/],
			['1,2 34', /Enter a number/],
			['-1', /Enter a number/],
			['1e5', /Enter a number/],
			['10²', /“²” is not a digit of an amount/],
			['1½', /“½” is not a digit/],
			['①', /“①” is not a digit/],
			['Ⅻ', /“Ⅻ” is not a digit/],
			['100 XRD', /an amount of xUSDC, not of “XRD”/],
			['0.0000001', /xUSDC has at most 6 decimal places/],
			['9'.repeat(41), /more than the ledger can hold/],
		]
		for (const [text, reason] of wrong) {
			const read = readAmount(text, usdc)
			assert(read.kind === 'invalid', `${text} ${read.kind}`)
			assert.match(read.reason, reason)
		}
		const german = readAmount('x', usdc, formats['de-DE'])
		assert(german.kind === 'invalid')
		assert.match(german.reason, /1234,5 or 1\.234,5/)
	})

	it('reads back what the page writes, in every language, or asks, but never takes it for another amount', () => {
		const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(n => n as Decimal)
		fc.assert(
			fc.property(amounts, fc.constantFrom(...languages), (amount, language) => {
				const format = formats[language]
				assert.deepEqual(readAmount(writeAmount(amount, format), xrd, format), { kind: 'amount', amount })
				const shown = readAmount(`${formatAmount(amount, {}, format)} XRD`, xrd, format)
				const readings = shown.kind === 'ambiguous' ? shown.readings : shown.kind === 'amount' ? [shown.amount] : []
				assert(readings.includes(amount), `${formatAmount(amount, {}, format)} in ${language}: ${shown.kind}`)
			}),
		)
	})
})
