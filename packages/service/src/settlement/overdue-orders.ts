import { type Clock, pairKey } from '@accord/protocol'
import type { ExcusedParts } from '../breaker/excused-parts.ts'
import type { Bus } from '../bus/bus.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { bundleExpiryMinMs, timedOutBeforeMs } from '../intents/deadlines.ts'
import type { Left } from '../loops/loop.ts'
import { endUnpublished } from './end-order.ts'
import { selectUnpublishable } from './end-order-table.ts'
import { firstDeadlineMs, updateTimedOut } from './reroute-table.ts'

type ExpirePartsDeps = {
	readonly db: Pick<DatabaseLanes, 'own' | 'looks'>
	readonly bus: Bus
	readonly clock: Clock
	readonly excusedParts?: Pick<ExcusedParts, 'ids'>
}

const partsPerRun = 256
/** A part that is being answered is checked again soon, because it may stay unanswered. */
const lockedForMs = 250

/**
 * Times out parts that their makers have not answered, and releases their reservations (decision 8). A part is
 * requested more than a second before it is due, so a loop that looks up the first deadline every second finds it in
 * time. Time-outs of parts requested before `startedAtMs`, when the service started, do not count against makers; if it
 * is absent, all count.
 */
export async function expireParts(
	{ db, bus, clock, excusedParts }: ExpirePartsDeps,
	{ startedAtMs }: { readonly startedAtMs?: number } = {},
): Promise<Left> {
	const nowMs = clock.nowMs()
	const beforeMs = timedOutBeforeMs(nowMs)
	const firstMs = await firstDeadlineMs(db.looks)
	if (firstMs === undefined) return 'done'
	if (firstMs >= beforeMs) return { dueAtMs: firstMs + (nowMs - beforeMs) + 1 }
	const due = { beforeMs, limit: partsPerRun }
	const parts = await updateTimedOut(db.own, { ...due, nowMs, startedAtMs, excused: excusedParts?.ids() })
	const orderHashes = [...new Set(parts.map(({ orderHash }) => orderHash))]
	const pairs = new Map(parts.map(({ pair }) => [pairKey(pair), pair]))
	for (const pair of pairs.values()) bus.publish('reservation', { pair })
	if (orderHashes.length > 0) bus.publish('order', { orderHashes })
	for (const { order, makerId, partId } of parts)
		bus.publish('part_unfilled', { order, makerId, partId, state: 'timed_out' })
	return parts.length > 0 ? 'again' : { dueAtMs: nowMs + lockedForMs }
}

type SkipUnpublishableDeps = {
	readonly db: Pick<DatabaseLanes, 'own' | 'looks'>
	readonly bus: Bus
	readonly clock: Clock
}

const ordersPerRun = 64

/** Ends orders that can no longer be published because too little time is left or no part could be requested. */
export async function skipUnpublishable(deps: SkipUnpublishableDeps): Promise<'again' | 'done'> {
	const nowMs = deps.clock.nowMs()
	const due = { expiresBeforeMs: bundleExpiryMinMs(nowMs), limit: ordersPerRun }
	const orderHashes = await selectUnpublishable(deps.db.looks, due)
	const stillDue: Parameters<typeof endUnpublished>[1]['stillDue'] = trx =>
		selectUnpublishable(trx, { ...due, among: orderHashes })
	await endUnpublished(deps, { database: deps.db.own, orderHashes, state: 'unfilled', nowMs, stillDue })
	return orderHashes.length === ordersPerRun ? 'again' : 'done'
}
