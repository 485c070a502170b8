import { TestClock } from '../../test/network/test-clock.ts'

/** A clock that starts in the past. Once advanced to the present, everything on the way is history. */
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
