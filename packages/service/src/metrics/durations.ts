/** Upper bounds of the buckets, in seconds; the last bucket has none. */
export const boundsS: readonly number[] = [
	0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
]

/** A histogram of durations as plain numbers, read only when metrics are requested. */
export class Durations {
	/** The count in each bucket, not cumulative. */
	readonly buckets: number[] = new Array(boundsS.length + 1).fill(0)
	count = 0
	sumS = 0

	/** Counts a duration. */
	observe(ms: number): void {
		const seconds = ms / 1000
		let bucket = 0
		while (bucket < boundsS.length && seconds > (boundsS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
		this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1
		this.count += 1
		this.sumS += seconds
	}

	/** Runs `work` and counts how long it took, whether it succeeded or not. */
	async time<T>(work: () => Promise<T>): Promise<T> {
		const before = performance.now()
		try {
			return await work()
		} finally {
			this.observe(performance.now() - before)
		}
	}
}
