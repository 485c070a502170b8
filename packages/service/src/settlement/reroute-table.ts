import { type AuditRecord, Decimal, type LimitOrder, type Pair, type Side } from '@accord/protocol'
import { sql, type Transaction } from 'kysely'
import { auditColumns, auditRows } from '../audit/audit-table.ts'
import type { Database, Tables } from '../db/tables.ts'
import type { PartRow } from '../orders/orders-table.ts'

/** The unfilled remainder of an order in one pair, as an order in its own right. */
export type Remainder = {
	readonly orderHash: string
	readonly subintentId: string
	/** The side of the pair's book that it takes. */
	readonly side: Side
	readonly limitOrder: LimitOrder
	/** The order's own quote token; absent if the remainder is an inner leg of a route, whose amounts are exact. */
	readonly ofQuote?: string
	readonly executionUnits: number
	/** The earliest expiry among the order and its fills. */
	readonly expiresAtS: number
	/** How many parts are filled or still `asked`. */
	readonly liveParts: number
	/** Makers that have rejected or timed out on a part of this order, or whose fill kept it from settling. */
	readonly failedMakers: readonly string[]
	readonly ownMakers: readonly string[]
	/** The length of its public record so far. */
	readonly recordLength: number
}

type RemainderRow = {
	subintent_hash: string
	subintent_id: string
	quote: string
	is_inner: boolean
	side: Side
	sell_symbol: string
	sell_amount: string
	buy_symbol: string
	buy_amount: string
	execution_units: bigint
	expires_at_s: bigint
	live_parts: bigint
	failed_makers: string[]
	own_makers: string[]
	record_length: number
}

/** The earliest deadline of an unanswered part; undefined if there is none. */
export async function firstDeadlineMs(db: Database): Promise<number | undefined> {
	const { rows } = await sql<{ first: bigint | null }>`
		select min(fill_before_ms) as first from part where state = 'asked'`.execute(db)
	const first = rows[0]?.first ?? null
	return first === null ? undefined : Number(first)
}

/**
 * Times out parts with a deadline before `beforeMs`, and marks them for re-routing. Parts that were requested before
 * `startedAtMs` or are excused end at their deadline instead of now, because only a part that ends after its deadline
 * counts as its maker's miss.
 */
export async function updateTimedOut(
	db: Database,
	{ beforeMs, nowMs, startedAtMs = 0, excused = [], limit }: DueParts,
): Promise<TimedOutPart[]> {
	const { rows } = await sql<TimedOutRow>`
		with due as (
			select part_id from part where state = 'asked' and fill_before_ms < ${beforeMs}
			order by fill_before_ms limit ${limit}
			for no key update skip locked
		),
		timed_out as (
			update part p set
				state = 'timed_out',
				ended_at_ms = case
					when p.asked_at_ms < ${startedAtMs} or p.part_id = any(${excused as string[]}::text[]) then p.fill_before_ms
					else ${nowMs}
				end,
				reservation = 'released', reservation_ended_at_ms = ${nowMs},
				awaits_rerouting = true
			from due where p.part_id = due.part_id
			returning p.part_id, p.maker_id, p.order_hash, p.base, p.quote, p.ended_at_ms > p.fill_before_ms as is_miss
		),
		recorded as (
			insert into ${auditColumns}
			select ${nowMs}, 'part_timed_out', maker_id, order_hash, jsonb_build_object('part_id', part_id, 'is_miss', is_miss)
			from timed_out
		)
		select t.order_hash, t.base, t.quote, t.maker_id, t.part_id, o.subintent_id
		from timed_out t join "order" o on o.subintent_hash = t.order_hash`.execute(db)
	return rows.map(row => ({
		orderHash: row.order_hash,
		order: row.subintent_id,
		makerId: row.maker_id,
		partId: row.part_id,
		pair: { base: row.base, quote: row.quote },
	}))
}

/** A part that timed out, and the subintent id of its order. */
export type TimedOutPart = {
	readonly orderHash: string
	readonly order: string
	readonly makerId: string
	readonly partId: string
	readonly pair: Pair
}

type TimedOutRow = {
	order_hash: string
	subintent_id: string
	maker_id: string
	part_id: string
	base: string
	quote: string
}

type DueParts = {
	beforeMs: number
	nowMs: number
	startedAtMs?: number | undefined
	excused?: readonly string[] | undefined
	limit: number
}

