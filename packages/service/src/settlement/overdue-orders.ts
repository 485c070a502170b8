import { type Clock, pairKey } from '@accord/protocol'
import type { ExcusedParts } from '../breaker/excused-parts.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../db/tables.ts'
import { bundleExpiryMinMs, timedOutBeforeMs } from '../intents/deadlines.ts'
import { type EndOrderDeps, endUnpublished } from './end-order.ts'
import { selectUnpublishable } from './end-order-table.ts'
import { updateTimedOut } from './reroute-table.ts'

export type ExpirePartsDeps = {
	readonly db: Database
	readonly bus: Bus
	readonly clock: Clock
	/** When the service started: time-outs of earlier requests do not count against makers. Absent: it was always running. */
	readonly startedAtMs?: number
	readonly excusedParts?: Pick<ExcusedParts, 'ids'>
}

const partsPerRun = 256

/** Times out parts that their makers have not answered, and releases their reservations (decision 8). */
export async function expireParts(deps: ExpirePartsDeps): Promise<'again' | 'done'> {
	const { db, bus, clock, startedAtMs, excusedParts } = deps
	const nowMs = clock.nowMs()
	const due = { beforeMs: timedOutBeforeMs(nowMs), limit: partsPerRun }
	const parts = await updateTimedOut(db, { ...due, nowMs, startedAtMs, excused: excusedParts?.ids() })
	const orderHashes = [...new Set(parts.map(({ orderHash }) => orderHash))]
	const pairs = new Map(parts.map(({ pair }) => [pairKey(pair), pair]))
	for (const pair of pairs.values()) bus.publish('reservation', { pair })
	if (orderHashes.length > 0) bus.publish('order', { orderHashes })
	for (const { order, makerId, partId } of parts)
		bus.publish('part_unfilled', { order, makerId, partId, state: 'timed_out' })
	return parts.length === partsPerRun ? 'again' : 'done'
}

export type SkipUnpublishableDeps = EndOrderDeps & { readonly clock: Clock }

const ordersPerRun = 64

/** Ends orders that can no longer be published: too little time is left, or no part could be requested. */
export async function skipUnpublishable(deps: SkipUnpublishableDeps): Promise<'again' | 'done'> {
	const nowMs = deps.clock.nowMs()
	const due = { expiresBeforeMs: bundleExpiryMinMs(nowMs), limit: ordersPerRun }
	const orderHashes = await selectUnpublishable(deps.db, due)
	const stillDue: Parameters<typeof endUnpublished>[1]['stillDue'] = trx =>
		selectUnpublishable(trx, { ...due, among: orderHashes })
	await endUnpublished(deps, { orderHashes, state: 'unfilled', nowMs, stillDue })
	return orderHashes.length === ordersPerRun ? 'again' : 'done'
}
