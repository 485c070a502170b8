import { bytesErrors } from './error-table/bytes-errors.ts'
import { fillErrors } from './error-table/fill-errors.ts'
import { judgementErrors } from './error-table/judgement-errors.ts'
import { requestErrors } from './error-table/request-errors.ts'
import { serviceErrors } from './error-table/service-errors.ts'

/** Whether the same request can succeed later: never, only when changed, or after waiting. */
export type Retry = 'never' | 'changed' | 'later'

/** What one error code means on every interface. */
export type ErrorEntry = {
	readonly httpStatus: number
	readonly jsonRpcCode: number
	readonly title: string
	/** For the docs: when it is reported, and what to do. */
	readonly meaning: string
	readonly retry: Retry
}

const table = {
	...requestErrors,
	...bytesErrors,
	...judgementErrors,
	...fillErrors,
	...serviceErrors,
} satisfies Record<string, ErrorEntry>

/** A code of the one table. */
export type ErrorCode = keyof typeof table

/** Every error there is. Its order is the precedence: of several broken rules the first one here is reported. */
export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = table

/** All codes, in the order of precedence. */
export const errorCodes = Object.keys(table) as readonly ErrorCode[]

const places = new Map<string, number>(errorCodes.map((code, place) => [code, place]))

/** The place of a code in the table: the lower one is reported first. */
export function precedence(code: ErrorCode): number {
	return places.get(code) ?? places.size
}

/** Whether the text is a code of the table: a server newer than its client may send others. */
export function isErrorCode(text: unknown): text is ErrorCode {
	return typeof text === 'string' && places.has(text)
}
