import type { Clock } from '@accord/protocol'
import { deleteArchived } from '../audit/audit-archives.ts'
import type { RetentionRules } from '../config/config.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Left } from '../loops/loop.ts'
import { counter, type Metrics } from '../metrics/metrics.ts'
import { BatchSize } from './batch-size.ts'
import type { EndedComparison } from './compare-ended.ts'
import { deleteEntries, deleteOrders, nextMakerWithOldEntries, selectRemovable } from './removal-table.ts'

// The guarantee: only ended orders are removed, and always completely, once their retention is over and their
// comparison with the ledger is done. Of the audit log, only archived pages are. The same statement records the number
// up to which a log was removed. A hash is forgotten only after its intent has been expired for as long.

export const rowsRemoved = counter(
	'accord_rows_removed_total',
	'Rows of what ended or was archived that were removed',
	['table'],
	['order', 'part', 'fill', 'bundle', 'fill_execution', 'audit_page'],
)

type RemoveEndedDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly retention: RetentionRules
	readonly comparison: Pick<EndedComparison, 'comparedUntilMs'>
	readonly metrics: Pick<Metrics, 'count'>
}

const removedWithOrders = ['order', 'part', 'fill', 'bundle'] as const

/** Between two runs the database is left to others for as long as the first one took, and at least for this long. */
const restMinMs = 50

/** Removes expired records, a batch of each kind in each run; if two nodes find the same rows, the first one removes them. */
export class Removal {
	readonly #deps: RemoveEndedDeps
	readonly #orders = new BatchSize()
	readonly #entries = new BatchSize()
	readonly #archived = new BatchSize()
	/** The maker whose log was handled last; '' before the first. */
	#makerId = ''

	constructor(deps: RemoveEndedDeps) {
		this.#deps = deps
	}

	async run(): Promise<Left> {
		const startedMs = performance.now()
		const isMore = [
			await this.#orders.next(limit => this.#removeOrders(limit)),
			await this.#entries.next(limit => this.#removeEntries(limit)),
			await this.#archived.next(limit => this.#removeArchived(limit)),
			// There may be another maker's.
			this.#makerId !== '',
		]
		if (!isMore.includes(true)) return 'done'
		return { dueAtMs: this.#deps.clock.nowMs() + Math.max(restMinMs, Math.ceil(performance.now() - startedMs)) }
	}

	async #removeOrders(limit: number): Promise<number> {
		const { db, clock, comparison, metrics, retention } = this.#deps
		const { comparedUntilMs } = comparison
		if (!Number.isFinite(comparedUntilMs)) return 0
		const endedByMs = Math.min(clock.nowMs() - retention.ordersMs, comparedUntilMs)
		const orders = await selectRemovable(db.own, { endedByMs, limit })
		if (orders.length === 0) return 0
		const removed = await deleteOrders(db.own, orders)
		for (const table of removedWithOrders) metrics.count(rowsRemoved, table, removed[table])
		return orders.length
	}

	async #removeArchived(limit: number): Promise<number> {
		const removed = await deleteArchived(this.#deps.db.own, { limit })
		this.#deps.metrics.count(rowsRemoved, 'audit_page', removed)
		return removed
	}

	/** Removes one maker's entries; it is the next maker's turn once a run removes fewer than the limit. */
	async #removeEntries(limit: number): Promise<number> {
		const { db, clock, metrics, retention } = this.#deps
		const writtenByMs = clock.nowMs() - retention.logMs
		const makerId = await nextMakerWithOldEntries(db.own, { afterMakerId: this.#makerId, writtenByMs })
		if (makerId === undefined) {
			this.#makerId = ''
			return 0
		}
		const removed = await deleteEntries(db.own, { makerId, writtenByMs, limit })
		metrics.count(rowsRemoved, 'fill_execution', removed)
		if (removed < limit) this.#makerId = makerId
		return removed
	}
}
