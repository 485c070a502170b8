import { setTimeout as sleep } from 'node:timers/promises'

const restMs = 20

/**
 * Lets work gather under load: a run that took several items, or that came soon after the one before, rests for 20 ms, and the next
 * one takes all that has come by then for little more than the price of one. Work that comes now and then never waits.
 */
export class Pace {
	#ranAtMs = Number.NEGATIVE_INFINITY
	#restsUntilMs = Number.NEGATIVE_INFINITY

	/** Reports a run, and how many items it took. */
	ran(items: number): void {
		if (items === 0) return
		const nowMs = performance.now()
		if (items > 1 || nowMs - this.#ranAtMs < restMs) this.#restsUntilMs = nowMs + restMs
		this.#ranAtMs = nowMs
	}

	/** Resolves when the next run may begin. */
	async turn(): Promise<void> {
		const leftMs = this.#restsUntilMs - performance.now()
		if (leftMs > 0) await sleep(Math.ceil(leftMs))
	}
}
