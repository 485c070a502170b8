import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, TradeError } from '@accord/protocol'
import { type ValidationRules, validateOrder } from '../intents/validate-order.ts'
import { goodHeader, type OrderParts, rules, signedOrder } from './order-fixture.ts'

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

/** Another line in place of the one there. */
export const replaced = (at: number, line: string) => (lines: string[]) => lines.with(at, line)

/** Without one line. */
export const without = (at: number) => (lines: string[]) => lines.toSpliced(at, 1)

/** More lines in front of the one there. */
export const inserted =
	(at: number, ...extra: string[]) =>
	(lines: string[]) =>
		lines.toSpliced(at, 0, ...extra)

/** One piece of text of a line replaced. */
export const edited = (at: number, from: string, to: string) => (lines: string[]) => {
	const line = lines[at] ?? ''
	assert.ok(line.includes(from), `${line} has no ${from}`)
	return lines.with(at, line.replace(from, to))
}

/** The optional assertion before step 8. */
export const rebate = (resource: string, amount = '0') =>
	`ASSERT_NEXT_CALL_RETURNS_ONLY Map<Address, Enum>(Address("${resource}") => Enum<ResourceConstraint::AtLeastAmount>(Decimal("${amount}")));`

/** A good header with a change. */
export const header = (change: Partial<typeof goodHeader>) => ({ header: { ...goodHeader, ...change } })
