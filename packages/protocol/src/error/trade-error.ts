import { type ErrorCode, errorTable, precedence } from './error-table.ts'

/** One violation as it appears in `errors[]`: where (JSON pointer or instruction index), which rule, what was expected and found. */
export type ErrorItem = {
	readonly pointer?: string
	readonly instruction?: number
	readonly rule?: string
	readonly expected?: string
	readonly found?: string
	readonly detail?: string
}

/** A broken rule, before it becomes part of a {@link TradeError}. */
export type Violation = { readonly code: ErrorCode; readonly item: ErrorItem }

export type TradeErrorOptions = {
	readonly errors?: readonly ErrorItem[]
	/** Extension members of the problem document, in wire names, such as `largest_amount`. */
	readonly extra?: Readonly<Record<string, unknown>>
	readonly cause?: unknown
}

/** A refused request. Its code determines HTTP status, JSON-RPC code and title (decision 29). */
export class TradeError extends Error {
	readonly code: ErrorCode
	readonly errors: readonly ErrorItem[]
	readonly extra: Readonly<Record<string, unknown>>

	constructor(code: ErrorCode, detail?: string, options: TradeErrorOptions = {}) {
		super(detail ?? errorTable[code].title, options.cause === undefined ? undefined : { cause: options.cause })
		this.name = 'TradeError'
		this.code = code
		this.errors = options.errors ?? []
		this.extra = options.extra ?? {}
	}

	/** One error for several violations: the table's order decides the code, and `errors` lists all of them as found. */
	static fromViolations(
		violations: readonly [Violation, ...Violation[]],
		extra: Readonly<Record<string, unknown>> = {},
	): TradeError {
		const first = violations.reduce((a, b) => (precedence(b.code) < precedence(a.code) ? b : a))
		const errors = violations.map(({ code, item }) => ({ rule: code, ...item }))
		return new TradeError(first.code, describe(first), { errors, extra })
	}
}

function describe({ code, item }: Violation): string {
	if (item.detail !== undefined) return item.detail
	const place = item.pointer ?? (item.instruction === undefined ? '' : `instruction ${item.instruction}`)
	const expected = item.expected === undefined ? '' : `expected ${item.expected}`
	const found = item.found === undefined ? '' : `found ${item.found}`
	const facts = [place, expected, found].filter(part => part !== '').join(', ')
	return facts === '' ? errorTable[code].title : `${errorTable[code].title}: ${facts}`
}
