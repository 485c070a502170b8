import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Answer, LastPause } from './breaker-rule.ts'

/** A pause by the breaker, and what had led to it. */
export type BreakerPause = LastPause & { readonly missRate?: Decimal; readonly sample?: number }

/** Found out so much later that a part had timed out, the service may have been the one who did not listen. */
const blameMaxMs = 2_000

/**
 * How a maker answered what it was asked since `sinceMs`, the newest first. What ended before its time, with its order, is
 * no answer; nor is the rejection of a part that sells less than `minParts` of its token.
 */
export async function selectAnswers(
	db: Database,
	of: { makerId: string; sinceMs: number; limit: number; minParts: Readonly<Record<string, string>> },
): Promise<Answer[]> {
	const { makerId, sinceMs, limit, minParts } = of
	const { rows } = await sql<{ state: Answer }>`
		select state from part
		where maker_id = ${makerId} and asked_at_ms >= ${sinceMs} and (
			state = 'filled'
			or state = 'timed_out' and ended_at_ms > fill_before_ms and ended_at_ms <= fill_before_ms + ${blameMaxMs}
			or state = 'rejected'
				and fill_sell_amount >= coalesce((${JSON.stringify(minParts)}::jsonb ->> fill_sell_symbol)::numeric, 0)
		)
		order by asked_at_ms desc, part_id desc
		limit ${limit}`.execute(db)
	return rows.map(({ state }) => state)
}

/** Makers of which a part was rejected or timed out since, and which the breaker does not pause now. */
export async function selectMakersWhoMissed(
	db: Database,
	{ sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<string[]> {
	const { rows } = await sql<{ maker_id: string }>`
		select distinct maker_id from part
		where state in ('rejected', 'timed_out') and ended_at_ms >= ${sinceMs}
			and maker_id not in (select maker_id from maker_pause where paused_by = 'breaker' and until_ms > ${nowMs})`.execute(
		db,
	)
	return rows.map(row => row.maker_id)
}

/** The breaker's last pause of a maker, in force or over. */
export async function selectBreakerPause(db: Database, makerId: string): Promise<BreakerPause | undefined> {
	const row = await db
		.selectFrom('maker_pause')
		.select(['since_ms', 'until_ms', 'miss_rate', 'sample'])
		.where('maker_id', '=', makerId)
		.where('paused_by', '=', 'breaker')
		.executeTakeFirst()
	if (row === undefined) return undefined
	return {
		sinceMs: Number(row.since_ms),
		// A pause by the breaker always says when it ends.
		untilMs: Number(row.until_ms ?? row.since_ms),
		...(row.miss_rate === null ? {} : { missRate: Decimal.parse(row.miss_rate) }),
		...(row.sample === null ? {} : { sample: row.sample }),
	}
}
