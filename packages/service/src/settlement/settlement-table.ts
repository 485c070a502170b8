import type { Outcome } from '@accord/protocol'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tables } from '../db/tables.ts'

/** Whom to tell that something has ended. */
export type Ended = { readonly makerIds: readonly string[]; readonly pairs: readonly { base: string; quote: string }[] }

/** What the ledger decided about one published subintent. */
export type SubintentOutcome = {
	readonly subintentHash: string
	readonly orderHash: string
	readonly outcome: Extract<Outcome, 'Settled' | 'Expired'>
	readonly transactionId?: string
}

/** A published order or fill of which the ledger has not decided. */
export type OpenSubintent = {
	readonly subintentHash: string
	readonly subintentId: string
	readonly orderHash: string
	readonly expiresAtMs: number
}

/** Unpublished orders that ask nobody any more, and expire, with their fills, before `expiresBeforeMs`; or that never asked anybody. */
export async function selectUnpublishable(
	db: Database,
	{ expiresBeforeMs, limit, among }: { expiresBeforeMs: number; limit: number; among?: readonly string[] },
): Promise<string[]> {
	const { rows } = await sql<{ subintent_hash: string }>`
		select o.subintent_hash from "order" o
		where o.state in ('awaiting_fills', 'filled')
			and (${among === undefined} or o.subintent_hash = any(${among ?? []}::text[]))
			and not exists (select from part p where p.order_hash = o.subintent_hash and p.state = 'asked')
			and (
				o.expires_at_s * 1000 < ${expiresBeforeMs}
				or not exists (select from part p where p.order_hash = o.subintent_hash)
				or exists (select from fill f where f.order_hash = o.subintent_hash and f.expires_at_s * 1000 < ${expiresBeforeMs})
			)
		limit ${limit}`.execute(db)
	return rows.map(row => row.subintent_hash)
}

/** Whether anything is published that the ledger has not decided. */
export async function hasOpenBundles(db: Database): Promise<boolean> {
	const query = db.selectFrom('bundle').select('bundle_number').where('ended_at_ms', 'is', null).limit(1)
	return (await query.executeTakeFirst()) !== undefined
}

/** Where a reading in the order of expiry goes on. */
export type AfterSubintent = { readonly expiresAtMs: number; readonly subintentHash: string }

type OpenSubintentRow = { subintent_hash: string; subintent_id: string; order_hash: string; expires_at_s: bigint }

/** What is published and not decided, of what was published and expires by these times, in the order of expiry. */
export async function selectOpenSubintents(
	db: Database,
	{
		publishedByMs = Number.MAX_SAFE_INTEGER,
		expiredByMs = Number.MAX_SAFE_INTEGER,
		after = { expiresAtMs: 0, subintentHash: '' },
		limit,
	}: { publishedByMs?: number; expiredByMs?: number; after?: AfterSubintent | undefined; limit: number },
): Promise<OpenSubintent[]> {
	const bounded = (table: string) => {
		const expiresAtS = sql.ref(`${table}.expires_at_s`)
		const afterS = after.expiresAtMs / 1000
		// The first bound is the index's, the second tells those of one second apart.
		return sql`${expiresAtS} between ${afterS} and ${Math.floor(expiredByMs / 1000)}
			and (${expiresAtS}, ${sql.ref(`${table}.subintent_hash`)}) > (${afterS}, ${after.subintentHash})
			and o.published_at_ms <= ${publishedByMs}`
	}
	const { rows } = await sql<OpenSubintentRow>`
		(
			select o.subintent_hash, o.subintent_id, o.subintent_hash as order_hash, o.expires_at_s
			from "order" o where o.state = 'published' and ${bounded('o')}
			order by o.expires_at_s, o.subintent_hash limit ${limit}
		)
		union all
		(
			select f.subintent_hash, f.subintent_id, f.order_hash, f.expires_at_s
			from fill f join "order" o on o.subintent_hash = f.order_hash
			where f.state = 'started' and ${bounded('f')}
			order by f.expires_at_s, f.subintent_hash limit ${limit}
		)
		order by expires_at_s, subintent_hash limit ${limit}`.execute(db)
	return rows.map(readOpenSubintent)
}

