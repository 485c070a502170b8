import assert from 'node:assert/strict'
import { type ErrorCode, TradeError } from '@accord/protocol'

/** Checks that a request is refused with this code. */
export async function refusedWith(code: ErrorCode, request: Promise<unknown>): Promise<TradeError> {
	const error = await request.then(
		answer => assert.fail(`expected ${code}, but it was accepted: ${JSON.stringify(answer)}`),
		(refusal: unknown) => refusal,
	)
	assert.ok(error instanceof TradeError, `expected ${code}, found ${error}`)
	assert.equal(error.code, code, error.message)
	return error
}
