import type { OrderState } from '@accord/protocol'
import { LRUCache } from 'lru-cache'
import type { Bus, BusMessages } from '../bus/bus.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Database } from '../db/tables.ts'
import { type Loop, type LoopDeps, startLoop } from '../loops/loop.ts'

/** A state that an order has reached, and when. */
export type OrderStep = {
	readonly subintentId: string
	readonly step: 'filled' | 'published' | EndState
	readonly atMs: number
	/** The time since the previous step. */
	readonly tookMs: number
	readonly transactionId?: string
	/**
	 * For a step that publishes: the bundle's number in the solvers' log, and the subintent ids of the order and its
	 * fills.
	 */
	readonly bundle?: { readonly number: string; readonly subintentIds: readonly string[] }
}

export type EndState = Exclude<OrderState, 'awaiting_fills' | 'filled' | 'published'>

type OrderJournalDeps = {
	readonly db: Pick<DatabaseLanes, 'looks'>
	readonly bus: Bus
	readonly running: LoopDeps
	/** Called once with each step. */
	readonly onStep: (step: OrderStep) => void
}

const readAtOnceMax = 1_000
const queuedMax = 50_000
const rememberedMax = 50_000
const everyMs = 500

/**
 * Reports the steps of orders, each once, for log and metrics. Twice a second it reads the orders that the bus reported
 * as changed, so that no stage waits for it; under overload it skips steps rather than fall behind.
 */
export class OrderJournal {
	readonly #deps: OrderJournalDeps
	readonly #sinceMs: number
	readonly #changed = new Set<string>()
	/** How many steps of an order have been reported. */
	readonly #reported = new LRUCache<string, number>({ max: rememberedMax })
	readonly #loop: Loop
	readonly #unsubscribe: () => void

	constructor(deps: OrderJournalDeps) {
		this.#deps = deps
		this.#sinceMs = deps.running.clock.nowMs()
		const note = ({ orderHashes }: BusMessages['order']) => {
			for (const hash of orderHashes) if (this.#changed.size < queuedMax) this.#changed.add(hash)
		}
		// Only the node that made a step counts it, so that the sum over all nodes counts it once.
		this.#unsubscribe = deps.bus.subscribe('order', note, 'here')
		this.#loop = startLoop(deps.running, { name: 'order journal', everyMs, run: () => this.#read() })
	}

	/** Resolves when every change so far has been reported. */
	drain(): Promise<void> {
		this.#loop.wake()
		return this.#loop.drain()
	}

	async stop(): Promise<void> {
		this.#unsubscribe()
		await this.#loop.stop()
	}

	async #read(): Promise<'again' | 'done'> {
		const hashes = [...this.#changed].slice(0, readAtOnceMax)
		if (hashes.length === 0) return 'done'
		const rows = await selectSteps(this.#deps.db.looks, hashes)
		for (const hash of hashes) this.#changed.delete(hash)
		for (const row of rows) this.#report(row)
		return this.#changed.size > 0 ? 'again' : 'done'
	}

	#report(row: StepsRow): void {
		const { subintent_hash: hash, subintent_id: subintentId, transaction_id: transactionId } = row
		const steps = stepsOf(row)
		const reported = this.#reported.get(hash) ?? steps.filter(({ atMs }) => atMs < this.#sinceMs).length
		this.#reported.set(hash, steps.length)
		for (const [i, { step, atMs }] of steps.entries()) {
			if (i < reported) continue
			const previousMs = steps[i - 1]?.atMs ?? Number(row.accepted_at_ms)
			const transaction = step === 'settled' && transactionId !== null ? { transactionId } : {}
			const bundle = step === 'published' ? bundleOf(row) : {}
			this.#deps.onStep({ subintentId, step, atMs, tookMs: atMs - previousMs, ...transaction, ...bundle })
		}
	}
}

type StepsRow = Awaited<ReturnType<typeof selectSteps>>[number]

/** The steps in the order in which they are reached: a later step never comes before an earlier one. */
function stepsOf(row: StepsRow): { step: OrderStep['step']; atMs: number }[] {
	const steps = [
		{ step: 'filled', at: row.filled_at_ms },
		{ step: 'published', at: row.published_at_ms },
		{ step: row.state as EndState, at: row.ended_at_ms },
	] as const
	return steps.flatMap(({ step, at }) => (at === null ? [] : [{ step, atMs: Number(at) }]))
}

function bundleOf({ bundle_number: number, subintent_ids: subintentIds }: StepsRow): Pick<OrderStep, 'bundle'> {
	return number === null || subintentIds === null ? {} : { bundle: { number: String(number), subintentIds } }
}

async function selectSteps(db: Database, hashes: readonly string[]) {
	return await db
		.selectFrom('order')
		.leftJoin('bundle', 'bundle.order_hash', 'order.subintent_hash')
		.select(['subintent_hash', 'subintent_id', 'state', 'transaction_id', 'bundle_number', 'subintent_ids'])
		.select(['accepted_at_ms', 'filled_at_ms', 'order.published_at_ms', 'order.ended_at_ms'])
		.where('subintent_hash', 'in', hashes)
		.execute()
}
