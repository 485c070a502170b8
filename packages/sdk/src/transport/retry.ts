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

const retryAfterHeaders = new WeakMap<object, number>()

/**
 * How long the service asks clients to wait before repeating the request, in milliseconds; undefined if it does not
 * say.
 */
export function retryAfterMs(error: unknown): number | undefined {
	if (!(error instanceof TradeError)) return undefined
	const { retry_after_s: seconds } = error.extra
	return retryAfterHeaders.get(error) ?? (typeof seconds === 'number' ? seconds * 1000 : undefined)
}

/** Keeps the Retry-After header of the answer behind this error. */
export function rememberRetryAfter(error: Error, header: string | null): void {
	const seconds = header === null ? Number.NaN : Number(header)
	if (Number.isFinite(seconds) && seconds >= 0) retryAfterHeaders.set(error, seconds * 1000)
}
