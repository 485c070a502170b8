import assert from 'node:assert/strict'
import { it } from 'node:test'
import { errorMeanings } from './error-meanings.ts'
import { errorCodes, errorTable, isErrorCode, precedence } from './error-table.ts'

const entries = errorCodes.map(code => ({ code, ...errorTable[code] }))

it('no file of the table overwrites a code of another', () => {
	const numbers = entries.map(entry => entry.jsonRpcCode)
	const shared = numbers.filter((number, place) => numbers.indexOf(number) !== place)
	assert.deepEqual(shared, [-32602])
	assert(errorCodes.length >= 60)
})

it('JSON-RPC codes are the standard ones, -32000 to -32099 for transport, 1000 and up for the trade', () => {
	const standard = new Set([-32700, -32600, -32601, -32602, -32603])
	for (const { code, jsonRpcCode: number } of entries) {
		assert(standard.has(number) || (number <= -32000 && number >= -32099) || number >= 1000, code)
	}
})

it('statuses follow decision 27, and 429 and 503 can be retried later', () => {
	const statuses = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422, 426, 429, 500, 503, 504])
	for (const { code, httpStatus, retry } of entries) {
		assert(statuses.has(httpStatus), code)
		if (httpStatus === 429 || httpStatus === 503) assert.equal(retry, 'later', code)
	}
})

it('codes are snake_case, and every entry has a title and a meaning', () => {
	for (const { code, title } of entries) {
		assert.match(code, /^[a-z]+(_[a-z]+)*$/)
		assert(title.length > 3 && !title.endsWith('.'), code)
		assert(errorMeanings[code].endsWith('.'), code)
	}
})

// shows decision 29: One table of codes with an order of precedence
it('cheaper checks come first', () => {
	const order = [
		'malformed_json',
		'invalid_hex',
		'manifest_schema',
		'fee_too_low',
		'invalid_expiry',
		'insufficient_funds',
		'no_liquidity',
	] as const
	const places = order.map(precedence)
	assert.deepEqual(
		places,
		places.toSorted((a, b) => a - b),
	)
})

it('knows its own codes and no others', () => {
	assert(isErrorCode('internal'))
	for (const other of ['toString', '__proto__', '', undefined, 500]) assert(!isErrorCode(other))
})
