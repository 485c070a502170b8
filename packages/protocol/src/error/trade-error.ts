import type { ErrorItem } from './error-item.ts'
import { type ErrorCode, errorTable, precedence } from './error-table.ts'

/** A broken rule, before it becomes part of a {@link TradeError}. */
export type Violation = { readonly code: ErrorCode; readonly item: ErrorItem }

/** Members of the problem document that only some codes have, in wire names. A later version may send others. */
export type ErrorExtra = {
	/** `no_liquidity`: the largest amount of that token that would match, as a decimal string. */
	readonly largest_amount?: { readonly symbol: string; readonly amount: string } | undefined
	/** `insufficient_funds`: how much the account lacks, as a decimal string. */
	readonly missing_amount?: { readonly symbol: string; readonly amount: string } | undefined
	/** After how many seconds the same request may succeed. */
	readonly retry_after_s?: number | undefined
	/** `order_not_cancellable`: when the order expires, in seconds. */
	readonly expires_at?: number | undefined
	/** For a refused price book: your previous book of the pair was withdrawn. */
	readonly withdrawn?: boolean | undefined
	/**
	 * For a numbered log: the first number kept, the last number issued, and the incarnation of the log that they belong
	 * to.
	 */
	readonly first_sequence_number?: number | undefined
	readonly last_sequence_number?: number | undefined
	readonly incarnation?: string | undefined
	readonly [member: string]: unknown
}

export type TradeErrorOptions = {
	readonly errors?: readonly ErrorItem[]
	readonly extra?: ErrorExtra
	readonly requestId?: string | undefined
	readonly cause?: unknown
}

/** A refused request. Its code determines HTTP status, JSON-RPC code and title (decision 29). */
export class TradeError extends Error {
	readonly code: ErrorCode
	readonly errors: readonly ErrorItem[]
	readonly extra: ErrorExtra
	/** The service's name for the refused request; quote it when asking for help. Absent if no service refused it. */
	readonly requestId: string | undefined

	constructor(code: ErrorCode, detail?: string, options: TradeErrorOptions = {}) {
		super(detail ?? errorTable[code].title, options.cause === undefined ? undefined : { cause: options.cause })
		this.name = 'TradeError'
		this.code = code
		this.errors = options.errors ?? []
		this.extra = options.extra ?? {}
		this.requestId = options.requestId
	}

	/** One error for several violations: the table's order determines the code, and `errors` lists them as found. */
	static fromViolations(violations: readonly [Violation, ...Violation[]], extra: ErrorExtra = {}): TradeError {
		const first = violations.reduce((a, b) => (precedence(b.code) < precedence(a.code) ? b : a))
		const errors = violations.map(({ code, item }) => ({ rule: code, ...item }))
		return new TradeError(first.code, describe(first), { errors, extra })
	}
}

/** Whether a request was refused for what it asks, rather than because the service or the ledger was in trouble. */
export function isClientError(error: unknown): error is TradeError {
	return error instanceof TradeError && errorTable[error.code].httpStatus < 500
}

function describe({ code, item }: Violation): string {
	if (item.detail !== undefined) return item.detail
	const place = item.pointer ?? (item.instruction === undefined ? '' : `instruction ${item.instruction}`)
	const expected = item.expected === undefined ? '' : `expected ${item.expected}`
	const found = item.found === undefined ? '' : `found ${item.found}`
	const facts = [place, expected, found].filter(part => part !== '').join(', ')
	return facts === '' ? errorTable[code].title : `${errorTable[code].title}: ${facts}`
}
