import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal } from '@accord/protocol'
import { parseAmount } from './parse-amount.ts'

const usdc = { symbol: 'xUSDC', divisibility: 6 }

it('parses what people type', () => {
	const typed: [text: string, amount: string][] = [
		['100', '100'],
		[' 1 234.5 ', '1234.5'],
		['1,234,567.5', '1234567.5'],
		['.5', '0.5'],
		['5.', '5'],
		['0.1000000', '0.1'],
		['007', '7'],
	]
	for (const [text, amount] of typed)
		assert.deepEqual(parseAmount(text, usdc), { kind: 'amount', amount: Decimal.parse(amount) }, text)
})

it('an empty field or zero is not an error', () => {
	for (const text of ['', ' ', '.', '0', '0.00']) assert.deepEqual(parseAmount(text, usdc), { kind: 'empty' }, text)
})

it('error: explains what is wrong with anything else', () => {
	const wrong: [text: string, reason: RegExp][] = [
		['1,5', /Use a point/],
		['1,23,4', /Use a point/],
		['1.2.3', /Enter a number/],
		['-1', /Enter a number/],
		['1e5', /Enter a number/],
		['abc', /Enter a number/],
		['0.0000001', /xUSDC has at most 6 decimal places/],
		['9'.repeat(41), /more than the ledger can hold/],
	]
	for (const [text, reason] of wrong) {
		const read = parseAmount(text, usdc)
		assert(read.kind === 'invalid', text)
		assert.match(read.reason, reason)
	}
})

it('a token without decimal places takes whole amounts only', () => {
	const whole = { symbol: 'POINT', divisibility: 0 }
	assert.deepEqual(parseAmount('12.0', whole), { kind: 'amount', amount: Decimal.parse('12') })
	assert.equal(parseAmount('12.5', whole).kind, 'invalid')
})
