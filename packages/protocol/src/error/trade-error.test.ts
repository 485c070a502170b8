import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TradeError } from './trade-error.ts'

describe('TradeError', () => {
	it('has its title as the message when there is no detail', () => {
		const error = new TradeError('no_liquidity')
		assert.deepEqual([error.code, error.message, error.errors, error.extra], ['no_liquidity', 'No liquidity', [], {}])
		assert(error instanceof Error)
	})

	it('keeps its cause', () => {
		const cause = new Error('socket')
		assert.equal(new TradeError('ledger_unavailable', undefined, { cause }).cause, cause)
	})

	// shows decision 29: One table of codes with an order of precedence
	it('of several violations the first in the table determines the code, and all are listed as found', () => {
		const error = TradeError.fromViolations([
			{ code: 'invalid_expiry', item: { expected: '15 to 60 s', found: '61 s' } },
			{ code: 'fee_too_low', item: { instruction: 5, expected: 'at least 0.1', found: '0.09' } },
			{ code: 'fee_too_low', item: { instruction: 6, rule: 'settlement', detail: 'below 5.25' } },
		])
		assert.equal(error.code, 'fee_too_low')
		assert.equal(error.message, 'Fee too low: instruction 5, expected at least 0.1, found 0.09')
		assert.deepEqual(error.errors, [
			{ rule: 'invalid_expiry', expected: '15 to 60 s', found: '61 s' },
			{ rule: 'fee_too_low', instruction: 5, expected: 'at least 0.1', found: '0.09' },
			{ rule: 'settlement', instruction: 6, detail: 'below 5.25' },
		])
	})

	it('a violation without facts has the title as its message', () => {
		assert.equal(TradeError.fromViolations([{ code: 'not_signed', item: {} }]).message, 'Not signed')
	})
})
