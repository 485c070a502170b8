import type { Clock } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { updateExcused } from './breaker-table.ts'
import type { ExcusedParts } from './excused-parts.ts'

// The guarantee: a part whose fill met a failure of this node is no miss of its maker's a second after the database can be written
// to, whichever node has timed it out.

export type ExcusePartsDeps = {
	readonly db: Pick<DatabaseLanes, 'own'>
	readonly clock: Pick<Clock, 'nowMs'>
	readonly excusedParts: Pick<ExcusedParts, 'ids' | 'written'>
}

/** Takes misses back that other nodes have counted. */
export async function excuseParts({ db, clock, excusedParts }: ExcusePartsDeps): Promise<'done'> {
	const partIds = excusedParts.ids()
	if (partIds.length > 0) excusedParts.written(await updateExcused(db.own, { partIds, nowMs: clock.nowMs() }))
	return 'done'
}
