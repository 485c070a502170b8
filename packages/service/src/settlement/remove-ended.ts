import type { Clock } from '@accord/protocol'
import { deleteArchived } from '../audit/audit-archives.ts'
import type { RetentionRules } from '../config/config.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Left } from '../loops/loop.ts'
import { counter, type Metrics } from '../metrics/metrics.ts'
import type { EndedComparison } from './compare-ended.ts'
import { deleteEntries, deleteOrders, nextMakerWithOldEntries, selectRemovable } from './removal-table.ts'

// The guarantee: only ended orders are removed, and always completely, once their retention is over and their
// comparison with the ledger is done. Of the audit log, only archived entries are. The same statement records the number up to which a log was removed. A hash is
// forgotten only after its intent has been expired for as long.

export const rowsRemoved = counter(
	'accord_rows_removed_total',
	'Rows of what ended or was archived that were removed',
	['table'],
	['order', 'part', 'fill', 'bundle', 'fill_execution', 'audit_entry'],
)

type RemoveEndedDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly retention: RetentionRules
	readonly comparison: Pick<EndedComparison, 'comparedUntilMs'>
	readonly metrics: Pick<Metrics, 'count'>
}

const removedWithOrders = ['order', 'part', 'fill', 'bundle'] as const

/**
 * A run removes so few rows that other statements hardly wait. The next one follows soon enough to remove more than can
 * be traded in the meantime.
 */
const ordersPerRun = 100
const entriesPerRun = 500
const archivedPerRun = 1_000
const restMs = 500

/** Removes expired records, a few in each run; if two nodes find the same rows, the first one removes them. */
export class Removal {
	readonly #deps: RemoveEndedDeps
	/** The maker whose log was handled last; '' before the first. */
	#makerId = ''

	constructor(deps: RemoveEndedDeps) {
		this.#deps = deps
	}

	async run(): Promise<Left> {
		const orders = await this.#removeOrders()
		const entries = await this.#removeEntries()
		const archived = await this.#removeArchived()
		const isMore = orders === ordersPerRun || entries > 0 || archived === archivedPerRun
		return isMore ? { dueAtMs: this.#deps.clock.nowMs() + restMs } : 'done'
	}

	async #removeOrders(): Promise<number> {
		const { db, clock, comparison, metrics, retention } = this.#deps
		const { comparedUntilMs } = comparison
		if (!Number.isFinite(comparedUntilMs)) return 0
		const endedByMs = Math.min(clock.nowMs() - retention.ordersMs, comparedUntilMs)
		const orders = await selectRemovable(db.own, { endedByMs, limit: ordersPerRun })
		if (orders.length === 0) return 0
		const removed = await deleteOrders(db.own, orders)
		for (const table of removedWithOrders) metrics.count(rowsRemoved, table, removed[table])
		return orders.length
	}

	async #removeArchived(): Promise<number> {
		const removed = await deleteArchived(this.#deps.db.own, { limit: archivedPerRun })
		this.#deps.metrics.count(rowsRemoved, 'audit_entry', removed)
		return removed
	}

	/** Removes one maker's entries; it is the next maker's turn once a run removes fewer than the limit. */
	async #removeEntries(): Promise<number> {
		const { db, clock, metrics, retention } = this.#deps
		const writtenByMs = clock.nowMs() - retention.logMs
		const makerId = await nextMakerWithOldEntries(db.own, { afterMakerId: this.#makerId, writtenByMs })
		if (makerId === undefined) {
			this.#makerId = ''
			return 0
		}
		const removed = await deleteEntries(db.own, { makerId, writtenByMs, limit: entriesPerRun })
		metrics.count(rowsRemoved, 'fill_execution', removed)
		if (removed < entriesPerRun) this.#makerId = makerId
		return removed
	}
}
