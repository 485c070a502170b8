import { CodecError } from './codec-error.ts'

/** More than any manifest, payload or preview that the codec accepts. */
const charactersMax = 16 * 1024 * 1024

/**
 * Parameters as JSON. If the first parameter is text, it may be long, so it is null in the JSON and follows unescaped
 * after a line break. JSON would turn NaN and Infinity into null, which reads as absent: an expiry of NaN would mean no
 * expiry. So every number must be a safe integer. Null and undefined are absent.
 * @throws CodecError `bad_argument`, `too_large`
 */
export function parametersText(parameters: readonly unknown[]): string {
	const [first, ...others] = parameters
	const text = isText(first) ? `${writeBefore(others)}\n${first}` : write(parameters)
	if (text.length > charactersMax)
		throw new CodecError('too_large', `${text.length} characters; at most ${charactersMax} are accepted`)
	return text
}

/** Encoding would replace half of a surrogate pair with another character; in JSON it is refused. */
function isText(value: unknown): value is string {
	return typeof value === 'string' && value.isWellFormed()
}

function writeBefore(others: readonly unknown[]): string {
	const [networkId] = others
	const isUsual = others.length === 1 && Number.isSafeInteger(networkId)
	return isUsual ? `[null,${networkId}]` : write([null, ...others])
}

function write(parameters: readonly unknown[]): string {
	try {
		return JSON.stringify(parameters, requireSafeInteger)
	} catch (cause) {
		if (cause instanceof CodecError) throw cause
		// A cycle, a bigint, or nesting deeper than the stack.
		throw new CodecError('bad_argument', `not plain data: ${String(cause)}`, { cause })
	}
}

function requireSafeInteger(key: string, value: unknown): unknown {
	if (typeof value === 'number' && !Number.isSafeInteger(value))
		throw new CodecError('bad_argument', `${key} is ${value}, not a whole number within ±(2⁵³ − 1)`)
	return value
}
