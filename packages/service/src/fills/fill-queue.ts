import type { WrapBundleDeps } from '../bundles/wrap-bundle.ts'
import { isConflict, sqlStateOf } from '../db/database-error.ts'
import { inOneTransaction, inTransaction } from '../db/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { Lanes } from '../queues/lanes.ts'
import { type FillToWrite, withBundle } from './fill-to-write.ts'
import { type WriteFillsDeps, type WrittenFill, writeFills } from './write-fills.ts'

type FillQueueDeps = {
	readonly platform: Platform
	readonly intents: WrapBundleDeps['intents']
	readonly filledOrders: WriteFillsDeps['filledOrders']
	readonly solverReads: WriteFillsDeps['solverReads']
}

type FillQueueOptions = {
	/** Whether orders completed by fills are left to the publishing loop; if absent, never. */
	readonly leavesPublishing?: () => boolean
}

/**
 * Validated fills waiting to be written. Those of all makers are written in one transaction, in order of arrival. If it
 * must wait too long for a lock, each maker's are written on their own: no maker waits long for another.
 */
export class FillQueue {
	readonly #deps: FillQueueDeps
	readonly #leavesPublishing: () => boolean
	#heldUpUntilMs = Number.NEGATIVE_INFINITY
	readonly #lanes: Lanes<FillToWrite, WrittenFill>

	constructor(deps: FillQueueDeps, { leavesPublishing = () => false }: FillQueueOptions = {}) {
		this.#deps = deps
		this.#leavesPublishing = leavesPublishing
		this.#lanes = new Lanes({ batchMax: 16, waitingMax: 256, run: (fills, lanes) => this.#write(fills, lanes) })
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
		// Its mints are compared with rows already written, so it is written alone.
		const [written = 'stale'] = await this.#write([fill])
		return written
	}

	async #write(fills: readonly FillToWrite[], lanes = 1): Promise<WrittenFill[]> {
		try {
			const transact = lanes > 1 ? inOneTransaction : inTransaction
			return (await this.#writePublishing(fills)) ?? (await writeFills(this.#deps, fills, transact))
		} catch (error) {
			if (fills.length === 1 && sqlStateOf(error) === uniqueViolation) return ['stale']
			throw error
		}
	}

	/**
	 * Writes fills together with the bundles of the orders that they complete. Undefined, with nothing written, if there
	 * is nothing to publish or another transaction holds it up; then the fills are written without publishing.
	 */
	async #writePublishing(fills: readonly FillToWrite[]): Promise<WrittenFill[] | undefined> {
		if (!this.#mayPublish()) return undefined
		const bundled = fills.map(fill => withBundle(this.#deps, fill))
		if (bundled.every(({ bundle }) => bundle === undefined)) return undefined
		try {
			return await writeFills(this.#deps, bundled, inOneTransaction)
		} catch (error) {
			if (!isConflict(error)) throw error
			this.#heldUpUntilMs = this.#deps.platform.clock.nowMs() + heldUpMs
		}
	}

	#mayPublish(): boolean {
		return this.#deps.platform.clock.nowMs() >= this.#heldUpUntilMs && !this.#leavesPublishing()
	}
}

const uniqueViolation = '23505'
/** How long fills are written without publishing after another transaction has held up the publishing. */
const heldUpMs = 10_000
