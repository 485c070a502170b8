import { z } from 'zod'

/** One thing found wrong: where, by which rule, what was expected and what was found. */
export const errorItemWire = z.object({
	pointer: z.string().optional(),
	instruction: z.number().int().optional(),
	rule: z.string().optional(),
	expected: z.string().optional(),
	found: z.string().optional(),
	detail: z.string().optional(),
})
export type ErrorItemWire = z.infer<typeof errorItemWire>

/** RFC 9457 `application/problem+json` with our code; members beyond these are extensions such as `largest_amount`. */
export const problemWire = z.looseObject({
	type: z.string(),
	title: z.string(),
	status: z.number().int(),
	detail: z.string().optional(),
	instance: z.string().optional(),
	code: z.string(),
	request_id: z.string().optional(),
	errors: z.array(errorItemWire).optional(),
})
export type ProblemWire = z.infer<typeof problemWire>

/** A JSON-RPC 2.0 error object whose `data` is the problem document. */
export const jsonRpcErrorWire = z.object({ code: z.number().int(), message: z.string(), data: problemWire.optional() })
export type JsonRpcErrorWire = z.infer<typeof jsonRpcErrorWire>
