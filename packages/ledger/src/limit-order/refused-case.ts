import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, TradeError } from '@accord/protocol'
import { networkId, type OrderParts, signedOrderHex } from '../../../../test/fixtures/limit-order.ts'
import { type CodecErrorCode, readSignedLimitOrder } from '../codec.ts'

/** An order that the ledger's own validation or the schema refuses; `instruction` says where. */
export type RefusedCase = { title: string; parts: OrderParts; code: ErrorCode | CodecErrorCode; instruction?: number }

/** One test per case; a violation that names an instruction says what was expected and what was found there. */
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
