/** The only source of time: the process's entry makes one, a test network shares one that it can advance. */
export type Clock = {
	/** Milliseconds since the Unix epoch. */
	nowMs(): number
	/** Runs `fn` once when the clock has reached `ms` (at once if it has already); the returned function cancels it. */
	wakeAt(ms: number, fn: () => void): () => void
}
