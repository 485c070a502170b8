import { bytesErrors } from './table/bytes-errors.ts'
import type { ErrorEntry } from './table/error-entry.ts'
import { fillErrors } from './table/fill-errors.ts'
import { operatorErrors } from './table/operator-errors.ts'
import { requestErrors } from './table/request-errors.ts'
import { serviceErrors } from './table/service-errors.ts'
import { validationErrors } from './table/validation-errors.ts'

export type { ErrorEntry, Retry } from './table/error-entry.ts'

const table = {
	...requestErrors,
	...bytesErrors,
	...validationErrors,
	...fillErrors,
	...operatorErrors,
	...serviceErrors,
} satisfies Record<string, ErrorEntry>

/** The code of an error in the table. */
export type ErrorCode = keyof typeof table

/** Every error. The order is the precedence: when several rules are broken, the one that comes first here is reported. */
export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = table

/** All codes, in the order of precedence. */
export const errorCodes = Object.keys(table) as readonly ErrorCode[]

const places = new Map<string, number>(errorCodes.map((code, place) => [code, place]))

/** A code's position in the table: the lowest is reported. */
export function precedence(code: ErrorCode): number {
	return places.get(code) ?? places.size
}

/** Whether the text is a code in the table. A server that is newer than its client may send others. */
export function isErrorCode(text: unknown): text is ErrorCode {
	return typeof text === 'string' && places.has(text)
}
