import {
	type Clock,
	candleIntervals,
	Decimal,
	type FillFees,
	type LostReason,
	type MakerPerformance,
	type PairPerformance,
} from '@accord/protocol'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { partEnd } from '../breaker/part-ends.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Database } from '../db/tables.ts'
import { countedSinceMs, statsPartsMax } from '../fills/maker-stats.ts'
import { newestState } from '../fills/newest-state.ts'
import { type MarkRow, type PairKey, selectMarkOuts } from './mark-outs.ts'

// The guarantee: it shows a maker only its own orders and what is public anyway, such as the volume of all trades. It
// reads a bounded number of rows by their indexes, however many there are, and at most every 5 s for each maker.

type PerformancesDeps = { readonly db: Pick<DatabaseLanes, 'requests'>; readonly clock: Pick<Clock, 'nowMs'> }
type Known = { readonly atMs: number; readonly answer: Promise<MakerPerformance> }

const recentMs = 5_000
const knownMakersMax = 1_000

/** What makers' fills were worth in the last 24 hours; an answer may be 5 s old. */
export class MakerPerformances {
	readonly #deps: PerformancesDeps
	readonly #known = new LRUCache<string, Known>({ max: knownMakersMax })

	constructor(deps: PerformancesDeps) {
		this.#deps = deps
	}

