import type { Clock } from '@accord/protocol'

/** Lets one waiter sleep until it is rung, or until a time of the clock. A ring that nobody waited for ends the next wait at once. */
export class Bell {
	readonly #clock: Clock
	#rung = false
	#wake: () => void = () => undefined

	constructor(clock: Clock) {
		this.#clock = clock
	}

	ring(): void {
		this.#rung = true
		this.#wake()
	}

	async wait(untilMs: number | undefined): Promise<void> {
		const cancel = untilMs === undefined ? () => undefined : this.#clock.wakeAt(untilMs, () => this.ring())
		if (!this.#rung)
			await new Promise<void>(resolve => {
				this.#wake = resolve
			})
		this.#rung = false
		cancel()
	}
}
