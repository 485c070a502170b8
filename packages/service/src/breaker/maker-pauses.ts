import { Decimal, type MakerPause, type Pauser } from '@accord/protocol'
import { sql } from 'kysely'
import { auditColumns } from '../audit/audit-table.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../db/tables.ts'

// The guarantee: a pause is written before it is acknowledged and survives restarts. The maker, the operator and the
// breaker can each end only their own pauses.

type Deps = { readonly database: Database; readonly bus: Bus }

/** A pause to write; a pause by the breaker includes the rate that caused it. */
type NewPause = MakerPause & {
	readonly makerId: string
	readonly rate?: { readonly missRate: Decimal; readonly sample: number }
}

/** Pauses a maker. A pause of the same kind that is in force stays unchanged, including its reason. */
export async function setPause({ database, bus }: Deps, pause: NewPause): Promise<void> {
	await upsertPause(database, pause)
	bus.publish('maker_pause', { makerId: pause.makerId })
}

/**
 * Ends the maker's pause of this kind, if there is one. Ending a pause by the breaker also discards the misses that
 * caused it.
 */
export async function endPause(
	{ database, bus }: Deps,
	{ makerId, by }: { readonly makerId: string; readonly by: Pauser },
): Promise<void> {
	if (by === 'breaker') await updateBreakerPauseCancelled(database, makerId)
	else await deletePause(database, { makerId, by })
	bus.publish('maker_pause', { makerId })
}

/** The maker's pauses in force, oldest first. */
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

type PauseOfMaker = MakerPause & { readonly makerId: string }

/**
 * Writes a pause unless one of its kind is in force: of several concurrent writers, one succeeds. The audit log records
 * what the breaker decided; an operator's pause is recorded as an act.
 */
async function upsertPause(db: Database, pause: NewPause): Promise<void> {
	const { makerId, by, reason = null, sinceMs, untilMs = null, rate } = pause
	const missRate = rate === undefined ? null : Decimal.format(rate.missRate)
	await sql`
		with paused as (
			insert into maker_pause (maker_id, paused_by, reason, since_ms, until_ms, miss_rate, sample)
			values (${makerId}, ${by}, ${reason}, ${sinceMs}, ${untilMs}, ${missRate}, ${rate?.sample ?? null})
			on conflict (maker_id, paused_by) do update set
				reason = excluded.reason, since_ms = excluded.since_ms, until_ms = excluded.until_ms,
				miss_rate = excluded.miss_rate, sample = excluded.sample
			where maker_pause.until_ms <= excluded.since_ms
			returning *
		)
		insert into ${auditColumns}
		select since_ms, 'maker_paused', 'service', maker_id, jsonb_strip_nulls(jsonb_build_object('after', jsonb_build_object(
			'by', paused_by, 'reason', reason, 'until_ms', until_ms, 'miss_rate', miss_rate::text, 'sample', sample
		)))
		from paused where paused_by = 'breaker'`.execute(db)
}

/** Cancels a breaker's pause. Its row remains, so that answers from before it do not count again. */
async function updateBreakerPauseCancelled(db: Database, makerId: string): Promise<void> {
	await sql`
		update maker_pause set until_ms = since_ms
		where maker_id = ${makerId} and paused_by = 'breaker'`.execute(db)
}

async function deletePause(
	db: Database,
	{ makerId, by }: { readonly makerId: string; readonly by: Pauser },
): Promise<void> {
	await db.deleteFrom('maker_pause').where('maker_id', '=', makerId).where('paused_by', '=', by).execute()
}

/** The pauses in force, of one maker or of all, oldest first. */
async function selectPauses(
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
