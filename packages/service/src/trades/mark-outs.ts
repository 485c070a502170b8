import { markOutSeconds, markOutWaitSeconds } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { newestState } from '../fills/newest-state.ts'

/** A mark-out costs three lookups for each of these. */
const markedFillsMax = 1_000

export type PairKey = { readonly base: string; readonly quote: string }
export type MarkRow = PairKey & {
	readonly after_s: number
	readonly fills: number
	readonly gain: string
	readonly volume: string
}

/**
 * What the maker's newest settled fills gained until 1, 10 and 60 s after they settled, at the price of the pair's first
 * trade since: as the list of trades shows it, rounded down to 18 places. The order's quote has bounds instead of an
 * equality, so that only the index by pair and time fits.
 */
export async function selectMarkOuts(
	db: Database,
	{ makerId, sinceMs }: { readonly makerId: string; readonly sinceMs: number },
): Promise<readonly MarkRow[]> {
	const { rows } = await sql<MarkRow>`
		with accepted as materialized (
			select part_id, sell_amount, buy_amount, ended_at_ms, ${newestState('fill')} as state
			from fill where maker_id = ${makerId} and accepted_at_ms >= ${sinceMs}
			order by accepted_at_ms desc limit ${markedFillsMax}
		),
		settled as materialized (
			select p.base, p.quote, p.side, a.ended_at_ms,
				case p.side when 'bids' then a.buy_amount else -a.sell_amount end as base_gained,
				case p.side when 'bids' then -a.sell_amount else a.buy_amount end as quote_gained
			from accepted a cross join lateral (select base, quote, side from part where part.part_id = a.part_id limit 1) p
			where a.state = 'Settled'
		),
		marked as (
			select s.base, s.quote, after.s as after_s, abs(s.quote_gained) as volume,
				s.quote_gained + s.base_gained * (div(next.quote_amount * 1e18, next.base_amount) * 1e-18) as gain
			from settled s cross join unnest(${[...markOutSeconds]}::int8[]) as after (s)
			cross join lateral (
				select
					case o.side when 'bids' then o.sell_amount else o.buy_amount end as base_amount,
					case o.side when 'bids' then o.buy_amount + coalesce(o.surplus, 0)
						else o.sell_amount - coalesce(o.surplus, 0) end as quote_amount
				from "order" o
				where o.state = 'settled' and o.base = s.base and o.quote <= s.quote
					and (o.quote, o.ended_at_ms) >= (s.quote, s.ended_at_ms + after.s * 1000)
					and (o.quote, o.ended_at_ms) <= (s.quote, s.ended_at_ms + (after.s + ${markOutWaitSeconds}) * 1000)
				order by o.quote, o.ended_at_ms, o.subintent_hash limit 1
			) next
		)
		select base, quote, after_s::int4 as after_s, count(*)::int4 as fills,
			(floor(sum(gain) * 1e18) * 1e-18)::numeric(58, 18)::text as gain, sum(volume)::text as volume
		from marked group by base, quote, after_s order by after_s`.execute(db)
	return rows
}
