import { candleIntervals, Decimal, historyFeesMax, historyPartsMax, type OperatorHistory } from '@accord/protocol'
import { sql } from 'kysely'
import { type PartEndRow, partEnd, partEndColumns, readPartEnds } from '../breaker/part-ends.ts'
import type { Database } from '../db/tables.ts'
import { newestState } from '../fills/newest-state.ts'

// The guarantee: the money of a day is added up from its candles, and from a bounded number of orders and parts by their
// indexes.

type VolumeRow = {
	readonly base: string
	readonly quote: string
	readonly trades: bigint
	readonly base_volume: string
	readonly quote_volume: string
}

/** What was traded in each pair since the start of an hour. */
export async function selectVolumes(db: Database, sinceMs: number): Promise<OperatorHistory['volumes']> {
	const { rows } = await sql<VolumeRow>`
		select base, quote, sum(trades)::int8 as trades,
			sum(base_volume)::text as base_volume, sum(quote_volume)::text as quote_volume
		from candle where interval_ms = ${candleIntervals['1h']} and start_ms >= ${sinceMs}
		group by base, quote order by sum(trades) desc, base, quote`.execute(db)
	return rows.map(({ base, quote, trades, base_volume, quote_volume }) => ({
		pair: { base, quote },
		trades: Number(trades),
		base: Decimal.parse(base_volume),
		quote: Decimal.parse(quote_volume),
	}))
}

type FeesRow = {
	readonly since_ms: bigint
	readonly cost_xrd: string
	readonly tokens: readonly Record<'symbol' | 'platform' | 'shares' | 'settlement', string>[] | null
}

/** The offset keeps the planner from reading whole tables: a statement of its own for each order `d`. */
const fillsOfOrder = sql`
	select sell_symbol, platform_fee, settlement_fee, rebate, cost_xrd from fill
	where order_hash = d.subintent_hash and ${newestState('fill')} = 'Settled' offset 0`

/** What the orders that settled since then, or the newest of them, and their fills paid, by token. */
export async function selectFees(db: Database, sinceMs: number): Promise<OperatorHistory['fees']> {
	const { rows } = await sql<FeesRow>`
		with decided as materialized (
			select subintent_hash, lower(${newestState('"order"')}) as state, ended_at_ms, sell_symbol, platform_fee, settlement_fee, rebate, share_due, cost_xrd
			from "order" where state in ('settled', 'expired') and ended_at_ms >= ${sinceMs}
			order by ended_at_ms desc limit ${historyFeesMax}
		),
		item as materialized (
			select sell_symbol, platform_fee, settlement_fee - rebate as settlement, coalesce(share_due, 0) as share, cost_xrd
			from decided where state = 'settled'
			union all
			select f.sell_symbol, f.platform_fee, f.settlement_fee - f.rebate, 0, f.cost_xrd
			from decided d cross join lateral (${fillsOfOrder}) f where d.state = 'settled'
		),
		token as (
			select sell_symbol as symbol, sum(platform_fee)::text as platform, sum(share)::text as shares,
				sum(settlement)::text as settlement
			from item group by 1
		)
		select
			(select case count(*) when ${historyFeesMax} then min(ended_at_ms) else ${sinceMs}::int8 end from decided) as since_ms,
			(select coalesce(sum(cost_xrd), 0)::text from item) as cost_xrd,
			(select json_agg(token order by symbol) from token) as tokens`.execute(db)
	const [row] = rows
	if (row === undefined) throw new Error('an aggregate query returned no row')
	return {
		sinceMs: Number(row.since_ms),
		costXrd: Decimal.parse(row.cost_xrd),
		tokens: (row.tokens ?? []).map(({ symbol, platform, shares, settlement }) => ({
			symbol,
			platform: Decimal.parse(platform),
			integratorShares: Decimal.parse(shares),
			settlement: Decimal.parse(settlement),
		})),
	}
}

type MakerRow = PartEndRow & {
	readonly maker_id: string
	readonly asked: number
	readonly answer_ms: number | null
}

/** How each maker answered the parts asked of it since then, or the newest of them. */
export async function selectMakerDays(db: Database, sinceMs: number): Promise<OperatorHistory['makers']> {
	const { rows } = await sql<MakerRow>`
		select maker.maker_id, counted.* from maker cross join lateral (
			select count(*)::int4 as asked, ${partEndColumns},
				(percentile_disc(0.5) within group (order by ended_at_ms - asked_at_ms)
					filter (where ended in ('filled', 'rejected')))::int4 as answer_ms
			from (
				select ${partEnd('part')} as ended, asked_at_ms, ended_at_ms from part
				where part.maker_id = maker.maker_id and asked_at_ms >= ${sinceMs}
				order by asked_at_ms desc, part_id desc limit ${historyPartsMax}
			) recent
		) counted
		order by created_at_ms, maker_id`.execute(db)
	return rows.map(({ maker_id: makerId, asked, answer_ms, ...ends }) => {
		return { makerId, asked, ...readPartEnds(ends), ...(answer_ms === null ? {} : { answerMs: answer_ms }) }
	})
}
