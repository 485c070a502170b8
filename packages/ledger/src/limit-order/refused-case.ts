import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, TradeError } from '@accord/protocol'
import { networkId, type OrderParts, signedOrderHex } from '../../../../test/fixtures/limit-order.ts'
import { type CodecErrorCode, readSignedLimitOrder } from '../codec.ts'

/** An order that is refused, by the ledger's own validation or by the schema; `instruction` is where. */
export type RefusedCase = { title: string; parts: OrderParts; code: ErrorCode | CodecErrorCode; instruction?: number }

/** One test for each case; a violation that names an instruction says what was expected there and what was found. */
export function testRefusals(cases: readonly RefusedCase[]): void {
	for (const one of cases) {
		test(`error: ${one.title} is refused as ${one.code}`, () => {
			const { code, errors } = refusalOf(one.parts)
			assert.equal(code, one.code, JSON.stringify(errors))
			if (one.instruction === undefined) return
			const named = errors?.find(error => error.instruction === one.instruction)
			assert.ok(named?.expected !== undefined && named.found !== undefined, JSON.stringify(errors))
		})
	}
}

function refusalOf(parts: OrderParts): Partial<Pick<TradeError, 'code' | 'errors'>> {
	try {
		const [first, ...others] = readSignedLimitOrder(signedOrderHex(parts), networkId).reading.violations
		return first === undefined ? {} : TradeError.fromViolations([first, ...others])
	} catch (error) {
		return error as { code: ErrorCode }
	}
}
