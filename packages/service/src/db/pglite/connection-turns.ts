import { TradeError } from '@accord/protocol'

/** Where callers of one kind wait for the connection. */
export type Lane = { acquire(): Promise<void> }

type Waiting = (() => void)[]

/**
 * Hands out the one connection: within a lane in order of arrival, and to the lanes in turn, so that no lane waits for
 * another's queue. Beyond `waitingMax` callers a lane refuses with `busy`.
 */
export class ConnectionTurns {
	readonly #lanes: Waiting[] = []
	#lastServed = 0
	#isTaken = false

	lane({ waitingMax }: { waitingMax: number }): Lane {
		const waiting: Waiting = []
		this.#lanes.push(waiting)
		return { acquire: () => this.#acquire(waiting, waitingMax) }
	}

	/** Passes the connection to the next one. */
	release(): void {
		const count = this.#lanes.length
		for (let i = 1; i <= count; i++) {
			const lane = (this.#lastServed + i) % count
			const next = this.#lanes[lane]?.shift()
			if (next === undefined) continue
			this.#lastServed = lane
			next()
			return
		}
		this.#isTaken = false
	}

	async #acquire(waiting: Waiting, waitingMax: number): Promise<void> {
		if (!this.#isTaken) {
			this.#isTaken = true
			return
		}
		if (waiting.length >= waitingMax) throw new TradeError('busy', 'too many statements are waiting')
		await new Promise<void>(resolve => waiting.push(resolve))
	}
}
