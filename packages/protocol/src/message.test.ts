import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as z from 'zod'
import { Amount } from './amount/amount.ts'
import { Decimal } from './amount/decimal.ts'
import { countWire, decimal, symbolWire } from './fields.ts'
import { derived, fixed, list, message, named, record, request, type ValueOf, type WireOf } from './message.ts'
import { parseWire } from './parse-wire.ts'

const shape = {
	subintentId: z.string(),
	platformAmount: named('anthic_amount', decimal),
	rebate: Amount.optional().describe('Given back.'),
	levels: list(message({ atMs: countWire, price: decimal }), { min: 1 }),
}
const Example = message(shape)

const wire: WireOf<typeof Example> = {
	subintent_id: 'subtxid_sim1x',
	anthic_amount: '0.5',
	rebate: { symbol: 'XRD', amount: '1' },
	levels: [{ at_ms: 1, price: '2' }],
}
const value: ValueOf<typeof Example> = {
	subintentId: 'subtxid_sim1x',
	platformAmount: Decimal.parse('0.5'),
	rebate: { symbol: 'XRD', amount: Decimal.one },
	levels: [{ atMs: 1, price: Decimal.parse('2') }],
}

describe('one declaration', () => {
	it('reads and writes', () => {
		assert.deepEqual(Example.parse(wire), value)
		assert.deepEqual(Example.format(value), wire)
	})

	it('leaves out absent members in both forms', () => {
		const { rebate: _, ...less } = wire
		const { rebate: __, ...own } = value
		assert.deepEqual(Example.parse({ ...less, rebate: undefined }), own)
		assert.deepEqual(Example.format({ ...own, rebate: undefined } as never), less)
	})

	it('writes no member that was not declared', () => {
		const named = { ...value, secret: 'x' }
		assert.deepEqual(Example.format(named), wire)
	})

	it('shows documents the form on the wire', () => {
		const { properties, required } = z.toJSONSchema(Example.wire)
		assert.deepEqual(Object.keys(properties ?? {}), ['subintent_id', 'anthic_amount', 'rebate', 'levels'])
		assert.deepEqual(required, ['subintent_id', 'anthic_amount', 'levels'])
		assert.deepEqual(z.toJSONSchema(Example.shape.rebate.wire).description, 'Given back.')
	})

	it('error: wrong members are pointed at by their names on the wire', () => {
		const expected = 'a decimal in quotes, such as "1.5", with at most 18 decimal places and no exponent'
		assert.throws(
			() => parseWire(Example.schema, { ...wire, anthic_amount: '1e3', levels: [{ at_ms: 1, price: 2 }] }),
			({ errors }) => {
				assert.deepEqual(errors, [
					{ rule: 'invalid_decimal', pointer: '/anthic_amount', expected, found: '"1e3"' },
					{ rule: 'validation_failed', pointer: '/levels/0/price', expected, found: 'the number 2' },
				])
				return true
			},
		)
	})

	it('error: an unknown member of a request is refused, with the known ones', () => {
		const Request = request({ sell: Amount.strict(), orderId: z.string().optional() })
		assert.throws(() => parseWire(Request.schema, { sell: { symbol: 'XRD', amount: '1', x: 1 } }), {
			code: 'unknown_field',
			errors: [{ rule: 'unknown_field', pointer: '/sell/x', expected: 'one of symbol, amount' }],
		})
		assert.deepEqual(parseWire(Request.schema, { sell: wire.rebate, order_id: null }), { sell: value.rebate })
	})

	it('takes another form here where it says how', () => {
		const Levels = message({ levels: list(decimal) }).as<readonly Decimal[]>({
			parse: ({ levels }) => levels,
			format: levels => ({ levels }),
		})
		assert.deepEqual(Levels.parse({ levels: ['1'] }), [Decimal.one])
		assert.deepEqual(Levels.format([Decimal.one]), { levels: ['1'] })
	})

	it('writes what only the wire has, and reads nothing of it', () => {
		const Counted = message({
			version: fixed('1'),
			count: derived(countWire, ({ prices }: { prices: readonly Decimal[] }) => prices.length),
			prices: list(decimal),
		})
		assert.deepEqual(Counted.format({ prices: [Decimal.one] }), { version: '1', count: 1, prices: ['1'] })
		assert.deepEqual(Counted.parse({ version: '1', count: 7, prices: ['1'] }), { prices: [Decimal.one] })
		assert(!Counted.schema.safeParse({ version: '2', count: 1, prices: [] }).success)
	})

	it('reads and writes members of any names', () => {
		const Amounts = record(symbolWire, decimal)
		assert.deepEqual(Amounts.parse({ XRD: '1' }), { XRD: Decimal.one })
		assert.deepEqual(Amounts.format({ XRD: Decimal.one }), { XRD: '1' })
		assert(!Amounts.schema.safeParse({ 'X RD': '1' }).success)
	})
})
