import type { Kysely } from 'kysely'
import { updateDecidedBundles } from '../bundles/bundles-table.ts'
import type { Bus } from '../bus/bus.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Tables } from '../db/tables.ts'
import { commitWith } from '../db/together.ts'
import { inTransaction } from '../db/transaction.ts'
import type { LogsRead } from '../prices/logs-read.ts'
import {
	type Ended,
	type EndedOrders,
	lockOrders,
	lockPublished,
	type OrderOutcome,
	updateDecided,
	updateUnpublished,
} from './end-order-table.ts'

// The guarantee: only this file writes terminal states of orders and fills, and they never change. A fill ends with its
// order, and is `Settled` exactly if both were committed. The makers' numbered `completed` entries, the reservations and the bundle's withdrawal are written in the same transaction, so an end is always
// recorded completely.

export type EndOrderDeps = { readonly db: Pick<DatabaseLanes, 'own'>; readonly bus: Bus }

/** `logsRead` records settlements before anyone can be notified of them, so that later books account for them. */
type EndDecidedDeps = { readonly platform: EndOrderDeps; readonly logsRead: Pick<LogsRead, 'note'> }

/** Ends the unpublished orders that `stillDue` returns once they are locked: a fill or publication that came first wins. */
export async function endUnpublished(
	{ bus }: Pick<EndOrderDeps, 'bus'>,
	end: {
		readonly database: Kysely<Tables>
		readonly orderHashes: readonly string[]
		readonly state: 'unfilled' | 'cancelled'
		readonly nowMs: number
		readonly stillDue: (trx: Parameters<typeof lockOrders>[0]) => Promise<readonly string[]>
	},
): Promise<void> {
	if (end.orderHashes.length === 0) return
	const ended = await inTransaction(end.database, async trx => {
		await lockOrders(trx, end.orderHashes)
		const orderHashes = await end.stillDue(trx)
		return updateUnpublished(trx, { orderHashes, state: end.state, nowMs: end.nowMs })
	})
	announceEnded(bus, ended)
}

/** Ends published orders and their fills with the ledger's outcomes. */
export async function endDecided(
	{ platform: { db, bus }, logsRead }: EndDecidedDeps,
	{ outcomes, nowMs }: { outcomes: readonly OrderOutcome[]; nowMs: number },
): Promise<void> {
	if (outcomes.length === 0) return
	const orderHashes = [...new Set(outcomes.map(({ orderHash }) => orderHash))]
	const [ended, withdrawn] = await inTransaction(db.own, async trx => {
		await lockPublished(trx, orderHashes)
		return commitWith(trx, [updateDecided({ outcomes, nowMs }), updateDecidedBundles({ outcomes, nowMs })])
	})
	for (const [makerId, entry] of Object.entries(ended.logEnds)) logsRead.note(makerId, entry)
	announceEnded(bus, ended)
	if (withdrawn) bus.publish('bundle', {})
}

function announceEnded(bus: Bus, ended: EndedOrders): void {
	const { orderHashes } = ended
	if (orderHashes.length > 0) bus.publish('order', { orderHashes, step: 'ended' })
	announce(bus, ended)
}

/** Notifies the makers concerned, and the shown books of the pairs. */
export function announce(bus: Bus, { makerIds, pairs }: Ended): void {
	for (const makerId of makerIds) bus.publish('fill_execution', { makerId })
	for (const pair of pairs) bus.publish('reservation', { pair })
}
