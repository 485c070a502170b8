import { TradeError } from '@accord/protocol'
import { Pace } from './pace.ts'

type Waiting<Item, Result> = {
	readonly item: Item
	readonly resolve: (result: Result) => void
	readonly reject: (error: unknown) => void
}

type LanesOf<Item, Result> = {
	/** How many items a run takes. */
	readonly batchMax: number
	/** How many may wait in a lane; any more are refused with `busy`. */
	readonly waitingMax: number
	/** The longest time that a lane gathers work after a run. */
	readonly restMaxMs?: number
	/** Does the work of a lane's items; the results are in the same order. */
	readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
}

/**
 * Work that waits in lanes. Each lane has one run at a time, which takes everything waiting, in order of arrival: under
 * load, batches become larger instead of queues becoming longer, and an idle lane starts immediately. If a run of
 * several items fails, each item is run once more on its own, so that none fails because of another; items that the
 * database cannot serve are not repeated.
 */
export class Lanes<Item, Result> {
	readonly #of: LanesOf<Item, Result>
	readonly #pace: Pace
	readonly #waiting = new Map<string, Waiting<Item, Result>[]>()

	constructor(of: LanesOf<Item, Result>) {
		this.#of = of
		this.#pace = new Pace(of)
	}

	/** How many items are waiting. */
	get depth(): number {
		let depth = 0
		for (const waiting of this.#waiting.values()) depth += waiting.length
		return depth
	}

	/** @throws TradeError `busy`, and anything the run throws */
	async run(lane: string, item: Item): Promise<Result> {
		const waiting = this.#waiting.get(lane) ?? []
		if (waiting.length >= this.#of.waitingMax) {
			throw new TradeError('busy', undefined, { extra: { retry_after_s: 1 } })
		}
		return await new Promise((resolve, reject) => {
			waiting.push({ item, resolve, reject })
			if (this.#waiting.has(lane)) return
			this.#waiting.set(lane, waiting)
			void this.#runAll(lane, waiting)
		})
	}

	async #runAll(lane: string, waiting: Waiting<Item, Result>[]): Promise<void> {
		while (waiting.length > 0) {
			const batch = waiting.splice(0, this.#of.batchMax)
			await this.#runBatch(batch)
			this.#pace.ran(batch.length)
			if (waiting.length < this.#of.batchMax) await this.#pace.turn()
		}
		this.#waiting.delete(lane)
	}

	async #runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
		try {
			const results = await this.#of.run(batch.map(({ item }) => item))
			if (results.length !== batch.length) throw new Error('a run has not one result for each of its items')
			for (const [index, result] of results.entries()) batch[index]?.resolve(result)
		} catch (error) {
			if (batch.length > 1 && !(error instanceof TradeError)) for (const one of batch) await this.#runBatch([one])
			else for (const { reject } of batch) reject(error)
		}
	}
}
