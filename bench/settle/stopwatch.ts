import { monotonicMs } from './monotonic.ts'

export type Entry = { kind: string; startedMs: number; endedMs: number }

/** Records when each kind of work was running. */
export class Stopwatch {
	readonly #entries: Entry[] = []

	/** The recording so far, from which a stopwatch in another process can continue. */
	static from(entries: readonly Entry[]): Stopwatch {
		const stopwatch = new Stopwatch()
		stopwatch.#entries.push(...entries)
		return stopwatch
	}

	get entries(): readonly Entry[] {
		return this.#entries
	}

	add(kind: string, startedMs: number): void {
		this.#entries.push({ kind, startedMs, endedMs: monotonicMs() })
	}

	async time<T>(kind: string, work: () => Promise<T>): Promise<T> {
		const startedMs = monotonicMs()
		try {
			return await work()
		} finally {
			this.add(kind, startedMs)
		}
	}

	/** The same for work that is done when it returns. */
	timeCall<T>(kind: string, work: () => T): T {
		const startedMs = monotonicMs()
		try {
			return work()
		} finally {
			this.add(kind, startedMs)
		}
	}

	/** How long work of these kinds was running within a span; overlapping work counts once. */
	within(kinds: readonly string[], fromMs: number, toMs: number): number {
		let total = 0
		let coveredToMs = fromMs
		for (const { kind, startedMs, endedMs } of this.#entries.toSorted((a, b) => a.startedMs - b.startedMs)) {
			if (!kinds.includes(kind)) continue
			const start = Math.max(startedMs, coveredToMs)
			const end = Math.min(endedMs, toMs)
			if (end <= start) continue
			total += end - start
			coveredToMs = end
		}
		return total
	}

	/** How many pieces of a kind of work began within a span. */
	count(kind: string, fromMs: number, toMs: number): number {
		return this.#entries.filter(entry => entry.kind === kind && entry.startedMs >= fromMs && entry.startedMs <= toMs)
			.length
	}

	/** How long each piece of a kind of work took. */
	durations(kind: string): number[] {
		return this.#entries.filter(entry => entry.kind === kind).map(({ startedMs, endedMs }) => endedMs - startedMs)
	}

	reset(): void {
		this.#entries.length = 0
	}
}