	of(makerId: string): Promise<MakerPerformance> {
		const { clock, db } = this.#deps
		const nowMs = clock.nowMs()
		const known = this.#known.get(makerId)
		if (known !== undefined && nowMs - known.atMs < recentMs) return known.answer
		const answer = makerPerformance(db.requests, { makerId, nowMs })
		this.#known.set(makerId, { atMs: nowMs, answer })
		answer.catch(() => this.#known.delete(makerId))
		return answer
	}
}

const minuteMs = candleIntervals['1m']
const hourMs = candleIntervals['1h']
const sharePlaces = 6

type Of = { readonly makerId: string; readonly nowMs: number }

async function makerPerformance(db: Database, { makerId, nowMs }: Of): Promise<MakerPerformance> {
	const record = await selectRecord(db, { makerId, sinceMs: countedSinceMs(nowMs) })
	const marks = await selectMarkOuts(db, { makerId, sinceMs: Number(record.since_ms) })
	return {
		sinceMs: Number(record.since_ms),
		pairs: (record.pairs ?? []).map(pair => readPair(pair, record, marks)),
		hours: (record.hours ?? []).map(({ start_ms, asked, filled, fill_ms }) => ({
			startMs: start_ms,
			asked,
			filled,
			...(fill_ms === null ? {} : { fillMs: { p50: fill_ms[0], p99: fill_ms[1] } }),
		})),
		reserved: (record.reserved ?? []).map(({ symbol, sells, buys }) => {
			return { symbol, sells: Decimal.parse(sells), buys: Decimal.parse(buys) }
		}),
	}
}

type PairRow = PairKey & {
	readonly asked: number
	readonly settled: number
	readonly last_price: string | null
	/** Amounts are sums of exact decimals, as texts. */
	readonly amounts: Record<'asked' | 'bought' | 'paid' | 'sold' | 'received' | 'own' | 'traded', string>
	/** Of the fills on each side: who takes asks sells base. */
	readonly fees: Record<'asks' | 'bids', Record<'platform' | 'settlement' | 'rebate', string>>
}
type LostRow = PairKey & {
	readonly reason: LostReason
	readonly code: string | null
	readonly orders: number
	readonly base_amount: string
	readonly quote_amount: string
}
type RecordRow = {
	readonly since_ms: bigint
	readonly pairs: readonly PairRow[] | null
	readonly lost: readonly LostRow[] | null
	readonly hours:
		| readonly { start_ms: number; asked: number; filled: number; fill_ms: [number, number] | null }[]
		| null
	readonly reserved: readonly { symbol: string; sells: string; buys: string }[] | null
}

/** A statement of its own for each row keeps the planner from reading whole tables. */
const fillOfPart = sql`lateral (
	select f.sell_amount, f.buy_amount, f.platform_fee, f.settlement_fee, f.rebate, f.ended_at_ms as settled_at_ms, ${newestState('f')} as fill_state
	from fill f where f.part_id = r.part_id limit 1
) f on true`

/** What settled fills on a side of the maker's book paid, as texts. */
function feesOf(side: 'asks' | 'bids') {
	const sum = (column: string) =>
		sql`coalesce(sum(${sql.ref(column)}) filter (where fate = 'settled' and side = ${sql.lit(side)}), 0)::text`
	return sql`jsonb_build_object(
		'platform', ${sum('platform_fee')}, 'settlement', ${sum('settlement_fee')}, 'rebate', ${sum('rebate')}
	)`
}

/** The newest parts requested from a maker since a time, by pair, by reason of those lost, and by hour. */
export async function selectRecord(
	db: Database,
	{ makerId, sinceMs }: { readonly makerId: string; readonly sinceMs: number },
): Promise<RecordRow> {
	const { rows } = await sql<RecordRow>`
		with recent as materialized (
			select part_id, order_hash, base, quote, side, base_amount, asked_at_ms, ended_at_ms, ${partEnd('part')} as ended,
				case side when 'bids' then fill_sell_amount else fill_buy_amount end as quote_amount,
				refusals -> 0 ->> 'code' as code
			from part where maker_id = ${makerId} and asked_at_ms >= ${sinceMs}
			order by asked_at_ms desc, part_id desc limit ${statsPartsMax}
		),
		span as materialized (
			select case count(*) when ${statsPartsMax}
				then (min(asked_at_ms) + ${minuteMs - 1}) / ${minuteMs} * ${minuteMs} else ${sinceMs}::int8 end as since_ms
			from recent
		),
		fate as materialized (
			select r.*, f.sell_amount, f.buy_amount, f.platform_fee, f.settlement_fee, f.rebate, f.settled_at_ms, case r.ended
				when 'called_off' then case (select o.state from "order" o where o.subintent_hash = r.order_hash)
					when 'cancelled' then 'cancelled' else 'called_off' end
				when 'filled' then case f.fill_state
					when 'Settled' then 'settled' when 'Expired' then 'expired' when 'Released' then 'released' end
				when 'asked' then null
				else r.ended end as fate
			from recent r left join ${fillOfPart}
		),
		pairs as (
			select base, quote, count(*)::int4 as asked, count(*) filter (where fate = 'settled')::int4 as settled,
				jsonb_build_object(
					'asked', sum(base_amount)::text,
					'bought', coalesce(sum(buy_amount) filter (where fate = 'settled' and side = 'bids'), 0)::text,
					'paid', coalesce(sum(sell_amount) filter (where fate = 'settled' and side = 'bids'), 0)::text,
					'sold', coalesce(sum(sell_amount) filter (where fate = 'settled' and side = 'asks'), 0)::text,
					'received', coalesce(sum(buy_amount) filter (where fate = 'settled' and side = 'asks'), 0)::text,
					'own', coalesce(sum(case side when 'bids' then buy_amount else sell_amount end)
						filter (where fate = 'settled' and settled_at_ms >= (select since_ms from span)), 0)::text,
					'traded', coalesce((
						select sum(base_volume) from candle c where c.base = fate.base and c.quote = fate.quote
							and c.interval_ms = ${minuteMs} and c.start_ms >= (select since_ms from span)
					), 0)::text
				) as amounts,
				jsonb_build_object('asks', ${feesOf('asks')}, 'bids', ${feesOf('bids')}) as fees,
				(
					select c.close::text from candle c where c.base = fate.base and c.quote = fate.quote
						and c.interval_ms = ${minuteMs} and c.start_ms >= (select since_ms from span)
					order by c.start_ms desc limit 1
				) as last_price
			from fate group by base, quote
		),
		lost as (
			select base, quote, fate as reason, case fate when 'fill_refused' then code end as code, count(*)::int4 as orders,
				sum(base_amount)::text as base_amount, sum(quote_amount)::text as quote_amount
			from fate where fate <> 'settled' group by 1, 2, 3, 4
		),
		hours as (
			select asked_at_ms / ${hourMs} * ${hourMs} as start_ms, count(*)::int4 as asked,
				count(*) filter (where ended = 'filled')::int4 as filled,
				to_jsonb(percentile_disc(array[0.5, 0.99]) within group (order by ended_at_ms - asked_at_ms)
					filter (where ended = 'filled')) as fill_ms
			from fate group by 1
		),
		reserved as (
			select symbol, sum(sells)::text as sells, sum(buys)::text as buys
			from part, lateral (
				values (fill_sell_symbol, fill_sell_amount, 0), (fill_buy_symbol, 0, fill_buy_amount)
			) as exchanged (symbol, sells, buys)
			where maker_id = ${makerId} and reservation = 'open' group by symbol
		)
		select since_ms,
			(select json_agg(pairs order by asked desc, base, quote) from pairs) as pairs,
			(select json_agg(lost order by orders desc, reason, code) from lost) as lost,
			(select json_agg(hours order by start_ms) from hours) as hours,
			(select json_agg(reserved order by symbol) from reserved) as reserved
		from span`.execute(db)
	const [row] = rows
	if (row === undefined) throw new Error('an aggregate query returned no row')
	return row
}

function readPair(row: PairRow, { lost }: Pick<RecordRow, 'lost'>, marks: readonly MarkRow[]): PairPerformance {
	const { base, quote, asked, settled, amounts, fees, last_price } = row
	const isOfPair = (other: PairKey) => other.base === base && other.quote === quote
	const traded = Decimal.parse(amounts.traded)
	const own = Decimal.parse(amounts.own)
	return {
		pair: { base, quote },
		asked: { orders: asked, base: Decimal.parse(amounts.asked) },
		settled: {
			fills: settled,
			boughtBase: Decimal.parse(amounts.bought),
			paidQuote: Decimal.parse(amounts.paid),
			soldBase: Decimal.parse(amounts.sold),
			receivedQuote: Decimal.parse(amounts.received),
		},
		fees: { base: readFees(fees.asks), quote: readFees(fees.bids) },
		...(last_price === null ? {} : { lastPrice: Decimal.parse(last_price) }),
		tradedBase: traded,
		...(traded === Decimal.zero ? {} : { share: shareOf(own, traded) }),
		lost: (lost ?? []).filter(isOfPair).map(({ reason, code, orders, base_amount, quote_amount }) => ({
			reason,
			...(code === null ? {} : { code }),
			orders,
			base: Decimal.parse(base_amount),
			quote: Decimal.parse(quote_amount),
		})),
		markOuts: marks.filter(isOfPair).map(({ after_s, fills, gain, volume }) => {
			return { afterS: after_s, fills, gain: Decimal.parse(gain), volume: Decimal.parse(volume) }
		}),
	}
}

function readFees({ platform, settlement, rebate }: PairRow['fees']['asks']): FillFees {
	return {
		platformAmount: Decimal.parse(platform),
		settlementAmount: Decimal.parse(settlement),
		rebate: Decimal.parse(rebate),
	}
}

/** The maker's own trades may be counted in the candles a moment later. */
function shareOf(own: Decimal, traded: Decimal): Decimal {
	return Decimal.min(Decimal.one, Decimal.roundDown(Decimal.divDown(own, traded), sharePlaces))
}
