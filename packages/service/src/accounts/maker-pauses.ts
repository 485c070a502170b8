import type { Decimal } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Database, MakerPauseTable } from '../db/tables.ts'
import { deletePause, selectPauses, updateBreakerPauseTakenBack, upsertPause } from './maker-pauses-table.ts'

// The guarantee: a pause is written before it is acknowledged and outlives the process. Whoever made one ends only that one.

export type PausedBy = MakerPauseTable['paused_by']

/** Why no order is matched against a maker's books for now. */
export type MakerPause = {
	readonly by: PausedBy
	readonly reason?: string
	readonly sinceMs: number
	/** When it ends by itself; absent: when somebody ends it. */
	readonly untilMs?: number
}

type Deps = { readonly db: Database; readonly bus: Bus }

/** A pause to be written; one by the breaker with the rate that led to it. */
export type NewPause = MakerPause & {
	readonly makerId: string
	readonly rate?: { readonly missRate: Decimal; readonly sample: number }
}

/** Pauses a maker. A pause of the same kind that is in force stays as it is, its reason included. */
export async function setPause({ db, bus }: Deps, pause: NewPause): Promise<void> {
	await upsertPause(db, pause)
	bus.publish('maker_pause', { makerId: pause.makerId })
}

/** Ends the maker's pause of this kind, if there is one; of one by the breaker nothing counts any more. */
export async function endPause(
	{ db, bus }: Deps,
	{ makerId, by }: { readonly makerId: string; readonly by: PausedBy },
): Promise<void> {
	if (by === 'breaker') await updateBreakerPauseTakenBack(db, makerId)
	else await deletePause(db, { makerId, by })
	bus.publish('maker_pause', { makerId })
}

/** The maker's pauses in force, the oldest first. */
export async function pausesOf(
	db: Database,
	{ makerId, nowMs }: { readonly makerId: string; readonly nowMs: number },
): Promise<MakerPause[]> {
	const pauses = await selectPauses(db, { nowMs, makerId })
	return pauses.map(({ makerId: _, ...pause }) => pause)
}

/** Every pause in force. */
export function pausesInForce(db: Database, nowMs: number): Promise<(MakerPause & { readonly makerId: string })[]> {
	return selectPauses(db, { nowMs })
}
