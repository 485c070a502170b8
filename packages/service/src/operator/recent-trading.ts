import { sql } from 'kysely'
import { type PartEnd, partEnd } from '../breaker/part-ends.ts'
import type { Database } from '../db/tables.ts'

/** The most orders, and the most parts of each maker, that are counted. */
const countedMax = 5_000
const causesMax = 3

/** How many orders ended in each state, and the commonest causes of those that did not settle. */
export type RecentOrders = {
	readonly settled: number
	readonly unfilled: number
	readonly expired: number
	readonly cancelled: number
	readonly causes: readonly Cause[]
}

/** Why orders did not settle; `maker` is the name of the maker concerned, if one is. */
export type Cause = { readonly maker: string | null; readonly cause: string; readonly times: number }

/** The newest orders that have ended since a time. */
export async function recentOrders(db: Database, { sinceMs }: { readonly sinceMs: number }): Promise<RecentOrders> {
	// Each list has an index of its own, which the states must be literals for.
	const ended = (states: string) => sql`(
		select subintent_hash, state, ended_at_ms from "order"
		where state in (${sql.raw(states)}) and ended_at_ms >= ${sinceMs} order by ended_at_ms desc limit ${countedMax}
	)`
	const { rows } = await sql<RecentOrders>`
		with recent as materialized (
			select * from (${ended(`'settled', 'expired'`)} union all ${ended(`'unfilled', 'cancelled'`)}) ended
			order by ended_at_ms desc limit ${countedMax}
		),
		unfunded as materialized (
			select r.subintent_hash as order_hash, f.maker_id
			from recent r join fill f on f.order_hash = r.subintent_hash
			left join expired_intent e on e.subintent_hash = f.subintent_hash
			where r.state = 'expired' and (e.is_unfunded or f.vetoed_at_ms is not null)
		),
		cause as (
			select p.maker_id, case ${partEnd('p')}
				when 'rejected' then 'rejected its part'
				when 'not_answered' then 'did not answer'
				else 'sent a fill that was refused: ' || (p.refusals -> 0 ->> 'code') end as cause
			from recent r join part p on p.order_hash = r.subintent_hash
			where r.state = 'unfilled' and ${partEnd('p')} in ('rejected', 'not_answered', 'fill_refused')
			union all
			select maker_id, 'lacked the funds of its fill' from unfunded
			union all
			select null, 'no solver settled it' from recent
			where state = 'expired' and subintent_hash not in (select order_hash from unfunded)
		),
		commonest as (
			select m.name as maker, cause, count(*)::int4 as times
			from cause left join maker m using (maker_id) group by maker_id, m.name, cause
			order by times desc, maker, cause limit ${causesMax}
		)
		select count(*) filter (where state = 'settled')::int4 as settled,
			count(*) filter (where state = 'unfilled')::int4 as unfilled,
			count(*) filter (where state = 'expired')::int4 as expired,
			count(*) filter (where state = 'cancelled')::int4 as cancelled,
			(select coalesce(json_agg(commonest), '[]') from commonest) as causes
		from recent`.execute(db)
	const [row] = rows
	if (row === undefined) throw new Error('an aggregate query returned no row')
	return row
}

/** How many parts of a maker ended in one way, by the code with which a fill of them was refused first. */
export type RecentParts = {
	readonly maker: string
	readonly ended: Exclude<PartEnd, 'asked'>
	readonly code: string | null
	readonly parts: number
}

/** The newest parts that each maker was asked for since a time and that have ended. */
export async function recentParts(db: Database, { sinceMs }: { readonly sinceMs: number }): Promise<RecentParts[]> {
	const { rows } = await sql<RecentParts>`
		select m.name as maker, p.ended, p.code, count(*)::int4 as parts
		from maker m cross join lateral (
			select ${partEnd('part')} as ended, refusals -> 0 ->> 'code' as code from part
			where part.maker_id = m.maker_id and asked_at_ms >= ${sinceMs}
			order by asked_at_ms desc, part_id desc limit ${countedMax}
		) p
		where p.ended <> 'asked'
		group by m.maker_id, m.name, p.ended, p.code
		order by parts desc, maker, ended, code`.execute(db)
	return rows
}
