/** The most that one step counts: an attempt and the pause after it are shorter unless the computer slept in between. */
const stepMsMax = 30_000

/**
 * Decides when to give up a service that does not answer. Time counts from the first failure after contact, so an
 * interrupted stream is tried at least once more, however long it was quiet. A computer's sleep counts as one step.
 */
export class Patience {
	readonly #giveUpAfterMs: number
	#failingForMs = 0
	#lastStepMs: number | undefined

	/** The first attempt counts from now. */
	constructor(giveUpAfterMs: number) {
		this.#giveUpAfterMs = giveUpAfterMs
		this.#lastStepMs = performance.now()
	}

	/** The service has answered. */
	heard(): void {
		this.#failingForMs = 0
		this.#lastStepMs = undefined
	}

	/** Counts a failure; returns whether to try again. */
	allowsRetry(): boolean {
		const nowMs = performance.now()
		const isFirst = this.#lastStepMs === undefined
		this.#failingForMs += Math.min(stepMsMax, nowMs - (this.#lastStepMs ?? nowMs))
		this.#lastStepMs = nowMs
		return isFirst || this.#failingForMs < this.#giveUpAfterMs
	}
}