/** Which of these subintents are published and not decided. */
export async function selectOpenAmong(db: Database, subintentIds: readonly string[]): Promise<OpenSubintent[]> {
	const ids = subintentIds as string[]
	const { rows } = await sql<OpenSubintentRow>`
		select o.subintent_hash, o.subintent_id, o.subintent_hash as order_hash, o.expires_at_s
		from "order" o where o.subintent_id = any(${ids}::text[]) and o.state = 'published'
		union all
		select f.subintent_hash, f.subintent_id, f.order_hash, f.expires_at_s
		from fill f join "order" o on o.subintent_hash = f.order_hash
		where f.subintent_id = any(${ids}::text[]) and f.state = 'started' and o.published_at_ms is not null`.execute(db)
	return rows.map(readOpenSubintent)
}

function readOpenSubintent(row: OpenSubintentRow): OpenSubintent {
	return {
		subintentHash: row.subintent_hash,
		subintentId: row.subintent_id,
		orderHash: row.order_hash,
		expiresAtMs: Number(row.expires_at_s) * 1000,
	}
}

/** Holds the orders, their parts and their makers still; nobody fills, publishes, cancels or ends them meanwhile. */
export async function lockOrders(trx: Transaction<Tables>, orderHashes: readonly string[]): Promise<void> {
	const hashes = orderHashes as string[]
	await sql`
		select from "order" where subintent_hash = any(${hashes}::text[])
		order by subintent_hash for no key update`.execute(trx)
	await sql`
		select from part where order_hash = any(${hashes}::text[])
		order by part_id for no key update`.execute(trx)
	await sql`
		select from maker where maker_id in (select maker_id from part where order_hash = any(${hashes}::text[]))
		order by maker_id for no key update`.execute(trx)
}

/** Ends locked orders that were not published: parts still asked have timed out, fills are released. */
export async function updateUnpublished(
	trx: Transaction<Tables>,
	{ orderHashes, state, nowMs }: { orderHashes: readonly string[]; state: 'unfilled' | 'cancelled'; nowMs: number },
): Promise<Ended> {
	const { rows } = await sql<Ended>`
		with ended as (
			update "order" set state = ${state}, ended_at_ms = ${nowMs}
			where subintent_hash = any(${orderHashes as string[]}::text[]) and state in ('awaiting_fills', 'filled')
			returning subintent_hash
		),
		parts as (
			update part set
				state = case when state = 'asked' then 'timed_out' else state end,
				ended_at_ms = coalesce(ended_at_ms, ${nowMs}),
				reservation = 'released', reservation_ended_at_ms = coalesce(reservation_ended_at_ms, ${nowMs}),
				awaits_rerouting = false
			from ended where order_hash = ended.subintent_hash and (reservation = 'open' or awaits_rerouting)
			returning base, quote
		),
		fills as (
			update fill set state = 'Released', ended_at_ms = ${nowMs}
			from ended where order_hash = ended.subintent_hash and state = 'started'
			returning part_id, maker_id, state, accepted_at_ms
		),
		${numberedLog(nowMs)}
		${whomToTell}`.execute(trx)
	return rows[0] ?? { makerIds: [], pairs: [] }
}

