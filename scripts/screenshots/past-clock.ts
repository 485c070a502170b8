import { TestClock } from '../../test/network/test-clock.ts'

/** A clock that begins in the past and, advanced by as much, shows the present: what happens meanwhile has a history. */
export class PastClock extends TestClock {
	readonly #pastMs: number

	constructor(pastMs: number) {
		super()
		this.#pastMs = pastMs
	}

	override nowMs(): number {
		return super.nowMs() - this.#pastMs
	}
}
