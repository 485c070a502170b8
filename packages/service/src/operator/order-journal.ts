import type { OrderState } from '@accord/protocol'
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
	/** The order's trace context; absent unless it is traced. */
	readonly traceContext?: string
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
	/** Called once with each step that this node has made. */
	readonly onStep: (step: OrderStep) => void
}

type Step = NonNullable<BusMessages['order']['step']>
type Made = { readonly orderHash: string; readonly step: Step }

const readAtOnceMax = 1_000
const queuedMax = 50_000
const everyMs = 500

/**
 * Reports the steps of orders that this node has made, each once, for log and metrics: the sum over all nodes counts
 * each step once. Twice a second it reads those that the bus reported, so that no stage waits for it; under overload it
 * skips steps rather than fall behind. A step whose commit was not answered is not reported.
 */
export class OrderJournal {
	readonly #deps: OrderJournalDeps
	/** By step and order: what is to be reported. */
	readonly #made = new Map<string, Made>()
	readonly #loop: Loop
	readonly #unsubscribe: () => void

	constructor(deps: OrderJournalDeps) {
		this.#deps = deps
		this.#unsubscribe = deps.bus.subscribe('order', message => this.#note(message), 'here')
		this.#loop = startLoop(deps.running, { name: 'order journal', everyMs, run: () => this.#read() })
	}

	/** Resolves when every step so far has been reported. */
	drain(): Promise<void> {
		this.#loop.wake()
		return this.#loop.drain()
	}

	async stop(): Promise<void> {
		this.#unsubscribe()
		await this.#loop.stop()
	}

	#note({ orderHashes, step }: BusMessages['order']): void {
		if (step === undefined) return
		for (const orderHash of orderHashes)
			if (this.#made.size < queuedMax) this.#made.set(`${step} ${orderHash}`, { orderHash, step })
	}

	async #read(): Promise<'again' | 'done'> {
		const made = [...this.#made].slice(0, readAtOnceMax)
		if (made.length === 0) return 'done'
		const stepsOf = Map.groupBy(
			made.map(([, each]) => each),
			({ orderHash }) => orderHash,
		)
		const rows = await selectSteps(this.#deps.db.looks, [...stepsOf.keys()])
		// What was made meanwhile is not in these rows.
		for (const [key] of made) this.#made.delete(key)
		for (const row of rows) this.#report(row, stepsOf.get(row.subintent_hash) ?? [])
		return this.#made.size > 0 ? 'again' : 'done'
	}

	#report(row: StepsRow, made: readonly Made[]): void {
		const { subintent_id: subintentId, transaction_id: transactionId } = row
		const steps = stepsReached(row)
		for (const [i, { step, atMs, madeWith }] of steps.entries()) {
			if (!made.some(each => each.step === madeWith)) continue
			const previousMs = steps[i - 1]?.atMs ?? Number(row.accepted_at_ms)
			const transaction = step === 'settled' && transactionId !== null ? { transactionId } : {}
			const bundle = step === 'published' ? bundleOf(row) : {}
			const traced = row.trace_context === null ? {} : { traceContext: row.trace_context }
			this.#deps.onStep({ subintentId, step, atMs, tookMs: atMs - previousMs, ...transaction, ...bundle, ...traced })
		}
	}
}

type StepsRow = Awaited<ReturnType<typeof selectSteps>>[number]

/**
 * The steps in the order in which they are reached: a later step never comes before an earlier one. An order counts as
 * filled with its next step, which is made by one node; several may see that its last part is filled.
 */
function stepsReached(row: StepsRow): { step: OrderStep['step']; atMs: number; madeWith: Step }[] {
	const steps = [
		{ step: 'filled', at: row.filled_at_ms, madeWith: row.published_at_ms === null ? 'ended' : 'published' },
		{ step: 'published', at: row.published_at_ms, madeWith: 'published' },
		{ step: row.state as EndState, at: row.ended_at_ms, madeWith: 'ended' },
	] as const
	return steps.flatMap(({ at, ...step }) => (at === null ? [] : [{ ...step, atMs: Number(at) }]))
}

function bundleOf({ bundle_number: number, subintent_ids: subintentIds }: StepsRow): Pick<OrderStep, 'bundle'> {
	return number === null || subintentIds === null ? {} : { bundle: { number: String(number), subintentIds } }
}

async function selectSteps(db: Database, hashes: readonly string[]) {
	return await db
		.selectFrom('order')
		.leftJoin('bundle', 'bundle.order_hash', 'order.subintent_hash')
		.select([
			'subintent_hash',
			'subintent_id',
			'state',
			'transaction_id',
			'bundle_number',
			'subintent_ids',
			'trace_context',
		])
		.select(['accepted_at_ms', 'filled_at_ms', 'order.published_at_ms', 'order.ended_at_ms'])
		.where('subintent_hash', 'in', hashes)
		.execute()
}
