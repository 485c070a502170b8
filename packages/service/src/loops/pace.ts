import { setTimeout as sleep } from 'node:timers/promises'

const restPerItem = 10
const restMax = 20

/**
 * Lets work gather under load: after a run that took several items the next one begins 10 or 20 ms later, and takes more of them
 * for the same price. A run of one item is followed at once.
 */
export class Pace {
	#restsUntilMs = 0

	/** Reports a run, and how many items it took. */
	ran(items: number): void {
		if (items > 1) this.#restsUntilMs = performance.now() + Math.min(restMax, restPerItem * (items - 1))
	}

	/** Resolves when the next run may begin. */
	async turn(): Promise<void> {
		const leftMs = this.#restsUntilMs - performance.now()
		if (leftMs > 0) await sleep(Math.ceil(leftMs))
	}
}
