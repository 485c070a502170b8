import type { TraceEventKind } from '@accord/protocol'
import { sql } from 'kysely'
import { type PartEnd, partEnd } from '../breaker/part-ends.ts'
import type { Database } from '../db/tables.ts'
import { fillExpiryCode, orderExpiryCode } from '../settlement/expiry-code.ts'

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

/** Why orders did not settle, as an event of their traces; `maker` is the name of the maker concerned, if one is. */
export type Cause = {
	readonly maker: string | null
	readonly kind: TraceEventKind
	readonly code: string | null
	readonly times: number
}

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
		expired as materialized (
			select o.subintent_hash as order_hash, null as maker_id, 'expired' as kind, ${orderExpiryCode('o')} as code
			from recent o where o.state = 'expired'
			union all
			select o.subintent_hash, f.maker_id, 'fill_expired', ${fillExpiryCode('f')}
			from recent o join fill f on f.order_hash = o.subintent_hash where o.state = 'expired'
		),
		cause as (
			select p.maker_id, case ${partEnd('p')} when 'not_answered' then 'timed_out' else ${partEnd('p')} end as kind,
				case ${partEnd('p')} when 'fill_refused' then p.refusals -> 0 ->> 'code' end as code
			from recent r join part p on p.order_hash = r.subintent_hash
			where r.state = 'unfilled' and ${partEnd('p')} in ('rejected', 'not_answered', 'fill_refused')
			union all
			select maker_id, kind, code from expired where code is not null
			union all
			select maker_id, kind, code from expired
			where kind = 'expired' and order_hash not in (select order_hash from expired where code is not null)
		),
		commonest as (
			select m.name as maker, kind, code, count(*)::int4 as times
			from cause left join maker m using (maker_id) group by maker_id, m.name, kind, code
			order by times desc, maker, kind, code limit ${causesMax}
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
