import type { Clock } from '@accord/protocol'

const keptMs = 10_000
const keptMax = 10_000

/**
 * Parts whose fill arrived but could not be accepted because of a failure of the service: their time-out does not count
 * against the maker. They are kept for 10 s, longer than any part stays open; beyond 10,000 none are added.
 */
export class ExcusedParts {
	readonly #clock: Pick<Clock, 'nowMs'>
	readonly #sinceMs = new Map<string, number>()

	constructor({ clock }: { clock: Pick<Clock, 'nowMs'> }) {
		this.#clock = clock
	}

	add(partId: string): void {
		if (this.#sinceMs.size < keptMax) this.#sinceMs.set(partId, this.#clock.nowMs())
	}

	ids(): string[] {
		const keptSinceMs = this.#clock.nowMs() - keptMs
		for (const [partId, sinceMs] of this.#sinceMs) if (sinceMs < keptSinceMs) this.#sinceMs.delete(partId)
		return [...this.#sinceMs.keys()]
	}
}