/** Ends published orders and fills as the ledger decided. */
export async function updateDecided(
	trx: Transaction<Tables>,
	{ outcomes, nowMs }: { outcomes: readonly SubintentOutcome[]; nowMs: number },
): Promise<Ended> {
	const decided = outcomes.map(({ subintentHash, outcome, transactionId = null }) => ({
		subintent_hash: subintentHash,
		outcome,
		transaction_id: transactionId,
	}))
	const { rows } = await sql<Ended>`
		with decided as (
			select * from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
				as d(subintent_hash text, outcome text, transaction_id text)
		),
		orders as (
			update "order" o set
				state = case d.outcome when 'Settled' then 'settled' else 'expired' end,
				ended_at_ms = ${nowMs}, transaction_id = d.transaction_id
			from decided d where o.subintent_hash = d.subintent_hash and o.state = 'published'
		),
		fills as (
			update fill f set state = d.outcome, ended_at_ms = ${nowMs}, transaction_id = d.transaction_id
			from decided d where f.subintent_hash = d.subintent_hash and f.state = 'started'
			returning f.part_id, f.maker_id, f.state, f.accepted_at_ms
		),
		parts as (
			update part p set
				reservation = case f.state when 'Settled' then 'settled' else 'released' end,
				reservation_ended_at_ms = ${nowMs}
			from fills f where p.part_id = f.part_id and p.reservation = 'open'
			returning p.base, p.quote
		),
		${numberedLog(nowMs)}
		${whomToTell}`.execute(trx)
	return rows[0] ?? { makerIds: [], pairs: [] }
}

/** Ends the bundles of these locked orders of which everything has ended. */
export async function updateEndedBundles(
	trx: Transaction<Tables>,
	{ orderHashes, nowMs }: { orderHashes: readonly string[]; nowMs: number },
): Promise<void> {
	await sql`
		update bundle b set ended_at_ms = ${nowMs}
		where b.order_hash = any(${orderHashes as string[]}::text[]) and b.ended_at_ms is null
			and not exists (select from "order" o where o.subintent_hash = b.order_hash and o.state = 'published')
			and not exists (select from fill f where f.order_hash = b.order_hash and f.state = 'started')`.execute(trx)
}

/** Withdraws the bundles of these locked orders with the first outcome of one of their items. Whether there was one to withdraw. */
export async function withdrawBundles(
	trx: Transaction<Tables>,
	{ outcomes, nowMs }: { outcomes: readonly SubintentOutcome[]; nowMs: number },
): Promise<boolean> {
	const decided = outcomes.map(({ orderHash, outcome, transactionId = null }) => ({
		order_hash: orderHash,
		reason: outcome === 'Settled' ? 'settled' : 'expired',
		transaction_id: transactionId,
	}))
	const { rows } = await sql<{ withdrawn_number: bigint }>`
		with decided as (
			select distinct on (order_hash) * from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
				as d(order_hash text, reason text, transaction_id text)
			order by order_hash, reason desc
		),
		due as (
			select b.bundle_number, d.reason, d.transaction_id, row_number() over (order by b.bundle_number) as place
			from bundle b join decided d on d.order_hash = b.order_hash where b.withdrawn_number is null
		),
		numbered as (
			update bundle_sequence set last_number = last_number + (select count(*) from due)
			where exists (select from due)
			returning last_number
		)
		update bundle b set
			withdrawn_number = n.last_number - (select count(*) from due) + due.place,
			withdrawn_at_ms = ${nowMs},
			withdrawn_reason = due.reason,
			withdrawn_transaction_id = due.transaction_id
		from due, numbered n where b.bundle_number = due.bundle_number
		returning b.withdrawn_number`.execute(trx)
	return rows.length > 0
}

/** Writes a `completed` entry for each row of the statement's `fills`, numbered on from the maker's last one. */
function numberedLog(nowMs: number) {
	return sql`
		counted as (select maker_id, count(*) as entries from fills group by maker_id),
		numbered as (
			update maker m set last_sequence = m.last_sequence + c.entries
			from counted c where m.maker_id = c.maker_id
			returning m.maker_id, m.last_sequence - c.entries as before
		),
		logged as (
			insert into fill_execution
			select
				f.maker_id,
				n.before + row_number() over (partition by f.maker_id order by f.accepted_at_ms, f.part_id),
				f.part_id, f.state, ${nowMs}
			from fills f join numbered n on n.maker_id = f.maker_id
		)`
}

const whomToTell = sql`
	select
		coalesce((select jsonb_agg(distinct maker_id) from fills), '[]'::jsonb) as "makerIds",
		coalesce((select jsonb_agg(distinct jsonb_build_object('base', base, 'quote', quote)) from parts), '[]'::jsonb) as pairs`
