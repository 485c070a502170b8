import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, TradeError } from '@accord/protocol'
import { goodHeader, type OrderParts } from '../../../../test/fixtures/limit-order.ts'
import { type ValidationRules, validateOrder } from '../intents/validate-order.ts'
import { rules, signedOrder } from './order-fixture.ts'

export { edited, inserted, rebate } from '../../../../test/fixtures/limit-order.ts'

/** An order to validate: how it differs from a valid one, and how the rules differ from the default. */
export type OrderCase = { title: string; parts: OrderParts; rules?: Partial<ValidationRules> }
/** An order that is refused; `instruction` is the index of the violation. */
export type RefusedCase = OrderCase & { code: ErrorCode; instruction?: number }

/** The result of validating an order: the validated order, or the code and all errors of its refusal. */
export function verdict({ parts, rules: change }: OrderCase) {
	try {
		return { validated: validateOrder({ ...rules, ...change }, signedOrder(parts)) }
	} catch (error) {
		if (!(error instanceof TradeError)) throw error
		return { code: error.code, errors: error.errors }
	}
}

/** One test per case; a violation that names an instruction must have `expected` and `found`. */
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

/** The valid header with a change. */
export const header = (change: Partial<typeof goodHeader>) => ({ header: { ...goodHeader, ...change } })
