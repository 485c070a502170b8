import type { JsonRpcErrorWire, ProblemWire } from '../wire/problem.ts'
import { errorTable, isErrorCode } from './error-table.ts'
import { type ErrorItem, TradeError } from './trade-error.ts'

/** The request that a problem document belongs to: `instance` is its path or JSON-RPC method. */
export type ProblemContext = { readonly instance?: string; readonly requestId?: string }

const typePrefix = 'urn:accord:error:'
const internalDetail = 'Something failed in the service. Report it with request_id.'
const ownMembers = new Set(['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'errors', 'success'])

/** The RFC 9457 document of any error. The message of an internal error, or of anything but a TradeError, is never shown. */
export function toProblem(error: unknown, { instance, requestId }: ProblemContext = {}): ProblemWire {
	const refusal = refusalOf(error)
	const { httpStatus, title } = errorTable[refusal.code]
	return {
		...refusal.extra,
		type: `${typePrefix}${refusal.code}`,
		title,
		status: httpStatus,
		detail: refusal.message,
		...(instance === undefined ? {} : { instance }),
		code: refusal.code,
		...(requestId === undefined ? {} : { request_id: requestId }),
		...(refusal.errors.length === 0 ? {} : { errors: [...refusal.errors] }),
	}
}

/** The JSON-RPC error object of any error; `data` is the same problem document (decision 28). */
export function toJsonRpcError(error: unknown, context?: ProblemContext): JsonRpcErrorWire {
	const data = toProblem(error, context)
	const { code } = refusalOf(error)
	return { code: errorTable[code].jsonRpcCode, message: errorTable[code].title, data }
}

/** The error that a problem document describes. A code that this version does not know becomes `internal`, and is kept in `extra.code`. */
export function fromProblem(problem: ProblemWire): TradeError {
	const errors = (problem.errors ?? []) as readonly ErrorItem[]
	const extra = Object.fromEntries(Object.entries(problem).filter(([name]) => !ownMembers.has(name)))
	const detail = problem.detail ?? problem.title
	if (isErrorCode(problem.code)) return new TradeError(problem.code, detail, { errors, extra })
	return new TradeError('internal', detail, { errors, extra: { ...extra, code: problem.code, status: problem.status } })
}

function refusalOf(error: unknown): TradeError {
	if (error instanceof TradeError && error.code !== 'internal') return error
	return new TradeError('internal', internalDetail)
}
