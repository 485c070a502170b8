/**
 * The text in which a parameter is sent to Postgres: the same for both drivers.
 * Arrays become array literals, for `= any($1)`; plain objects JSON.
 */
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
