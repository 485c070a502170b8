import type { Clock } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Database, OrderState } from '../db/tables.ts'
import { type Loop, startLoop } from '../loops/loop.ts'
import { LruCache } from '../trace/lru-cache.ts'

/** How far an order has come, and when. */
export type OrderStep = {
	readonly subintentId: string
	readonly step: 'filled' | 'published' | EndState
	readonly atMs: number
	/** Since the step before. */
	readonly tookMs: number
	readonly transactionId?: string
}

export type EndState = Exclude<OrderState, 'awaiting_fills' | 'filled' | 'published'>

type OrderJournalDeps = Parameters<typeof startLoop>[0] & {
	readonly clock: Clock
	readonly db: Database
	readonly bus: Bus
	/** Told of each step once. */
	readonly onStep: (step: OrderStep) => void
}

const readAtOnceMax = 1_000
const waitingMax = 50_000
const toldMax = 50_000
const everyMs = 500

/**
 * Tells how orders move on, each step once, for log and metrics. It reads what the bus says has moved twice a second, so
 * that no stage waits for it; under more than it can read it leaves steps out rather than fall behind.
 */
export class OrderJournal {
	readonly #deps: OrderJournalDeps
	readonly #sinceMs: number
	readonly #moved = new Set<string>()
	/** How many steps of an order have been told. */
	readonly #told = new LruCache<number>({ max: toldMax })
	readonly #loop: Loop
	readonly #unsubscribe: () => void

	constructor(deps: OrderJournalDeps) {
		this.#deps = deps
		this.#sinceMs = deps.clock.nowMs()
		this.#unsubscribe = deps.bus.subscribe('order', ({ orderHashes }) => {
			for (const hash of orderHashes) if (this.#moved.size < waitingMax) this.#moved.add(hash)
		})
		this.#loop = startLoop(deps, { name: 'order journal', everyMs, run: () => this.#read() })
	}

	/** Resolves when all that has moved so far is told. */
	drain(): Promise<void> {
		this.#loop.wake()
		return this.#loop.drain()
	}

	async stop(): Promise<void> {
		this.#unsubscribe()
		await this.#loop.stop()
	}

	async #read(): Promise<'again' | 'done'> {
		const hashes = [...this.#moved].slice(0, readAtOnceMax)
		if (hashes.length === 0) return 'done'
		const rows = await selectSteps(this.#deps.db, hashes)
		for (const hash of hashes) this.#moved.delete(hash)
		for (const row of rows) this.#tell(row)
		return this.#moved.size > 0 ? 'again' : 'done'
	}

	#tell(row: StepsRow): void {
		const { subintent_hash: hash, subintent_id: subintentId, transaction_id: transactionId } = row
		const steps = stepsOf(row)
		const told = this.#told.get(hash) ?? steps.filter(({ atMs }) => atMs < this.#sinceMs).length
		this.#told.set(hash, steps.length)
		for (const [place, { step, atMs }] of steps.entries()) {
			if (place < told) continue
			const beforeMs = steps[place - 1]?.atMs ?? Number(row.accepted_at_ms)
			const transaction = step === 'settled' && transactionId !== null ? { transactionId } : {}
			this.#deps.onStep({ subintentId, step, atMs, tookMs: atMs - beforeMs, ...transaction })
		}
	}
}

type StepsRow = Awaited<ReturnType<typeof selectSteps>>[number]

/** Whatever an order reaches later stands behind what it has reached before. */
function stepsOf(row: StepsRow): { step: OrderStep['step']; atMs: number }[] {
	const steps = [
		{ step: 'filled', at: row.filled_at_ms },
		{ step: 'published', at: row.published_at_ms },
		{ step: row.state as EndState, at: row.ended_at_ms },
	] as const
	return steps.flatMap(({ step, at }) => (at === null ? [] : [{ step, atMs: Number(at) }]))
}

async function selectSteps(db: Database, hashes: readonly string[]) {
	return await db
		.selectFrom('order')
		.select(['subintent_hash', 'subintent_id', 'state', 'transaction_id'])
		.select(['accepted_at_ms', 'filled_at_ms', 'published_at_ms', 'ended_at_ms'])
		.where('subintent_hash', 'in', hashes)
		.execute()
}
