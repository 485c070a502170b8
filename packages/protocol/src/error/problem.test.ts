import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorCodes, errorTable } from './error-table.ts'
import { fromProblem, jsonRpcErrorWire, problemWire, toJsonRpcError, toProblem } from './problem.ts'
import { TradeError } from './trade-error.ts'

const largest = { largest_amount: { symbol: 'XRD', amount: '5' } }
const refusal = new TradeError('no_liquidity', 'at most 5 XRD match', {
	extra: largest,
	errors: [{ pointer: '/sell' }],
})
const context = { instance: '/trade/orders', requestId: 'r-1' }
const document = {
	largest_amount: { symbol: 'XRD', amount: '5' },
	type: 'urn:accord:error:no_liquidity',
	title: 'No liquidity',
	status: 422,
	detail: 'at most 5 XRD match',
	instance: '/trade/orders',
	code: 'no_liquidity',
	request_id: 'r-1',
	errors: [{ pointer: '/sell' }],
}

describe('toProblem', () => {
	// shows limits: REST errors are problem documents
	// shows decision 27: REST errors are RFC 9457 problem documents
	it('writes the whole document', () => {
		assert.deepEqual(toProblem(refusal, context), document)
		assert.deepEqual(problemWire.parse(document), document)
	})

	it('omits unknown members', () => {
		const { type, title, status, detail, code } = toProblem(new TradeError('not_signed'))
		assert.deepEqual(toProblem(new TradeError('not_signed')), { type, title, status, detail, code })
	})

	it('an extension never replaces a member of the document', () => {
		const problem = toProblem(new TradeError('not_signed', 'x', { extra: { code: 'other', status: 200 } }))
		assert.deepEqual([problem.code, problem.status], ['not_signed', 422])
	})

	it('never shows the message of an internal error', () => {
		const secret = 'password=hunter2'
		const leaks = { errors: [{ detail: secret }], extra: { secret } }
		for (const error of [
			new Error(secret),
			new TradeError('internal', secret, leaks),
			secret,
			{ message: secret },
			undefined,
		]) {
			const text = JSON.stringify([toProblem(error, context), toJsonRpcError(error)])
			assert(!text.includes(secret))
			assert.equal(toProblem(error).code, 'internal')
			assert.equal(toJsonRpcError(error).code, -32603)
		}
	})
})

describe('fromProblem', () => {
	it('returns every error of the table', () => {
		for (const code of errorCodes.filter(one => one !== 'internal')) {
			const error = fromProblem(toProblem(new TradeError(code, 'detail', { extra: largest }), context))
			assert.deepEqual([error.code, error.message, error.extra], [code, 'detail', largest])
		}
		assert.deepEqual(fromProblem(document).errors, refusal.errors)
	})

	it('keeps the id of the request, and extra members of the right type', () => {
		const extra = { largest_amount: { symbol: 'XRD', amount: '60' }, retry_after_s: 2, later: { version: 2 } }
		const error = fromProblem(toProblem(new TradeError('busy', undefined, { extra }), { requestId: 'req-1' }))
		assert.deepEqual([error.requestId, error.extra], ['req-1', extra])
		const strange = { ...document, retry_after_s: 'soon', largest_amount: 60 }
		assert.deepEqual(fromProblem(strange).extra, {})
		assert.equal(new TradeError('busy').requestId, undefined)
	})

	it('an unknown code becomes internal and is kept', () => {
		const error = fromProblem({ type: 'about:blank', title: 'New', status: 418, code: 'teapot' })
		assert.deepEqual([error.code, error.message, error.extra], ['internal', 'New', { code: 'teapot', status: 418 }])
	})
})

// shows decision 28: JSON-RPC errors carry the same problem document
it('a JSON-RPC error carries the number, the title and the same document', () => {
	const error = toJsonRpcError(refusal, context)
	assert.deepEqual(error, { code: errorTable.no_liquidity.jsonRpcCode, message: 'No liquidity', data: document })
	assert.deepEqual(jsonRpcErrorWire.parse(error), error)
})
