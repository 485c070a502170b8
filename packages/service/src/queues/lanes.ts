import { TradeError } from '@accord/protocol'
import { Pace } from './pace.ts'

type Waiting<Item, Result> = {
	readonly lane: string
	readonly item: Item
	readonly resolve: (result: Result) => void
	readonly reject: (error: unknown) => void
}

type LanesOf<Item, Result> = {
	/** How many items a run takes. */
	readonly batchMax: number
	/** How many may wait in a lane; any more are refused with `busy`. */
	readonly waitingMax: number
	/** The longest time for which work gathers after a run. */
	readonly restMaxMs?: number
	/** Does the work of the items of `lanes` lanes; the results are in the same order. */
	readonly run: (items: readonly Item[], lanes: number) => Promise<readonly Result[]>
}

/** How many runs may go on at once, so that work that must wait for something does not hold up the rest. */
const runsMax = 4

/**
 * Work that waits in lanes. A run takes what waits in all lanes, in order of arrival, and no lane has two runs at a
 * time: under load, batches become larger instead of queues becoming longer, and work starts immediately if there is
 * none. What arrives during a run of other lanes waits for it for a moment, so that many lanes have batches as large
 * as one. If a run of several lanes fails, each lane is run on its own, and so is each item if that fails, so that none
 * fails because of another; items that the database cannot serve are not repeated. A lane that failed on its own is
 * kept apart until it succeeds.
 */
export class Lanes<Item, Result> {
	readonly #of: LanesOf<Item, Result>
	readonly #pace: Pace
	#waiting: Waiting<Item, Result>[] = []
	/** How many wait in each lane. */
	readonly #depths = new Map<string, number>()
	/** Lanes with a run in progress. */
	readonly #busy = new Set<string>()
	readonly #apart = new Set<string>()
	#runs = 0
	#resting: NodeJS.Timeout | undefined

	constructor(of: LanesOf<Item, Result>) {
		this.#of = of
		this.#pace = new Pace(of)
	}

	/** How many items are waiting. */
	get depth(): number {
		return this.#waiting.length
	}

	/** @throws TradeError `busy`, and anything the run throws */
	async run(lane: string, item: Item): Promise<Result> {
		const depth = this.#depths.get(lane) ?? 0
		if (depth >= this.#of.waitingMax) throw new TradeError('busy', undefined, { extra: { retry_after_s: 1 } })
		return await new Promise((resolve, reject) => {
			this.#depths.set(lane, depth + 1)
			this.#waiting.push({ lane, item, resolve, reject })
			this.#start()
		})
	}

	#start(): void {
		clearTimeout(this.#resting)
		if (this.#runs === runsMax) return
		const batch = this.#next()
		if (batch.length === 0) return
		const leftMs = batch.length < this.#of.batchMax ? this.#pace.leftMs() : 0
		if (leftMs > 0) {
			this.#resting = setTimeout(() => this.#start(), Math.ceil(leftMs))
			return
		}
		const taken = new Set(batch)
		this.#waiting = this.#waiting.filter(waiting => !taken.has(waiting))
		for (const { lane } of batch) {
			this.#busy.add(lane)
			this.#leave(lane)
		}
		this.#runs += 1
		this.#pace.began()
		void this.#runLanes(batch)
		this.#start()
	}

	/** What a run would take now: of lanes without one, and a lane kept apart only alone. */
	#next(): Waiting<Item, Result>[] {
		const free = this.#waiting.filter(({ lane }) => !this.#busy.has(lane))
		const [first] = free
		if (first === undefined) return []
		const isApart = this.#apart.has(first.lane)
		const fits = ({ lane }: Waiting<Item, Result>) => (isApart ? lane === first.lane : !this.#apart.has(lane))
		return free.filter(fits).slice(0, this.#of.batchMax)
	}

	#leave(lane: string): void {
		const depth = (this.#depths.get(lane) ?? 0) - 1
		if (depth > 0) this.#depths.set(lane, depth)
		else this.#depths.delete(lane)
	}

	async #runLanes(batch: readonly Waiting<Item, Result>[]): Promise<void> {
		const lanes = Map.groupBy(batch, ({ lane }) => lane)
		if (lanes.size === 1) for (const [lane, items] of lanes) await this.#runLane(lane, items)
		else await this.#runTogether(batch, lanes)
		this.#pace.ran(batch.length)
		this.#runs -= 1
		this.#start()
	}

	async #runTogether(
		batch: readonly Waiting<Item, Result>[],
		lanes: ReadonlyMap<string, readonly Waiting<Item, Result>[]>,
	): Promise<void> {
		const failure = await this.#runBatch(batch, lanes.size)
		if (failure === undefined || failure.error instanceof TradeError) {
			if (failure !== undefined) fail(batch, failure)
			for (const lane of lanes.keys()) this.#busy.delete(lane)
			return
		}
		// These do not count as runs: lanes that must wait must not keep others from running.
		for (const [lane, items] of lanes) void this.#runLane(lane, items).then(() => this.#start())
	}

	async #runLane(lane: string, items: readonly Waiting<Item, Result>[]): Promise<void> {
		const failure = await this.#runBatch(items, 1)
		if (failure === undefined) this.#apart.delete(lane)
		else {
			this.#apart.add(lane)
			if (items.length > 1 && !(failure.error instanceof TradeError)) await this.#runEach(items)
			else fail(items, failure)
		}
		this.#busy.delete(lane)
	}

	async #runEach(items: readonly Waiting<Item, Result>[]): Promise<void> {
		for (const one of items) {
			const failure = await this.#runBatch([one], 1)
			if (failure !== undefined) fail([one], failure)
		}
	}

	/** Returns why the items have no results, if they have none. */
	async #runBatch(batch: readonly Waiting<Item, Result>[], lanes: number): Promise<Failure | undefined> {
		const items = batch.map(({ item }) => item)
		try {
			const results = await this.#of.run(items, lanes)
			if (results.length !== batch.length) throw new Error('a run has not one result for each of its items')
			for (const [index, result] of results.entries()) batch[index]?.resolve(result)
			return undefined
		} catch (error) {
			return { error }
		}
	}
}

type Failure = { readonly error: unknown }

function fail(items: readonly { readonly reject: (error: unknown) => void }[], { error }: Failure): void {
	for (const { reject } of items) reject(error)
}
