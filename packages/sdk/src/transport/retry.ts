import { TradeError } from '@accord/protocol'
import { ConnectionError } from './connection-error.ts'

const retryableCodes = new Set<string>([
	'busy',
	'rate_limited',
	'database_unavailable',
	'ledger_unavailable',
	'shutting_down',
])

/** Whether the same call may succeed in a moment. */
export function isRetryable(error: unknown): boolean {
	return error instanceof ConnectionError || (error instanceof TradeError && retryableCodes.has(error.code))
}

/** How long to wait between attempts: from `minMs`, doubled after each failure, up to `maxMs`. */
export type Backoff = { readonly minMs: number; readonly maxMs: number }

/** From a tenth of a second up to 5 s. */
export const defaultBackoff: Backoff = { minMs: 100, maxMs: 5_000 }

/**
 * The wait in milliseconds before retry number `attempt`, counted from 0. Half of it is random, so that many clients do
 * not return at the same time; `random` returns a number in [0, 1).
 */
export function backoffMs({ minMs, maxMs }: Backoff, attempt: number, random: () => number): number {
	const full = Math.min(maxMs, minMs * 2 ** Math.min(attempt, 30))
	return Math.round(full / 2 + (random() * full) / 2)
}

/** A longer wait, which only a mistake can ask for, is cut: a stream must come back when the mistake is mended. */
const retryAfterMsMax = 300_000
const retryAfterHeaders = new WeakMap<object, number>()

/**
 * How long the service, or a proxy in front of it, asks clients to wait before repeating the request, in milliseconds,
 * at most 5 minutes; undefined if it does not say.
 */
export function retryAfterMs(error: unknown): number | undefined {
	if (!(error instanceof Error)) return undefined
	const seconds = error instanceof TradeError ? error.extra.retry_after_s : undefined
	const askedMs = retryAfterHeaders.get(error) ?? (typeof seconds === 'number' ? seconds * 1000 : undefined)
	return askedMs === undefined ? undefined : Math.min(askedMs, retryAfterMsMax)
}

/** Keeps the Retry-After header of the answer behind this error: seconds, or a date (RFC 9110, 10.2.3). */
export function rememberRetryAfter<E extends Error>(error: E, header: string | null | undefined): E {
	const waitMs = header ? readRetryAfter(header) : Number.NaN
	if (Number.isFinite(waitMs)) retryAfterHeaders.set(error, Math.max(0, waitMs))
	return error
}

function readRetryAfter(header: string): number {
	return /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
}
