import { TradeError } from '@accord/protocol'
import { ConnectionError } from './connection-error.ts'

const passing = new Set<string>(['busy', 'rate_limited', 'database_unavailable', 'ledger_unavailable', 'shutting_down'])

/** Whether the same call may succeed in a moment. */
export function isRetryable(error: unknown): boolean {
	return error instanceof ConnectionError || (error instanceof TradeError && passing.has(error.code))
}

/** How long to wait before the next try: doubles from `minMs` up to `maxMs`, half of it random, so that many clients do not come back at once. */
export type Backoff = { minMs: number; maxMs: number }

/** From a tenth of a second up to 5 s. */
export const defaultBackoff: Backoff = { minMs: 100, maxMs: 5_000 }

/**
 * The pause before try number `attempt` (0 is the first one after a failure), in milliseconds.
 * `random` gives a number in [0, 1); the answer lies between half of the doubled pause and all of it.
 */
export function backoffMs({ minMs, maxMs }: Backoff, attempt: number, random: () => number): number {
	const full = Math.min(maxMs, minMs * 2 ** Math.min(attempt, 30))
	return Math.round(full / 2 + (random() * full) / 2)
}

const remembered = new WeakMap<object, number>()

/** How long the service asks to wait before the same request is sent again, in milliseconds; undefined when it did not say. */
export function retryAfterMs(error: unknown): number | undefined {
	if (!(error instanceof TradeError)) return undefined
	const { retry_after_s: seconds } = error.extra
	return remembered.get(error) ?? (typeof seconds === 'number' ? seconds * 1000 : undefined)
}

/** Keeps what an answer's Retry-After header said beside the error that it was. */
export function rememberRetryAfter(error: Error, header: string | null): void {
	const seconds = header === null ? Number.NaN : Number(header)
	if (Number.isFinite(seconds) && seconds >= 0) remembered.set(error, seconds * 1000)
}
