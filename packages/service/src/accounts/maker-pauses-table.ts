import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { MakerPause, NewPause, PausedBy } from './maker-pauses.ts'

type PauseOfMaker = MakerPause & { readonly makerId: string }

/** Writes a pause, in place of one of its kind that is over: of several who write one at the same time, one does. */
export async function upsertPause(db: Database, pause: NewPause): Promise<void> {
	const { makerId, by, reason = null, sinceMs, untilMs = null, rate } = pause
	const missRate = rate === undefined ? null : Decimal.format(rate.missRate)
	await sql`
		insert into maker_pause (maker_id, paused_by, reason, since_ms, until_ms, miss_rate, sample)
		values (${makerId}, ${by}, ${reason}, ${sinceMs}, ${untilMs}, ${missRate}, ${rate?.sample ?? null})
		on conflict (maker_id, paused_by) do update set
			reason = excluded.reason, since_ms = excluded.since_ms, until_ms = excluded.until_ms,
			miss_rate = excluded.miss_rate, sample = excluded.sample
		where maker_pause.until_ms <= excluded.since_ms`.execute(db)
}

/** Takes a breaker's pause back whole: its row stays, because what was asked before it must not count again. */
export async function updateBreakerPauseTakenBack(db: Database, makerId: string): Promise<void> {
	await sql`
		update maker_pause set until_ms = since_ms
		where maker_id = ${makerId} and paused_by = 'breaker'`.execute(db)
}

export async function deletePause(
	db: Database,
	{ makerId, by }: { readonly makerId: string; readonly by: PausedBy },
): Promise<void> {
	await db.deleteFrom('maker_pause').where('maker_id', '=', makerId).where('paused_by', '=', by).execute()
}

/** The pauses in force, of one maker or of all, the oldest first. */
export async function selectPauses(
	db: Database,
	{ nowMs, makerId }: { readonly nowMs: number; readonly makerId?: string },
): Promise<PauseOfMaker[]> {
	const rows = await db
		.selectFrom('maker_pause')
		.selectAll()
		.where(where => where.or([where('until_ms', 'is', null), where('until_ms', '>', BigInt(nowMs))]))
		.$if(makerId !== undefined, query => query.where('maker_id', '=', makerId ?? ''))
		.orderBy('since_ms')
		.orderBy('paused_by')
		.execute()
	return rows.map(row => ({
		makerId: row.maker_id,
		by: row.paused_by,
		...(row.reason === null ? {} : { reason: row.reason }),
		sinceMs: Number(row.since_ms),
		...(row.until_ms === null ? {} : { untilMs: Number(row.until_ms) }),
	}))
}
