import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from './refusal.ts'

const panic = (text: string) => `ApplicationError(PanicMessage("${text} @ /src/lib.rs:1:1"))`

test('a refusal of the component has its own code where there is one, and its words', () => {
	const cases: [message: string, code: string, detail: RegExp][] = [
		[panic('reference_used: a is reconciled already'), 'reference_used', /^a is reconciled already/],
		[panic('unknown_customer: 9'), 'unknown_customer', /^9/],
		[panic('more_than_the_loan: 2 of a loan of 1'), 'more_than_the_loan', /^2 of a loan of 1/],
		[panic('bad_price: 0 XRD is not above zero'), 'instamint_refused', /^bad_price: 0 XRD/],
		[
			'SystemModuleError(AuthError(Unauthorized(Unauthorized { .. })))',
			'instamint_refused',
			/not the component’s operator/,
		],
		['VaultError(ResourceError(InsufficientBalance { .. }))', 'instamint_refused', /InsufficientBalance/],
		['TransactionEpochNoLongerValid { .. }', 'ledger_unavailable', /repeat it/],
	]
	for (const [message, code, detail] of cases) {
		const error = refusalOf(message)
		assert.equal(error.code, code, message)
		assert.match(error.message, detail)
	}
})

test('a long message of the engine is cut', () => {
	assert.equal(refusalOf('x'.repeat(100_000)).message.length, 500)
})
