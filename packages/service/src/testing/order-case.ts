import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, TradeError } from '@accord/protocol'
import { goodHeader, type OrderParts } from '../../../../test/fixtures/limit-order.ts'
import { type ValidationRules, validateOrder } from '../intents/validate-order.ts'
import { rules, signedOrder } from './order-fixture.ts'

export { edited, inserted, rebate } from '../../../../test/fixtures/limit-order.ts'

/** An order to judge, and what is special about it or about the rules it is held against. */
export type OrderCase = { title: string; parts: OrderParts; rules?: Partial<ValidationRules> }
/** One that is refused; `instruction` is where. */
export type RefusedCase = OrderCase & { code: ErrorCode; instruction?: number }

/** What becomes of an order: the validated one, or the code and all errors of its refusal. */
export function verdict({ parts, rules: change }: OrderCase) {
	try {
		return { validated: validateOrder({ ...rules, ...change }, signedOrder(parts)) }
	} catch (error) {
		if (!(error instanceof TradeError)) throw error
		return { code: error.code, errors: error.errors }
	}
}

/** One test for each case; a refusal that names an instruction says what was expected there and what was found. */
export function testRefusals(cases: readonly RefusedCase[]): void {
	for (const one of cases) {
		test(`error: ${one.title} is refused as ${one.code}`, () => {
			const { code, errors } = verdict(one)
			assert.equal(code, one.code, JSON.stringify(errors))
			if (one.instruction === undefined) return
			const named = errors?.find(error => error.instruction === one.instruction)
			assert.ok(named?.expected !== undefined && named.found !== undefined, JSON.stringify(errors))
		})
	}
}

/** A good header with a change. */
export const header = (change: Partial<typeof goodHeader>) => ({ header: { ...goodHeader, ...change } })
