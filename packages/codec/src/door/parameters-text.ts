import { CodecError } from './codec-error.ts'

/** More than any manifest, payload or preview that the codec accepts. */
const charactersMax = 16 * 1024 * 1024

/**
 * Parameters as JSON. JSON would turn NaN and Infinity into null, which reads as absent: an expiry of NaN would be none. So
 * every number must be a safe integer. Null and undefined are absent.
 * @throws CodecError `bad_argument`, `too_large`
 */
export function parametersText(parameters: readonly unknown[]): string {
	const text = write(parameters)
	if (text.length > charactersMax)
		throw new CodecError('too_large', `${text.length} characters; at most ${charactersMax} are accepted`)
	return text
}

function write(parameters: readonly unknown[]): string {
	try {
		// Nearly all calls: without a function to ask about each value it is a copy.
		if (parameters.every(isPlain)) return JSON.stringify(parameters)
		return JSON.stringify(parameters, requireSafeInteger)
	} catch (cause) {
		if (cause instanceof CodecError) throw cause
		// A cycle, a bigint, or nested deeper than the stack.
		throw new CodecError('bad_argument', `not plain data: ${String(cause)}`, { cause })
	}
}

function isPlain(value: unknown): boolean {
	return typeof value === 'string' || Number.isSafeInteger(value)
}

function requireSafeInteger(key: string, value: unknown): unknown {
	if (typeof value === 'number' && !Number.isSafeInteger(value))
		throw new CodecError('bad_argument', `${key} is ${value}, not a whole number within ±(2⁵³ − 1)`)
	return value
}
