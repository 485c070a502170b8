import { Decimal } from '@accord/protocol'
import { sql } from 'kysely'
import { auditColumns } from '../audit/audit-table.ts'
import type { Database } from '../db/tables.ts'
import type { Answer, LastPause } from './breaker-rule.ts'
import { calledOff } from './part-ends.ts'

/** A pause by the breaker, and the miss rate that caused it. */
export type BreakerPause = LastPause & { readonly missRate?: Decimal; readonly sample?: number }

/** A time-out that is recorded later than this does not count, because the service itself may have been down. */
const timeOutDelayMaxMs = 2_000
/** The longest time from the end of a fill until it is known how its order ended. */
const orderKnownWithinMs = 120_000

/**
 * Whether an expired fill `f` is its maker's miss: a preview blamed it, its account had moved the funds, or the user's item was good, whatever
 * the reason was. The user's item was good if it settled, or if it expired funded and without a prefix, since a prefix can
 * fail on its own. A fill is not counted if another fill of the order is the likelier reason: one without funds, or with a
 * prefix.
 */
const isMissed = sql<boolean>`(
	f.state = 'Expired' and (
		f.vetoed_at_ms is not null
		or exists (select from expired_intent e where e.subintent_hash = f.subintent_hash and e.is_unfunded)
		or exists (
			select from "order" o left join expired_intent e on e.subintent_hash = o.subintent_hash
			where o.subintent_hash = f.order_hash and (o.state = 'settled' or not o.has_prefix and not e.is_unfunded)
		)
		and (f.has_prefix or not exists (
			select from fill other left join expired_intent e on e.subintent_hash = other.subintent_hash
			where other.order_hash = f.order_hash and other.state = 'Expired'
				and (other.has_prefix or e.is_unfunded or other.vetoed_at_ms is not null)
		))
	)
)`

/**
 * How a maker answered the parts requested since `sinceMs`, newest first. A part that was called off does not count;
 * neither does the rejection of a part that sells less than `minParts` of its token.
 */
export async function selectAnswers(
	db: Database,
	of: { makerId: string; sinceMs: number; limit: number; minParts: Readonly<Record<string, string>> },
): Promise<Answer[]> {
	const { makerId, sinceMs, limit, minParts } = of
	const { rows } = await sql<{ state: Answer }>`
		select case when ${isMissed} then 'expired' else part.state end as state from part
		left join fill f on f.part_id = part.part_id
		where part.maker_id = ${makerId} and asked_at_ms >= ${sinceMs} and (
			part.state = 'filled'
			or part.state = 'timed_out'
				and not ${calledOff('part')} and part.ended_at_ms <= fill_before_ms + ${timeOutDelayMaxMs}
			or part.state = 'rejected'
				and fill_sell_amount >= coalesce((${JSON.stringify(minParts)}::jsonb ->> fill_sell_symbol)::numeric, 0)
		)
		order by asked_at_ms desc, part.part_id desc
		limit ${limit}`.execute(db)
	return rows.map(({ state }) => state)
}

/**
 * Makers that the breaker is not already pausing and that have had a part rejected or timed out since `sinceMs`, or an
 * expired fill whose reason has been looked for since then.
 */
export async function selectMakersWithMisses(
	db: Database,
	{ sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<string[]> {
	const { rows } = await sql<{ maker_id: string }>`
		select distinct maker_id from (
			select maker_id from part where state in ('rejected', 'timed_out') and ended_at_ms >= ${sinceMs}
			union all
			select f.maker_id from fill f
			where f.state = 'Expired' and f.ended_at_ms >= ${sinceMs - orderKnownWithinMs} and exists (
				select from expired_intent e
				where e.subintent_hash in (f.subintent_hash, f.order_hash) and e.checked_at_ms >= ${sinceMs}
			)
		) missed
		where maker_id not in (select maker_id from maker_pause where paused_by = 'breaker' and until_ms > ${nowMs})`.execute(
		db,
	)
	return rows.map(row => row.maker_id)
}

/**
 * Calls timed-out parts off: makes them end at their deadline, so that none counts as its maker's miss; returns those that have ended
 * in any way.
 */
export async function updateExcused(
	db: Database,
	{ partIds, nowMs }: { partIds: readonly string[]; nowMs: number },
): Promise<string[]> {
	const ids = sql`${partIds as string[]}::text[]`
	const { rows } = await sql<{ part_id: string }>`
		with excused as (
			update part set ended_at_ms = fill_before_ms
			where part_id = any(${ids}) and state = 'timed_out' and not ${calledOff('part')}
			returning part_id, order_hash
		),
		recorded as (
			insert into ${auditColumns}
			select ${nowMs}, 'part_excused', 'service', order_hash, jsonb_build_object('part_id', part_id) from excused
		)
		select part_id from part where part_id = any(${ids}) and state <> 'asked'`.execute(db)
	return rows.map(row => row.part_id)
}

/** The breaker's latest pause of a maker, in force or over. */
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
		// A pause by the breaker always has an end.
		untilMs: Number(row.until_ms ?? row.since_ms),
		...(row.miss_rate === null ? {} : { missRate: Decimal.parse(row.miss_rate) }),
		...(row.sample === null ? {} : { sample: row.sample }),
	}
}
