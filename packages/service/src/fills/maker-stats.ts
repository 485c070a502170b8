import { candleIntervals, Decimal, type MakerRecord, type MakerStats } from '@accord/protocol'
import { sql } from 'kysely'
import { breakerOf } from '../breaker/breaker.ts'
import { pausesOf } from '../breaker/maker-pauses.ts'
import { type PartEndRow, partEnd, partEndColumns, readPartEnds } from '../breaker/part-ends.ts'
import type { Database } from '../db/tables.ts'
import type { Platform } from '../platform/platform.ts'
import { newestState } from './newest-state.ts'

type StatsRow = Pick<MakerStats, 'name'> &
	PartEndRow &
	Record<'asked' | 'started' | 'settled' | 'expired' | 'released', number> & {
		since_ms: bigint
		answer_ms: [number, number, number, number] | null
		refused_fills: readonly { readonly code: string; readonly orders: number }[] | null
	}

const ratePlaces = 6

/** The most parts that are counted: reading this many takes some milliseconds, however many there are. */
export const statsPartsMax = 5_000
/**
 * More fills than can be accepted while that many parts are requested. Without a limit, the planner would scan all
 * fills instead of using the index.
 */
const fillsMax = 2 * statsPartsMax

const countedMs = 86_400_000
const minuteMs = candleIntervals['1m']

/** From when a maker's results count: whole minutes, as the candles have the volume of all trades. */
export function countedSinceMs(nowMs: number): number {
	return wholeMinuteMs(nowMs - countedMs)
}

function wholeMinuteMs(ms: number): number {
	return Math.ceil(ms / minuteMs) * minuteMs
}

type StatsOf = { readonly database: Database; readonly makerId: string; readonly sessions: number }

/** A maker's results in the last 24 hours, its circuit breaker and its pauses. */
export async function makerStats(platform: Platform, { database, makerId, sessions }: StatsOf): Promise<MakerStats> {
	const nowMs = platform.clock.nowMs()
	const [record, breaker, pauses] = await Promise.all([
		makerRecord(database, { makerId, sinceMs: countedSinceMs(nowMs) }),
		breakerOf(platform, { database, makerId, nowMs }),
		pausesOf(database, { makerId, nowMs }),
	])
	return { makerId, ...record, sessions, breaker, pauses }
}

/**
 * Counts the parts requested from a maker since `sinceMs`, or the newest {@link statsPartsMax} of them, and the fills
 * accepted since the first of those was requested.
 */
export async function makerRecord(
	db: Database,
	{ makerId, sinceMs }: { readonly makerId: string; readonly sinceMs: number },
): Promise<MakerRecord & Pick<MakerStats, 'name' | 'sinceMs'>> {
	const { rows } = await sql<StatsRow>`
		with recent as (
			select state, asked_at_ms, ended_at_ms, refusals, ${partEnd('part')} as ended from part
			where maker_id = ${makerId} and asked_at_ms >= ${sinceMs}
			order by asked_at_ms desc, part_id desc limit ${statsPartsMax}
		),
		parts as (
			select
				count(*)::int4 as asked, ${partEndColumns},
				to_jsonb(percentile_disc(array[0.5, 0.95, 0.99, 1]) within group (order by ended_at_ms - asked_at_ms)
					filter (where state in ('filled', 'rejected'))) as answer_ms,
				case count(*) when ${statsPartsMax} then min(asked_at_ms) else ${sinceMs}::int8 end as since_ms
			from recent
		),
		refused as (
			select refusal ->> 'code' as code, count(*)::int4 as orders
			from recent cross join jsonb_array_elements(refusals) as refusal group by 1 order by 2 desc, 1
		)
		select *, (select json_agg(refused) from refused) as refused_fills,
			(select name from maker where maker_id = ${makerId}) as name
		from parts, (
			select
				count(*)::int4 as started,
				count(*) filter (where state = 'Settled')::int4 as settled,
				count(*) filter (where state = 'Expired')::int4 as expired,
				count(*) filter (where state = 'Released')::int4 as released
			from (
				select ${newestState('f')} as state from (
					select subintent_hash, state from fill
					where maker_id = ${makerId} and accepted_at_ms >= (select since_ms from parts)
					order by accepted_at_ms desc limit ${fillsMax}
				) f offset 0
			) accepted
		) fills`.execute(db)
	const [row] = rows
	if (row === undefined) throw new Error('an aggregate query returned no row')
	const refused = row.refused_fills === null ? {} : { refusedFills: row.refused_fills }
	const of = { name: row.name, sinceMs: wholeMinuteMs(Number(row.since_ms)) }
	return { ...of, ...countsOf(row), ...refused, ...rateOf(row), ...answerOf(row) }
}

function countsOf(row: StatsRow): Pick<MakerRecord, 'orders' | 'fills'> {
	const { asked, started, settled, expired, released } = row
	return { orders: { asked, ...readPartEnds(row) }, fills: { started, settled, expired, released } }
}

function rateOf({ filled, rejected, timed_out }: StatsRow): Pick<MakerRecord, 'fillRate'> {
	const answered = filled + rejected + timed_out
	if (answered === 0) return {}
	const rate = Decimal.divDown(Decimal.fromInteger(filled), Decimal.fromInteger(answered))
	return { fillRate: Decimal.roundDown(rate, ratePlaces) }
}

function answerOf({ answer_ms }: StatsRow): Pick<MakerRecord, 'answerMs'> {
	if (answer_ms === null) return {}
	const [p50, p95, p99, max] = answer_ms
	return { answerMs: { p50, p95, p99, max } }
}
