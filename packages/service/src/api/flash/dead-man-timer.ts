import type { Clock } from '@accord/protocol'

/** Calls back after a time without a message; the next message restarts the timer. */
export class DeadManTimer {
	readonly #clock: Clock
	readonly #onTimeout: () => void
	#timeoutMs: number | undefined
	#lastMessageAtMs = 0
	#cancel: (() => void) | undefined

	constructor({ clock, onTimeout }: { clock: Clock; onTimeout: () => void }) {
		this.#clock = clock
		this.#onTimeout = onTimeout
	}

	/** Sets how long silence may last; undefined stops the timer. */
	set(timeoutMs: number | undefined): void {
		this.#cancel?.()
		this.#cancel = undefined
		this.#timeoutMs = timeoutMs
		this.reset(this.#clock.nowMs())
	}

	/** Records a message, without creating a timer for each one. */
	reset(atMs: number): void {
		this.#lastMessageAtMs = atMs
		if (this.#timeoutMs !== undefined) this.#cancel ??= this.#arm(this.#timeoutMs)
	}

	#arm(timeoutMs: number): () => void {
		return this.#clock.wakeAt(this.#lastMessageAtMs + timeoutMs, () => {
			this.#cancel = undefined
			if (this.#clock.nowMs() >= this.#lastMessageAtMs + timeoutMs) this.#onTimeout()
			else this.#cancel = this.#arm(timeoutMs)
		})
	}
}
