import { sqlStateOf } from '../db/database-error.ts'
import { Lanes } from '../queues/lanes.ts'
import { type FillToWrite, type WriteFillsDeps, type WrittenFill, writeFills, writePublishing } from './write-fills.ts'

export type FillQueueDeps = WriteFillsDeps & {
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
		this.#deps = deps
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
		try {
			const published = this.#mayPublish() ? await writePublishing(this.#deps, fills) : 'nothing_to_publish'
			if (published === 'held_up') this.#heldUpUntilMs = this.#deps.clock.nowMs() + heldUpMs
			return typeof published === 'string' ? await writeFills(this.#deps, fills) : published
		} catch (error) {
			if (fills.length === 1 && sqlStateOf(error) === uniqueViolation) return ['stale']
			throw error
		}
	}

	#mayPublish(): boolean {
		const { clock, leavesPublishing } = this.#deps
		return clock.nowMs() >= this.#heldUpUntilMs && leavesPublishing?.() !== true
	}
}

const uniqueViolation = '23505'
/** For so long no fill waits again for what held up publishing with one. */
const heldUpMs = 10_000
