import type { MakerPause } from '@accord/protocol'
import type { Platform } from '../platform/platform.ts'
import { endPause, pausesOf, setPause } from './maker-pauses.ts'
import type { PausedMakers } from './paused-makers.ts'

type MakerBreakerDeps = {
	readonly platform: Platform
	readonly pausedMakers: Pick<PausedMakers, 'refresh'>
}

/** A maker's view of its pauses, and its own pause. */
export class MakerBreaker {
	readonly #deps: MakerBreakerDeps

	constructor(deps: MakerBreakerDeps) {
		this.#deps = deps
	}

	/** All of the maker's pauses: its own, the breaker's and the operator's. */
	pausesOf(makerId: string): Promise<readonly MakerPause[]> {
		const { clock, db } = this.#deps.platform
		return pausesOf(db.requests, { makerId, nowMs: clock.nowMs() })
	}

	/** Returns the pauses that remain, once they are in force. */
	async pause(pause: { readonly makerId: string; readonly reason?: string }): Promise<readonly MakerPause[]> {
		const { clock, db, bus } = this.#deps.platform
		await setPause({ database: db.requests, bus }, { ...pause, by: 'maker', sinceMs: clock.nowMs() })
		return this.#pausesInForce(pause.makerId)
	}

	/** Ends the maker's own pause, and returns what {@link pause} does. */
	async resume(makerId: string): Promise<readonly MakerPause[]> {
		const { db, bus } = this.#deps.platform
		await endPause({ database: db.requests, bus }, { makerId, by: 'maker' })
		return this.#pausesInForce(makerId)
	}

	async #pausesInForce(makerId: string): Promise<readonly MakerPause[]> {
		await this.#deps.pausedMakers.refresh()
		return this.pausesOf(makerId)
	}
}
