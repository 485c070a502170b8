import type { Clock } from '@accord/protocol'

/** Calls back when nothing was heard for so long; whatever is heard next starts it anew. */
export class DeadManTimer {
	readonly #clock: Clock
	readonly #ran: () => void
	#patienceMs: number | undefined
	#heardAtMs = 0
	#cancel: (() => void) | undefined

	constructor({ clock, ran }: { clock: Clock; ran: () => void }) {
		this.#clock = clock
		this.#ran = ran
	}

	/** Sets how long silence may last; undefined ends the timer. */
	set(patienceMs: number | undefined): void {
		this.#cancel?.()
		this.#cancel = undefined
		this.#patienceMs = patienceMs
		this.heard(this.#clock.nowMs())
	}

	/** Says that something was heard. It costs no timer. */
	heard(atMs: number): void {
		this.#heardAtMs = atMs
		if (this.#patienceMs !== undefined) this.#cancel ??= this.#arm(this.#patienceMs)
	}

	#arm(patienceMs: number): () => void {
		return this.#clock.wakeAt(this.#heardAtMs + patienceMs, () => {
			this.#cancel = undefined
			if (this.#clock.nowMs() >= this.#heardAtMs + patienceMs) this.#ran()
			else this.#cancel = this.#arm(patienceMs)
		})
	}
}
