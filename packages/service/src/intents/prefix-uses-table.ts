import type { OrderState } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { type Ask, ask, askOne } from '../db/together.ts'
import { keysOf, type PrefixUse, type PrefixUses, requireUnused } from './prefix-uses.ts'

/** An order's use of a key. */
export type UseRow = { readonly key: string; readonly order_hash: string }

/** The states of these keys; those that are not in the table are absent. */
export function usesOf(keys: readonly string[]): Ask<ReadonlyMap<string, PrefixUse>> {
	const states = sql<{ key: string; order_hash: string | null; refused_until_ms: bigint }>`
		select key, order_hash, refused_until_ms from prefix_use where key = any(${keys}::text[])`
	return ask(states, rows => {
		const uses = rows.map(row => {
			return [
				row.key,
				{ orderHash: row.order_hash ?? undefined, refusedUntilMs: Number(row.refused_until_ms) },
			] as const
		})
		return new Map(uses)
	})
}

/**
 * Refuses immediately, before the preview, what another order still uses; the match decides under a lock.
 * @throws TradeError `package_paused`, `too_many_open_orders`
 */
export async function requireUnusedNow(db: Database, uses: PrefixUses, nowMs: number): Promise<void> {
	const keys = keysOf(uses)
	if (keys.length > 0) requireUnused(uses, { states: await askOne(db, usesOf(keys)), nowMs })
}

/** The part of a statement that writes the uses of the orders in its `fresh`. The keys must be locked. */
export function insertUses(uses: readonly UseRow[]): RawBuilder<unknown> {
	return sql`
		insert into prefix_use (key, order_hash)
		select use.key, use.order_hash
		from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as use(key text, order_hash text)
		join fresh on fresh.subintent_hash = use.order_hash
		on conflict (key) do update set order_hash = excluded.order_hash`
}

/** How an order that uses something has ended. */
export type EndedUse = {
	readonly orderHash: string
	/** Absent if the order is no longer known. */
	readonly subintentId?: string
	readonly state?: OrderState
	readonly transactionId?: string
}

/** Orders that have ended and whose uses are not judged yet. */
export async function selectEndedUses(db: Database, { limit }: { limit: number }): Promise<EndedUse[]> {
	const { rows } = await sql<{
		order_hash: string
		subintent_id: string | null
		state: OrderState | null
		transaction_id: string | null
	}>`
		select distinct u.order_hash, o.subintent_id, o.state, o.transaction_id
		from prefix_use u left join "order" o on o.subintent_hash = u.order_hash
		where u.order_hash is not null
			and (o.state is null or o.state in ('settled', 'expired', 'unfilled', 'cancelled'))
		limit ${limit}`.execute(db)
	return rows.map(row => ({
		orderHash: row.order_hash,
		...(row.subintent_id === null ? {} : { subintentId: row.subintent_id }),
		...(row.state === null ? {} : { state: row.state }),
		...(row.transaction_id === null ? {} : { transactionId: row.transaction_id }),
	}))
}

/** How long code is refused: for the first failure, at most, and how long failures are remembered after that. */
export type RefusalTimes = { readonly firstMs: number; readonly maxMs: number; readonly keptMs: number }

/**
 * Frees what an ended order used; if it failed, its code is refused, each time for twice as long. Returns the code that is
 * refused now. The first node that judges an order decides.
 */
export async function freeUses(
	db: Database,
	{ orderHash, hasFailed, nowMs, times }: { orderHash: string; hasFailed: boolean; nowMs: number; times: RefusalTimes },
): Promise<readonly string[]> {
	const { rows } = await sql<{ key: string; is_code: boolean }>`
		update prefix_use set
			order_hash = null,
			failures = case when ${hasFailed} and ${isCode} then failures + 1 else failures end,
			refused_until_ms = case when ${hasFailed} and ${isCode}
				then ${nowMs}::int8 + least(${times.firstMs}::int8 * (2 ^ least(failures, 30))::int8, ${times.maxMs}::int8)
				else refused_until_ms end
		where order_hash = ${orderHash} returning key, ${isCode} as is_code`.execute(db)
	return hasFailed ? rows.filter(row => row.is_code).map(({ key }) => key) : []
}

/** Other keys are the accounts of signers. */
const isCode = sql`left(key, 8) <> 'account_'`

/**
 * Forgets keys that no order uses: those whose last refusal is long over and, if there are more than `rowsMax`, those
 * whose refusal ends first.
 */
export async function forgetUses(
	db: Database,
	{ nowMs, times, rowsMax }: { nowMs: number; times: RefusalTimes; rowsMax: number },
): Promise<void> {
	await sql`
		delete from prefix_use where order_hash is null and (
			refused_until_ms <= ${nowMs - times.keptMs}
			or key in (select key from prefix_use where order_hash is null order by refused_until_ms desc, key offset ${rowsMax})
		)`.execute(db)
}

/** How many of these subintents are orders or fills of ours, and what they cost in their previews together. */
export async function selectPreviewedCosts(
	db: Database,
	subintentHashes: readonly string[],
): Promise<{ readonly items: number; readonly costXrd: string }> {
	const { rows } = await sql<{ items: number; cost_xrd: string }>`
		select count(*)::int4 as items, coalesce(sum(cost_xrd), 0)::text as cost_xrd from (
			select cost_xrd from "order" where subintent_hash = any(${subintentHashes}::text[])
			union all
			select cost_xrd from fill where subintent_hash = any(${subintentHashes}::text[])
		) ours`.execute(db)
	return { items: rows[0]?.items ?? 0, costXrd: rows[0]?.cost_xrd ?? '0' }
}
