import { sqlStateOf } from '../db/database-error.ts'
import { Lanes } from '../loops/lanes.ts'
import { type FillToWrite, type WriteFillsDeps, type WrittenFill, writeFills } from './write-fills.ts'

type FillQueueDeps = WriteFillsDeps & {
	/** Whether orders that fills fill whole are left to whoever publishes what is filled; absent: never. */
	readonly leavesPublishing?: () => boolean
}

/**
 * Validated fills waiting to be written. Those of one maker are written in one transaction, in order of arrival: its log is
 * numbered one entry after another anyway, and no maker waits for another.
 */
export class FillQueue {
	readonly #deps: FillQueueDeps
	#heldUpUntilMs = Number.NEGATIVE_INFINITY
	readonly #lanes: Lanes<FillToWrite, WrittenFill>

	constructor(deps: FillQueueDeps) {
		const onHeldUp = () => {
			this.#heldUpUntilMs = deps.clock.nowMs() + heldUpMs
		}
		this.#deps = { ...deps, onHeldUp }
		this.#lanes = new Lanes({ batchMax: 16, waitingMax: 256, run: fills => this.#write(fills) })
	}

	/** How many fills are waiting. */
	get depth(): number {
		return this.#lanes.depth
	}

	/**
	 * Writes a validated fill with its `started` entry.
	 * @throws TradeError `busy`, `database_unavailable`
	 */
	async write(fill: FillToWrite): Promise<WrittenFill> {
		if (fill.promised === undefined) return await this.#lanes.run(fill.makerId, fill)
		// What it mints is compared with what is written: it is written by itself.
		const [written = 'stale'] = await this.#write([fill])
		return written
	}

	async #write(fills: readonly FillToWrite[]): Promise<WrittenFill[]> {
		const { clock, leavesPublishing } = this.#deps
		const mayPublish = clock.nowMs() >= this.#heldUpUntilMs && leavesPublishing?.() !== true
		try {
			return await writeFills({ ...this.#deps, mayPublish }, fills)
		} catch (error) {
			if (fills.length === 1 && sqlStateOf(error) === uniqueViolation) return ['stale']
			throw error
		}
	}
}

const uniqueViolation = '23505'
/** For so long no fill waits again for what held up publishing with one. */
const heldUpMs = 10_000
