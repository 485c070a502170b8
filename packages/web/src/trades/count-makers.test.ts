import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countMakers } from './count-makers.ts'
import { settledTrace } from './trace-fixture.ts'

test('a maker that is asked twice counts once', () => {
	const { parts } = settledTrace
	assert.deepEqual(countMakers([...parts, ...parts]), { asked: 2, signed: 1 })
	assert.deepEqual(countMakers([]), { asked: 0, signed: 0 })
})
