import { historyEntriesMax, historyOrdersMax, type OperatorHistory } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { selectFees, selectMakerDays, selectVolumes } from './day-of-trading.ts'

// The guarantee: a day's history reads a bounded number of orders of each hour, and of entries of the audit log, by
// their indexes.

const hourMs = 3_600_000
const hoursShown = 24

type HourRow = {
	readonly start_ms: bigint
	readonly settled: number
	readonly expired: number
	readonly unfilled: number
	readonly cancelled: number
	readonly settle_ms: [number, number] | null
	readonly is_partial: boolean
}

/** The current hour and the 23 before it: how orders ended, what was refused and traded, and how makers answered. */
export async function selectHistory(db: Database, { nowMs }: { readonly nowMs: number }): Promise<OperatorHistory> {
	const sinceMs = (Math.floor(nowMs / hourMs) - hoursShown + 1) * hourMs
	const [hours, refusals, volumes, fees, makers] = await Promise.all([
		selectHours(db, sinceMs),
		selectRefusals(db, sinceMs),
		selectVolumes(db, sinceMs),
		selectFees(db, sinceMs),
		selectMakerDays(db, sinceMs),
	])
	return { hours, refusals, volumes, fees, makers }
}

export async function selectHours(db: Database, sinceMs: number): Promise<OperatorHistory['hours']> {
	// Each list has an index of its own, which the states must be literals for.
	const ended = (states: string) => sql`(
		select state, accepted_at_ms, ended_at_ms from "order"
		where state in (${sql.raw(states)}) and ended_at_ms >= hour.start_ms and ended_at_ms < hour.start_ms + ${hourMs}
		order by ended_at_ms desc limit ${historyOrdersMax}
	)`
	const { rows } = await sql<HourRow>`
		select hour.start_ms, counted.* from (
			select ${sinceMs}::int8 + n * ${hourMs}::int8 as start_ms from generate_series(0, ${hoursShown - 1}::int8) as n
		) hour cross join lateral (
			select count(*) filter (where state = 'settled')::int4 as settled,
				count(*) filter (where state = 'expired')::int4 as expired,
				count(*) filter (where state = 'unfilled')::int4 as unfilled,
				count(*) filter (where state = 'cancelled')::int4 as cancelled,
				to_jsonb(percentile_disc(array[0.5, 0.99]) within group (order by ended_at_ms - accepted_at_ms)
					filter (where state = 'settled')) as settle_ms,
				greatest(
					count(*) filter (where state in ('settled', 'expired')),
					count(*) filter (where state in ('unfilled', 'cancelled'))
				) = ${historyOrdersMax} as is_partial
			from (${ended(`'settled', 'expired'`)} union all ${ended(`'unfilled', 'cancelled'`)}) ended
		) counted
		order by hour.start_ms`.execute(db)
	return rows.map(({ start_ms, settle_ms, is_partial, ...counts }) => ({
		startMs: Number(start_ms),
		...counts,
		...(settle_ms === null ? {} : { settleMs: { p50: settle_ms[0], p99: settle_ms[1] } }),
		isPartial: is_partial,
	}))
}

type RefusalsRow = {
	readonly since_ms: bigint
	readonly counts: OperatorHistory['refusals']['counts'] | null
}

/** Read from the pages of the audit log that have refusals, the newest first. */
export async function selectRefusals(db: Database, sinceMs: number): Promise<OperatorHistory['refusals']> {
	const { rows } = await sql<RefusalsRow>`
		with recent as materialized (
			select r.* from audit_page p,
				jsonb_to_recordset(p.refusals) as r (at_ms int8, act text, code text, count int8)
			where p.refusals is not null order by p.first_number desc limit ${historyEntriesMax}
		),
		counted as (
			select act, code, sum(count)::int8 as times from recent where at_ms >= ${sinceMs} group by 1, 2
		)
		select
			(select case count(*) when ${historyEntriesMax} then greatest(${sinceMs}::int8, min(at_ms)) else ${sinceMs}::int8 end
				from recent) as since_ms,
			(select json_agg(counted order by times desc, act, code) from counted) as counts`.execute(db)
	const [row] = rows
	if (row === undefined) throw new Error('an aggregate query returned no row')
	return { sinceMs: Number(row.since_ms), counts: row.counts ?? [] }
}
