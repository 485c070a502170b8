import * as z from '#schema'
import { Amount } from '../amount/amount.ts'
import { message, type ValueOf } from '../message.ts'

/**
 * One violation: where it is (JSON pointer or instruction index), which rule is broken, what was expected and what was
 * found. Its names are those of the wire, where it is written as it is.
 */
export type ErrorItem = ValueOf<typeof ErrorItem>
export const ErrorItem = message({
	pointer: z.string().optional(),
	instruction: z.number().int().optional(),
	rule: z.string().optional(),
	expected: z.string().optional(),
	found: z.string().optional(),
	detail: z.string().optional(),
	missing_amount: Amount.wire.optional().describe('insufficient_funds: how much the account lacks.'),
})
