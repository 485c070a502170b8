/** The only source of time: the process's entry creates one, and a test network shares one that it can advance. */
export type Clock = {
	/** Milliseconds since the Unix epoch. */
	nowMs(): number
	/** Runs `fn` once the clock has reached `ms` (immediately if it already has); the returned function cancels it. */
	wakeAt(ms: number, fn: () => void): () => void
}
