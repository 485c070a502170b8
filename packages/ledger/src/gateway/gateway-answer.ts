// A Gateway's answers are checked where they are read: NaN would make every later comparison false.

/** A whole number, 0 or more. @throws Error */
export function readCount(value: unknown, field: string): number {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
	throw unreadable(field, 'a whole number', value)
}

export function readText(value: unknown, field: string): string {
	if (typeof value === 'string') return value
	throw unreadable(field, 'a text', value)
}

/** A point in time, in milliseconds. @throws Error */
export function readTime(value: unknown, field: string): number {
	const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN
	if (Number.isFinite(atMs)) return atMs
	throw unreadable(field, 'a time', value)
}

/** A decimal string, not negative. @throws Error */
export function readAmount(value: unknown, field: string): string {
	if (typeof value === 'string' && /^\d+(\.\d{1,18})?$/.test(value)) return value
	throw unreadable(field, 'an amount', value)
}

/** One of the given words. @throws Error */
export function readWord<Word extends string>(value: unknown, field: string, words: readonly Word[]): Word {
	const word = words.find(each => each === value)
	if (word !== undefined) return word
	throw unreadable(field, words.join(' or '), value)
}

const shownMax = 40

function unreadable(field: string, expected: string, found: unknown): Error {
	return new Error(`${field}: expected ${expected}, found ${String(found).slice(0, shownMax)}`)
}
