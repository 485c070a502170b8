import { bytesErrors } from './error-table/bytes-errors.ts'
import type { ErrorEntry } from './error-table/error-entry.ts'
import { fillErrors } from './error-table/fill-errors.ts'
import { judgementErrors } from './error-table/judgement-errors.ts'
import { operatorErrors } from './error-table/operator-errors.ts'
import { requestErrors } from './error-table/request-errors.ts'
import { serviceErrors } from './error-table/service-errors.ts'

export type { ErrorEntry, Retry } from './error-table/error-entry.ts'

const table = {
	...requestErrors,
	...bytesErrors,
	...judgementErrors,
	...fillErrors,
	...operatorErrors,
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
