import type { Clock } from '@accord/protocol'

const keptMs = 10_000
const keptMax = 10_000
const nearMs = 5_000
const troublesMax = 64

/**
 * Parts whose fill arrived but could not be accepted while the service was in trouble: their time-out does not count against
 * the maker. A failure that only the maker's own fill met excuses nothing, since a maker can cause it. Parts are kept for 10 s,
 * longer than any stays open; beyond 10,000 none are added.
 */
export class ExcusedParts {
	readonly #clock: Pick<Clock, 'nowMs'>
	readonly #failedAtMs = new Map<string, number>()
	/** Seconds in which the service was in trouble, oldest first. */
	readonly #troubles = new Set<number>()

	constructor({ clock }: { clock: Pick<Clock, 'nowMs'> }) {
		this.#clock = clock
	}

	/** Notes that the service could not accept the fill of a part. */
	add(partId: string): void {
		if (this.#failedAtMs.size < keptMax) this.#failedAtMs.set(partId, this.#clock.nowMs())
	}

	/** Notes a failure that no client can cause: a loop's run has failed, or the ledger's state could not be read. */
	noteTrouble(): void {
		const second = Math.floor(this.#clock.nowMs() / 1000)
		this.#troubles.delete(second)
		this.#troubles.add(second)
		const [oldest] = this.#troubles
		if (oldest !== undefined && this.#troubles.size > troublesMax) this.#troubles.delete(oldest)
	}

	/** Those that failed within 5 s of some trouble of the service. */
	ids(): string[] {
		const keptSinceMs = this.#clock.nowMs() - keptMs
		for (const [partId, atMs] of this.#failedAtMs) if (atMs < keptSinceMs) this.#failedAtMs.delete(partId)
		return [...this.#failedAtMs].filter(([, atMs]) => this.#wasInTrouble(atMs)).map(([partId]) => partId)
	}

	#wasInTrouble(atMs: number): boolean {
		return [...this.#troubles].some(second => Math.abs(second * 1000 - atMs) <= nearMs)
	}
}
