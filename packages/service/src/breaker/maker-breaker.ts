import type { BreakerState, Clock, MakerPause } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { type BreakerDeps, breakerOf } from './breaker.ts'
import { endPause, pausesOf, setPause } from './maker-pauses.ts'
import type { PausedMakers } from './paused-makers.ts'

type MakerBreakerDeps = BreakerDeps & {
	readonly db: Pick<DatabaseLanes, 'requests'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly bus: Bus
	readonly pausedMakers: Pick<PausedMakers, 'refresh'>
}

/** What a maker sees of its circuit breaker and its pauses, and its own pause. */
export class MakerBreaker {
	readonly #deps: MakerBreakerDeps

	constructor(deps: MakerBreakerDeps) {
		this.#deps = deps
	}

	stateOf(makerId: string): Promise<BreakerState> {
		const { clock, db } = this.#deps
		return breakerOf(this.#deps, { database: db.requests, makerId, nowMs: clock.nowMs() })
	}

	/** The maker's pauses, whoever began them. */
	pausesOf(makerId: string): Promise<readonly MakerPause[]> {
		const { clock, db } = this.#deps
		return pausesOf(db.requests, { makerId, nowMs: clock.nowMs() })
	}

	/** Returns the pauses that hold afterwards, once they are in force. */
	async pause(pause: { readonly makerId: string; readonly reason?: string }): Promise<readonly MakerPause[]> {
		const { clock, db, bus } = this.#deps
		await setPause({ database: db.requests, bus }, { ...pause, by: 'maker', sinceMs: clock.nowMs() })
		return this.#pausesInForce(pause.makerId)
	}

	/** Ends the maker's own pause, and returns as {@link pause} does. */
	async resume(makerId: string): Promise<readonly MakerPause[]> {
		const { db, bus } = this.#deps
		await endPause({ database: db.requests, bus }, { makerId, by: 'maker' })
		return this.#pausesInForce(makerId)
	}

	async #pausesInForce(makerId: string): Promise<readonly MakerPause[]> {
		await this.#deps.pausedMakers.refresh()
		return this.pausesOf(makerId)
	}
}
