import type { z } from 'zod'
import { type ErrorCode, isErrorCode } from '../error/error-table.ts'
import { TradeError, type Violation } from '../error/trade-error.ts'

/**
 * Reads a message by its schema.
 * @throws TradeError `unknown_field`, `validation_failed` or the code of a broken text such as `invalid_decimal`, with a JSON pointer to every field that is wrong
 */
export function parseWire<Schema extends z.ZodType>(schema: Schema, message: unknown): z.infer<Schema> {
	const result = schema.safeParse(message)
	if (result.success) return result.data
	throw fromIssues(result.error.issues)
}

const reportedMax = 100

/** What a schema found wrong, as one error that lists at most 100 places. */
export function fromIssues(issues: readonly z.core.$ZodIssue[]): TradeError {
	const [first, ...rest] = issues.flatMap(violationsOf).slice(0, reportedMax)
	if (first === undefined) return new TradeError('validation_failed')
	return TradeError.fromViolations([first, ...rest])
}

/** A JSON pointer (RFC 6901) to a place in a message. */
export function jsonPointer(path: readonly PropertyKey[]): string {
	return path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function violationsOf(issue: z.core.$ZodIssue): Violation[] {
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map(key => violation('unknown_field', [...issue.path, key], 'no such field'))
	}
	const code = issue.code === 'custom' ? issue.params?.code : undefined
	return [violation(isErrorCode(code) ? code : 'validation_failed', issue.path, issue.message)]
}

function violation(code: ErrorCode, path: readonly PropertyKey[], expected: string): Violation {
	return { code, item: { pointer: jsonPointer(path), expected } }
}
