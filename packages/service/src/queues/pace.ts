import { setTimeout as sleep } from 'node:timers/promises'

const soonMs = 10
const restMinMs = 20
const restPerItemMs = 10
// Longer than most runs under load, and much shorter than the wait for a lock.
const runAloneMs = 100

/**
 * Lets work accumulate under load. After a run that took several items or came soon after the previous one, the next
 * begins 20 to 40 ms later: it takes everything that has arrived, at little more than the cost of one item. Occasional
 * work never waits.
 */
export class Pace {
	readonly #restMaxMs: number
	#ranAtMs = Number.NEGATIVE_INFINITY
	#restsUntilMs = Number.NEGATIVE_INFINITY

	/** @param restMaxMs the longest wait before the next run; less if runs are cheap */
	constructor({ restMaxMs = 40 }: { restMaxMs?: number } = {}) {
		this.#restMaxMs = restMaxMs
	}

	/** Reports a run that begins: the next one waits until it has ended, for at most 100 ms. */
	began(nowMs = performance.now()): void {
		this.#restsUntilMs = nowMs + runAloneMs
	}

	/** Reports a run that has ended, and how many items it took. */
	ran(items: number, nowMs = performance.now()): void {
		if (items === 0) return
		const isLoaded = items > 1 || nowMs - this.#ranAtMs < soonMs
		this.#restsUntilMs = nowMs + (isLoaded ? this.#restAfter(items) : 0)
		this.#ranAtMs = nowMs
	}

	/** How long the next run has to wait, in milliseconds. */
	leftMs(nowMs = performance.now()): number {
		return Math.max(0, this.#restsUntilMs - nowMs)
	}

	/** Resolves when the next run may begin. */
	async turn(): Promise<void> {
		const leftMs = this.leftMs()
		if (leftMs > 0) await sleep(Math.ceil(leftMs))
	}

	#restAfter(items: number): number {
		return Math.min(this.#restMaxMs, Math.max(restMinMs, restPerItemMs * items))
	}
}
