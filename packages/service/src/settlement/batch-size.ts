const rowsMin = 100
const rowsMax = 5_000
const quickMs = 50
const slowMs = 200

/**
 * Takes rows in batches: larger ones while the database is quick, smaller ones once others would notice how long a batch
 * takes, or if it fails.
 */
export class BatchSize {
	readonly #nowMs: () => number
	#rows = rowsMin

	/** @param nowMs a clock that only runs forward */
	constructor(nowMs = () => performance.now()) {
		this.#nowMs = nowMs
	}

	/** Takes the next batch with `take`, which returns how many rows it took; whether there may be more. */
	async next(take: (limit: number) => Promise<number>): Promise<boolean> {
		const limit = this.#rows
		const startedMs = this.#nowMs()
		this.#rows = Math.max(rowsMin, Math.floor(limit / 2))
		const taken = await take(limit)
		const tookMs = this.#nowMs() - startedMs
		if (tookMs <= slowMs) this.#rows = tookMs < quickMs && taken === limit ? Math.min(rowsMax, 2 * limit) : limit
		return taken === limit
	}
}
