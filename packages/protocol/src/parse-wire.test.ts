import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as z from 'zod'
import { GivenAmount } from './amount/amount.ts'
import { TradeError } from './error/trade-error.ts'
import { jsonPointer, parseWire } from './parse-wire.ts'

function refusal(schema: z.ZodType, message: unknown): { code: string; found: string[] } {
	try {
		parseWire(schema, message)
	} catch (error) {
		assert(error instanceof TradeError)
		return { code: error.code, found: error.errors.map(item => `${item.pointer} ${item.rule}`) }
	}
	assert.fail('the message was accepted')
}

const schema = z.strictObject({ sell: GivenAmount.wire, note: z.string().optional() })
const good = { sell: { symbol: 'XRD', amount: '1' } }

it('gives the message as the schema reads it', () => {
	assert.deepEqual(parseWire(schema, good), good)
})

// shows error: unknown_field
it('error: every unknown field is pointed at', () => {
	const message = { sell: { ...good.sell, 'a/b~c': 1 }, more: 1, most: 2 }
	const found = ['/sell/a~1b~0c unknown_field', '/more unknown_field', '/most unknown_field']
	assert.deepEqual(refusal(schema, message), { code: 'unknown_field', found })
})

it('error: of an unknown field the known ones are listed', () => {
	const known = (message: unknown) => {
		try {
			parseWire(z.object({ list: z.array(schema).optional() }), message)
		} catch (error) {
			return (error as TradeError).errors.map(({ expected }) => expected)
		}
		return assert.fail('accepted')
	}
	assert.deepEqual(known({ list: [{ ...good, more: 1 }] }), ['one of sell, note'])
})

it('null for an optional field is its absence, at any depth; for a required one it is wrong', () => {
	const outer = z.strictObject({ list: z.array(schema).optional(), one: schema.optional() })
	assert.deepEqual(parseWire(outer, { list: null, one: { ...good, note: null } }), { one: good })
	assert.deepEqual(parseWire(outer, { list: [{ ...good, note: null }] }), { list: [good] })
	assert.deepEqual(refusal(outer, { one: { sell: null, note: null } }).found, ['/one/sell validation_failed'])
	assert.deepEqual(refusal(outer, { none: null }).found, ['/none unknown_field'])
	assert.deepEqual(parseWire(z.looseObject({ data: z.null() }), { data: null, other: null }), {
		data: null,
		other: null,
	})
})

// shows error: invalid_decimal
it('error: a broken decimal has its own code', () => {
	const message = { sell: { symbol: 'XRD', amount: '1e3' } }
	assert.deepEqual(refusal(schema, message), { code: 'invalid_decimal', found: ['/sell/amount invalid_decimal'] })
})

// shows error: validation_failed
it('error: missing and mistyped fields, and the root itself', () => {
	const found = ['/sell/symbol validation_failed', '/sell/amount validation_failed', '/note validation_failed']
	assert.deepEqual(refusal(schema, { sell: { amount: 1 }, note: 1 }), { code: 'validation_failed', found })
	assert.deepEqual(refusal(schema, null), { code: 'validation_failed', found: [' validation_failed'] })
})

it('error: of very many wrong places 100 are listed', () => {
	assert.equal(refusal(z.array(z.string()), Array(500).fill(1)).found.length, 100)
})

it('pointers are those of RFC 6901', () => {
	assert.equal(jsonPointer(['a', 0, 'b/c', '~']), '/a/0/b~1c/~0')
	assert.equal(jsonPointer([]), '')
})

it('error: what was expected and what was found, whatever the schema demands', () => {
	const wide = z.strictObject({
		text: z.string().min(2).max(3),
		count: z.number().int().min(1),
		kind: z.enum(['a', 'b']),
		always: z.literal(true),
		list: z.array(z.string()).min(1).max(2),
		either: z.union([z.number(), z.object({ at: z.number() })]).optional(),
		inner: z.object({ base: z.string(), quote: z.string(), note: z.string().optional() }),
	})
	const valid = { text: 'ab', count: 1, kind: 'a', always: true, list: ['x'], inner: { base: 'b', quote: 'q' } }
	const cases: [object, expected: string, found: string][] = [
		[{ text: 5 }, 'text in quotes', 'the number 5'],
		[{ text: 'abcd' }, 'at most 3 characters', '"abcd"'],
		[{ count: '1' }, 'a number without quotes', '"1"'],
		[{ count: 0.5 }, 'a whole number', 'the number 0.5'],
		[{ count: 0 }, 'at least 1', 'the number 0'],
		[{ kind: 'c' }, 'one of "a", "b"', '"c"'],
		[{ always: 'yes' }, 'true', '"yes"'],
		[{ list: 'x' }, 'an array', '"x"'],
		[{ list: [] }, 'at least 1 item', 'an empty array'],
		[{ list: ['x', 'y', 'z'] }, 'at most 2 items', 'an array of 3'],
		[{ either: '1' }, 'a number without quotes, or an object {at}', '"1"'],
		[{ inner: 'b/q' }, 'an object {base, quote}', '"b/q"'],
		[{ inner: undefined }, 'an object {base, quote}', 'nothing'],
	]
	for (const [change, expected, found] of cases) {
		assert.throws(
			() => parseWire(wide, { ...valid, ...change }),
			({ errors: [first] }) => {
				assert.deepEqual([first.expected, first.found], [expected, found])
				return true
			},
		)
	}
})
