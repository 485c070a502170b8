import * as z from 'zod'
import { message, type ValueOf } from '../message.ts'

/** One violation: where (JSON pointer or instruction index), by which rule, what was expected and what was found. */
export type ErrorItem = ValueOf<typeof ErrorItem>
export const ErrorItem = message({
	pointer: z.string().optional(),
	instruction: z.number().int().optional(),
	rule: z.string().optional(),
	expected: z.string().optional(),
	found: z.string().optional(),
	detail: z.string().optional(),
})
