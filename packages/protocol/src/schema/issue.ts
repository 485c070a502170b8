// What is wrong with a message, in Zod's words, and whether reading goes on.

export type Issue = {
	code: string
	message: string
	path?: PropertyKey[]
	continue?: boolean | undefined
	keys?: string[]
}
export type Payload = { value: unknown; issues: Issue[]; aborted?: boolean }
export type Told =
	| string
	| { readonly error?: string; readonly path?: PropertyKey[]; readonly params?: unknown }
	| undefined
export type Json = Record<string, unknown>

export class ZodError extends Error {
	override readonly name = 'ZodError'
	readonly issues: readonly Issue[]

	constructor(issues: readonly Issue[]) {
		super(JSON.stringify(issues, null, 2))
		this.issues = issues
	}
}

/** Adds that a value is not of this type. */
export function refuse(payload: Payload, type: string, text?: string): Payload {
	payload.issues.push(mismatch(type, payload.value, text))
	return payload
}

export function mismatch(type: string, value: unknown, text?: string): Issue {
	const message = text ?? `Invalid input: expected ${type}, received ${typeOf(value)}`
	return { code: 'invalid_type', message }
}

function typeOf(value: unknown): string {
	if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
	if (value === null) return 'null'
	return Array.isArray(value) ? 'array' : typeof value
}

export function tooText(size: 'small' | 'big', what: string, limit: string): string {
	return `Too ${size}: expected ${what} to be ${limit}`
}

export function sizeText(size: 'small' | 'big', value: unknown, limit: string): string {
	const [what, unit] = typeof value === 'string' ? ['string', 'characters'] : ['array', 'items']
	return `Too ${size}: expected ${what} to have ${limit} ${unit}`
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