/** Orders with a part that is waiting to be re-routed. */
export async function selectAwaitingRerouting(
	db: Database,
	{ limit, among }: { limit: number; among?: readonly string[] },
): Promise<{ orderHash: string; pair: Pair }[]> {
	const rows = await db
		.selectFrom('part')
		.select(['order_hash', 'base', 'quote'])
		.distinct()
		.where('awaits_rerouting', '=', true)
		.$if(among !== undefined, query => query.where('order_hash', 'in', among ?? []))
		.limit(limit)
		.execute()
	return rows.map(({ order_hash, base, quote }) => ({ orderHash: order_hash, pair: { base, quote } }))
}

/** The remainders of these locked orders in a pair, oldest first. */
export async function selectRemainders(
	trx: Transaction<Tables>,
	{ orderHashes, pair }: { readonly orderHashes: readonly string[]; readonly pair: Pair },
): Promise<Remainder[]> {
	const isOfPair = sql`(p.awaits_rerouting and p.base = ${pair.base} and p.quote = ${pair.quote})`
	const { rows } = await sql<RemainderRow>`
		select
			o.subintent_hash, o.subintent_id, o.quote, o.execution_units, o.own_makers,
			min(p.side) filter (where ${isOfPair}) as side,
			min(p.fill_buy_symbol) filter (where ${isOfPair}) as sell_symbol,
			min(p.fill_sell_symbol) filter (where ${isOfPair}) as buy_symbol,
			bool_and(p.limit_quote is null and (p.base, p.quote) <> (o.base, o.quote)) filter (where ${isOfPair}) as is_inner,
			coalesce(length(o.match_record), 0) as record_length,
			least(o.expires_at_s, (
				select min(f.expires_at_s) from fill f
				where f.order_hash = o.subintent_hash and f.state = 'started' and f.vetoed_at_ms is null
			)) as expires_at_s,
			sum(case when o.side = 'asks' then coalesce(p.limit_quote, p.fill_buy_amount) else p.fill_buy_amount end)
				filter (where ${isOfPair}) as sell_amount,
			sum(case when o.side = 'bids' then coalesce(p.limit_quote, p.fill_sell_amount) else p.fill_sell_amount end)
				filter (where ${isOfPair}) as buy_amount,
			count(*) filter (where p.state in ('asked', 'filled') and v.part_id is null) as live_parts,
			jsonb_agg(distinct p.maker_id) filter (where p.state in ('rejected', 'timed_out') or v.part_id is not null)
				as failed_makers
		from "order" o join part p on p.order_hash = o.subintent_hash
		left join fill v on v.part_id = p.part_id and v.vetoed_at_ms is not null
		where o.subintent_hash = any(${orderHashes as string[]}::text[]) and o.state in ('awaiting_fills', 'published')
		group by o.subintent_hash
		having bool_or(${isOfPair})
		order by o.accepted_at_ms, o.subintent_hash`.execute(trx)
	return rows.map(readRemainder)
}

function readRemainder(row: RemainderRow): Remainder {
	return {
		orderHash: row.subintent_hash,
		subintentId: row.subintent_id,
		side: row.side,
		...(row.is_inner ? {} : { ofQuote: row.quote }),
		limitOrder: {
			sell: { symbol: row.sell_symbol, amount: Decimal.parse(row.sell_amount) },
			buy: { symbol: row.buy_symbol, amount: Decimal.parse(row.buy_amount) },
		},
		executionUnits: Number(row.execution_units),
		expiresAtS: Number(row.expires_at_s),
		liveParts: Number(row.live_parts),
		failedMakers: row.failed_makers,
		ownMakers: row.own_makers,
		recordLength: row.record_length,
	}
}

/** A line of the public record of an order that was matched again. */
export type RecordLine = { readonly order_hash: string; readonly line: string }

type Rerouted = {
	readonly parts: readonly PartRow[]
	readonly lines: readonly RecordLine[]
	readonly audit: readonly AuditRecord[]
}

/** Writes new parts in place of those of the same orders that were waiting to be re-routed, and adds to their records. */
export async function insertRerouted(trx: Transaction<Tables>, { parts, lines, audit }: Rerouted): Promise<void> {
	const orderHashes = lines.map(({ order_hash }) => order_hash)
	await sql`
		with parts as (select * from jsonb_populate_recordset(null::part, ${JSON.stringify(parts)}::jsonb)),
		rerouted as (
			update part set awaits_rerouting = false
			where awaits_rerouting and (order_hash, base, quote) in (select order_hash, base, quote from parts)
		),
		matched as (
			update "order" o set match_record = o.match_record || e'\\n' || l.line
			from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(order_hash text, line text)
			where o.subintent_hash = any(${orderHashes}::text[]) and o.subintent_hash = l.order_hash
		),
		recorded as (
			insert into ${auditColumns} select at_ms, act, actor, subject, detail from ${auditRows(audit)}
		)
		insert into part select * from parts`.execute(trx)
}
