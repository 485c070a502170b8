/** A statement in PostgreSQL's form, with its parameters as text. */
export type Statement = { readonly sql: string; readonly parameters: readonly (string | null)[] }

/** A statement's result; `affected` is present only for one that writes. */
export type Returned = {
	readonly command: string
	readonly affected?: number | undefined
	readonly rows: readonly Record<string, unknown>[]
}

/** A connection to PostgreSQL, used by one caller at a time. */
export type Session = {
	/**
	 * Runs statements one after another, all sent in one message. Each sees the effects of those before it, and what
	 * others had committed before it began; outside a transaction, each is independent of the others. Once all have run,
	 * the first failure is thrown.
	 */
	run(statements: readonly Statement[]): Promise<readonly Returned[]>
	/** `isBroken`: the connection must not be given to another caller. */
	release(isBroken: boolean): void
}

/** The source of connections. */
export type Sessions = {
	acquire(): Promise<Session>
	close(): Promise<void>
}

/** A parameter as text: arrays become array literals, for `= any($1)`, and plain objects become JSON. */
export function parameterText(value: unknown): string | null {
	if (value === null || value === undefined) return null
	if (typeof value === 'string') return value
	if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
	if (Array.isArray(value)) return `{${value.map(arrayElement).join(',')}}`
	if (isPlainObject(value)) return JSON.stringify(value)
	throw new TypeError(`a ${typeof value} cannot be a parameter of a statement`)
}

function isPlainObject(value: unknown): value is object {
	if (typeof value !== 'object' || value === null) return false
	const prototype: unknown = Object.getPrototypeOf(value)
	return prototype === Object.prototype || prototype === null
}

function arrayElement(value: unknown): string {
	const text = parameterText(value)
	return text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`
}

const writing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** How many rows a statement wrote. */
export function affectedBy(command: string, rows: number): number | undefined {
	return writing.has(command) ? rows : undefined
}
