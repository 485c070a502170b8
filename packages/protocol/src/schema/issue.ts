// What is wrong with a message, in Zod's words, and whether reading goes on.

/** An issue as Zod makes it, with a message where the schema or the rule has its own text. */
export type Issue = {
	readonly code: string
	message?: string | undefined
	path?: PropertyKey[]
	readonly continue?: boolean
	readonly input?: unknown
	readonly inst?: unknown
	readonly expected?: string
	readonly values?: readonly unknown[]
	readonly origin?: string
	readonly minimum?: number
	readonly maximum?: number
	readonly inclusive?: boolean
	readonly pattern?: string
	readonly keys?: readonly string[]
	readonly params?: unknown
	readonly errors?: readonly (readonly Issue[])[]
}
export type Payload = { value: unknown; issues: Issue[]; aborted?: boolean }
export type Told =
	| string
	| { readonly error?: string; readonly path?: PropertyKey[]; readonly params?: unknown }
	| undefined
export type Json = Record<string, unknown>
/** Texts for issues that have none of their own. */
export type Wording = ((issue: Issue) => string) | undefined

export class ZodError extends Error {
	override readonly name = 'ZodError'
	readonly issues: readonly Issue[]

	constructor(issues: readonly Issue[]) {
		super(JSON.stringify(issues, null, 2))
		this.issues = issues
	}
}

/** An issue as it is shown: with a text. */
export function worded({ continue: _, ...issue }: Issue, wording: Wording): Issue {
	const errors = issue.errors?.map(option => option.map(each => worded(each, wording)))
	const whole = errors === undefined ? issue : { ...issue, errors }
	const message = issue.message ?? wording?.(whole) ?? english(whole)
	const { inst, input, ...shown } = whole
	return { ...shown, path: issue.path ?? [], message }
}

/** Adds that a value is not of this type. */
export function refuse(payload: Payload, expected: string, parts: Pick<Issue, 'message' | 'inst'> = {}): Payload {
	payload.issues.push({ code: 'invalid_type', expected, input: payload.value, ...parts })
	return payload
}

export function textOf(told: Told): string | undefined {
	return typeof told === 'object' ? told.error : told
}

export function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether later rules are skipped. */
export function isAborted({ aborted, issues }: Payload): boolean {
	return aborted === true || issues.some(issue => issue.continue !== true)
}

/** Whether even the rules about lengths are skipped. */
export function isEnded({ aborted, issues }: Payload): boolean {
	return aborted === true || issues.some(issue => issue.continue === false)
}

function english(issue: Issue): string {
	const { code, expected, input, values = [], keys = [], pattern } = issue
	if (code === 'invalid_type') return `Invalid input: expected ${expected}, received ${typeOf(input)}`
	if (code === 'invalid_value' && values.length === 1) return `Invalid input: expected ${values.map(quoted)}`
	if (code === 'invalid_value') return `Invalid option: expected one of ${values.map(quoted).join('|')}`
	if (code === 'too_small') return sizeText('Too small', `>${issue.inclusive ? '=' : ''}${issue.minimum}`, issue)
	if (code === 'too_big') return sizeText('Too big', `<=${issue.maximum}`, issue)
	if (code === 'invalid_format') return `Invalid string: must match pattern ${pattern}`
	if (code === 'unrecognized_keys')
		return `Unrecognized key${keys.length > 1 ? 's' : ''}: ${keys.map(quoted).join(', ')}`
	return code === 'invalid_key' ? 'Invalid key in record' : 'Invalid input'
}

function sizeText(what: string, limit: string, { origin }: Issue): string {
	const unit = origin === 'string' ? 'characters' : origin === 'array' ? 'items' : undefined
	return `${what}: expected ${origin} to ${unit === undefined ? `be ${limit}` : `have ${limit} ${unit}`}`
}

function quoted(value: unknown): string {
	return typeof value === 'string' ? `"${value}"` : String(value)
}

function typeOf(value: unknown): string {
	if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
	if (value === null) return 'null'
	return Array.isArray(value) ? 'array' : typeof value
}
