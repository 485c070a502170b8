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
