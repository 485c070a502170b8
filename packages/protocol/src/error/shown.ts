const wholeMax = 40
const beginning = 16
const membersMax = 6

/**
 * A value that someone passed, in a few words for an error text: `"1e3"`, `the number 100`, `an object {symbol}`, or
 * `nothing`. Of a long text only its beginning is shown.
 */
export function shown(value: unknown): string {
	if (value === undefined) return 'nothing'
	if (typeof value === 'string') return shownText(value)
	if (typeof value === 'number') return `the number ${value}`
	if (typeof value === 'bigint') return `the bigint ${value}n`
	if (typeof value === 'function') return 'a function'
	if (typeof value !== 'object' || value === null) return String(value)
	if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
	if (value instanceof Date) return 'a Date'
	if (isBytes(value)) return "bytes: write them as hexadecimal text, as in Buffer.from(bytes).toString('hex')"
	const names = Object.keys(value)
	return `an object {${names
		.slice(0, membersMax)
		.join(', ')
		.slice(0, wholeMax * 2)}${names.length > membersMax ? ', …' : ''}}`
}

function shownText(text: string): string {
	return text.length <= wholeMax ? `"${text}"` : `"${text.slice(0, beginning)}…" of ${text.length} characters`
}

/** Bytes, or a Buffer as JSON writes it. */
function isBytes(value: object): boolean {
	return ArrayBuffer.isView(value) || ('type' in value && value.type === 'Buffer' && 'data' in value)
}
