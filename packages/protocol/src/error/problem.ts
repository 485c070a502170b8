import * as z from '#schema'
import { Amount } from '../amount/amount.ts'
import { ErrorItem } from './error-item.ts'
import { errorMeanings } from './error-meanings.ts'
import { errorTable, isErrorCode } from './error-table.ts'
import { type ErrorExtra, TradeError } from './trade-error.ts'

/** RFC 9457 `application/problem+json` with our code; members beyond these are extensions such as `largest_amount`. */
export const problemWire = z.looseObject({
	type: z.string(),
	title: z.string(),
	status: z.number().int(),
	detail: z.string().optional(),
	instance: z.string().optional(),
	code: z.string(),
	request_id: z.string().optional(),
	errors: z.array(ErrorItem.wire).optional(),
})
export type ProblemWire = z.infer<typeof problemWire>

/** The members that only some codes have; a member of the wrong type counts as absent. */
const extraWire = z.looseObject({
	largest_amount: Amount.wire.optional().catch(undefined),
	missing_amount: Amount.wire.optional().catch(undefined),
	retry_after_s: z.number().optional().catch(undefined),
	expires_at: z.number().optional().catch(undefined),
	first_sequence_number: z.number().optional().catch(undefined),
	last_sequence_number: z.number().optional().catch(undefined),
	incarnation: z.string().optional().catch(undefined),
})

/** A JSON-RPC 2.0 error object whose `data` is the problem document. */
export const jsonRpcErrorWire = z.object({ code: z.number().int(), message: z.string(), data: problemWire.optional() })
export type JsonRpcError = z.infer<typeof jsonRpcErrorWire>

/** The request that a problem document belongs to: `instance` is its path or JSON-RPC method. */
export type ProblemContext = { readonly instance?: string; readonly requestId?: string }

const typePrefix = 'urn:accord:error:'
const internalDetail = 'Something failed in the service. Report it with request_id.'
const ownMembers = new Set(['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'errors', 'success'])

/**
 * The RFC 9457 document of any error. The message of an internal error, or of anything other than a TradeError, is
 * never shown.
 */
export function toProblem(error: unknown, { instance, requestId }: ProblemContext = {}): ProblemWire {
	const refusal = refusalOf(error)
	const { httpStatus, title } = errorTable[refusal.code]
	return {
		...refusal.extra,
		type: `${typePrefix}${refusal.code}`,
		title,
		status: httpStatus,
		// A refusal without words of its own says what its code means.
		detail: refusal.message === title ? errorMeanings[refusal.code] : refusal.message,
		...(instance === undefined ? {} : { instance }),
		code: refusal.code,
		...(requestId === undefined ? {} : { request_id: requestId }),
		...(refusal.errors.length === 0 ? {} : { errors: [...refusal.errors] }),
	}
}

/** The JSON-RPC error object of any error; `data` is the same problem document (decision 28). */
export function toJsonRpcError(error: unknown, context?: ProblemContext): JsonRpcError {
	const data = toProblem(error, context)
	const { code } = refusalOf(error)
	return { code: errorTable[code].jsonRpcCode, message: errorTable[code].title, data }
}

/** The error that a problem document describes. A code that this version does not know becomes `internal`, and is kept in `extra.code`. */
export function fromProblem(problem: ProblemWire): TradeError {
	const errors = problem.errors ?? []
	const extra = readExtra(problem)
	const options = { errors, requestId: problem.request_id }
	const detail = problem.detail ?? problem.title
	if (isErrorCode(problem.code)) return new TradeError(problem.code, detail, { ...options, extra })
	const unknown = { ...extra, code: problem.code, status: problem.status }
	return new TradeError('internal', detail, { ...options, extra: unknown })
}

function readExtra(problem: ProblemWire): ErrorExtra {
	const members = Object.entries(problem).filter(([name]) => !ownMembers.has(name))
	const read = Object.entries(extraWire.parse(Object.fromEntries(members)))
	return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

function refusalOf(error: unknown): TradeError {
	if (error instanceof TradeError && error.code !== 'internal') return error
	return new TradeError('internal', internalDetail)
}
