import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@accord/protocol'
import {
	readArray,
	readBool,
	readDecimal,
	readEnum,
	readGlobalId,
	readInteger,
	readMap,
	readOption,
	readReference,
	readTuple,
} from './programmatic-json.ts'

const one = { kind: 'U64', value: '1' }

test('values are read as the Core API writes them, with or without names', () => {
	assert.deepEqual(readTuple({ kind: 'Tuple', type_name: 'Status', fields: [one] }, 1), [one])
	assert.equal(readOption({ kind: 'Enum', variant_id: '0', variant_name: 'None', fields: [] }), undefined)
	assert.equal(readOption({ kind: 'Enum', variant_id: 1, fields: [one] }), one)
	assert.deepEqual(readEnum({ kind: 'Enum', variant_id: '4', fields: [one] }), { variant: 4, fields: [one] })
	assert.deepEqual(readArray({ kind: 'Array', element_kind: 'U64', elements: [one] }), [one])
	const id = [
		{ kind: 'Reference', value: 'resource_sim1x' },
		{ kind: 'NonFungibleLocalId', value: '#1#' },
	]
	assert.equal(readGlobalId({ kind: 'Tuple', fields: id }), 'resource_sim1x:#1#')
	assert.equal(readBool({ kind: 'Bool', value: true }), true)
	assert.equal(readInteger({ kind: 'I64', value: '-5' }), -5)
	assert.equal(readInteger({ kind: 'U8', value: 18 }), 18)
	assert.equal(readDecimal({ kind: 'Decimal', value: '1.5' }), Decimal.parse('1.5'))
	assert.equal(readReference({ kind: 'Reference', value: 'component_sim1x' }), 'component_sim1x')
	const entries = [{ key: { kind: 'Reference', value: 'a' }, value: one }]
	assert.deepEqual([...readMap({ kind: 'Map', entries }, { key: readReference, value: readInteger })], [['a', 1]])
})

const wrong: [title: string, read: () => unknown][] = [
	['nothing', () => readBool(undefined)],
	['an enum without a number', () => readEnum({ kind: 'Enum', variant_id: 'None', fields: [] })],
	['a map as an array', () => readArray({ kind: 'Map', entries: [] })],
	['text as a local id', () => readGlobalId({ kind: 'Tuple', fields: [{ kind: 'Reference', value: 'a' }, one] })],
	['a tuple of another size', () => readTuple({ kind: 'Tuple', fields: [] }, 1)],
	['an enum of another variant', () => readOption({ kind: 'Enum', variant_id: '2', fields: [one] })],
	['an option of two', () => readOption({ kind: 'Enum', variant_id: '1', fields: [one, one] })],
	['a number that JavaScript cannot represent', () => readInteger({ kind: 'U64', value: '9007199254740993' })],
	['text as a number', () => readInteger({ kind: 'U64', value: '1e3' })],
	['a string as a decimal', () => readDecimal({ kind: 'String', value: '1.5' })],
	['a decimal with an exponent', () => readDecimal({ kind: 'Decimal', value: '1e5' })],
	['a list as a map', () => readMap({ kind: 'Array', elements: [] }, { key: readReference, value: readInteger })],
	['a wrong value in a map', () => readMap({ kind: 'Map', entries: [1] }, { key: readReference, value: readInteger })],
]
for (const [title, read] of wrong) test(`error: ${title}`, () => assert.throws(read, /^Error: expected /))
