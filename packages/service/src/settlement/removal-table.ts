import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** An ended order that may be removed, with the hashes of its fills. */
export type RemovableOrder = { readonly subintentHash: string; readonly fillHashes: readonly string[] }

/**
 * Orders that ended by this time, with every fill and the bundle, oldest first. A withdrawal must come before every
 * open bundle in the solvers' log, so that a solver that starts at the first number kept misses no open bundle.
 */
export async function selectRemovable(
	db: Database,
	{ endedByMs, limit }: { endedByMs: number; limit: number },
): Promise<RemovableOrder[]> {
	const { rows } = await sql<{ subintent_hash: string; fill_hashes: string[] }>`
		select o.subintent_hash, coalesce(
			(select jsonb_agg(f.subintent_hash) from fill f where f.order_hash = o.subintent_hash), '[]'::jsonb
		) as fill_hashes
		from (
			(
				select subintent_hash from "order" d
				where state in ('settled', 'expired') and ended_at_ms <= ${endedByMs}
					and expires_at_s * 1000 <= ${endedByMs}
					and not exists (
						select from bundle b where b.order_hash = d.subintent_hash and (
							b.ended_at_ms is null or b.ended_at_ms > ${endedByMs}
							or b.withdrawn_number > (select min(bundle_number) from bundle where ended_at_ms is null)
						)
					)
				order by ended_at_ms, subintent_hash limit ${limit}
			)
			union all
			(
				select subintent_hash from "order"
				where state in ('unfilled', 'cancelled') and ended_at_ms <= ${endedByMs} and expires_at_s * 1000 <= ${endedByMs}
				order by ended_at_ms, subintent_hash limit ${limit}
			)
			limit ${limit}
		) o`.execute(db)
	return rows.map(row => ({ subintentHash: row.subintent_hash, fillHashes: row.fill_hashes }))
}

/** How many rows of each table a statement removed. */
export type RemovedRows = {
	readonly order: number
	readonly part: number
	readonly fill: number
	readonly bundle: number
}

/**
 * Removes these orders, with everything that belongs to them except the entries of the makers' logs, in one statement.
 */
export async function deleteOrders(db: Database, orders: readonly RemovableOrder[]): Promise<RemovedRows> {
	const orderHashes = orders.map(({ subintentHash }) => subintentHash)
	const hashes = orders.flatMap(({ subintentHash, fillHashes }) => [subintentHash, ...fillHashes])
	const { rows } = await sql<RemovedRows>`
		with bundles as (
			delete from bundle where order_hash = any(${orderHashes}::text[]) returning withdrawn_number
		),
		replaced as (
			delete from replaced_bundle where order_hash = any(${orderHashes}::text[])
		),
		log as (
			update bundle_sequence s set removed_number = removed.last
			from (select max(withdrawn_number) as last from bundles) removed
			where removed.last > s.removed_number
		),
		fills as (delete from fill where order_hash = any(${orderHashes}::text[]) returning 1),
		parts as (delete from part where order_hash = any(${orderHashes}::text[]) returning 1),
		orders as (delete from "order" where subintent_hash = any(${orderHashes}::text[]) returning 1),
		trades as (delete from trade where order_hash = any(${orderHashes}::text[])),
		corrections as (delete from correction where subintent_hash = any(${hashes}::text[])),
		expired as (delete from expired_intent where subintent_hash = any(${hashes}::text[])),
		restored as (delete from restored_intent where subintent_hash = any(${hashes}::text[])),
		known as (delete from subintent where subintent_hash = any(${hashes}::text[]))
		select
			(select count(*)::int4 from orders) as "order", (select count(*)::int4 from parts) as part,
			(select count(*)::int4 from fills) as fill, (select count(*)::int4 from bundles) as bundle`.execute(db)
	return rows[0] ?? { order: 0, part: 0, fill: 0, bundle: 0 }
}

/** The next maker by id whose oldest log entry was written by `writtenByMs`. */
export async function nextMakerWithOldEntries(
	db: Database,
	{ afterMakerId, writtenByMs }: { afterMakerId: string; writtenByMs: number },
): Promise<string | undefined> {
	const { rows } = await sql<{ maker_id: string }>`
		-- Looked up one by one, however many the planner expects: joined, all entries that are kept may be read.
		select m.maker_id from maker m cross join lateral (
			select occurred_at_ms from fill_execution
			where maker_id = m.maker_id and sequence_number = m.removed_sequence + 1
			offset 0
		) oldest
		where m.maker_id > ${afterMakerId} and oldest.occurred_at_ms <= ${writtenByMs}
		order by m.maker_id limit 1`.execute(db)
	return rows[0]?.maker_id
}

/**
 * Removes the maker's oldest entries, up to the first one that was written later than `writtenByMs` or whose part is
 * still kept; returns how many.
 */
export async function deleteEntries(
	db: Database,
	{ makerId, writtenByMs, limit }: { makerId: string; writtenByMs: number; limit: number },
): Promise<number> {
	const { rows } = await sql<{ removed: number }>`
		with oldest as (
			select e.sequence_number,
				e.occurred_at_ms > ${writtenByMs} or exists (select from part p where p.part_id = e.part_id) as is_kept
			from maker m join fill_execution e on e.maker_id = m.maker_id and e.sequence_number > m.removed_sequence
			where m.maker_id = ${makerId}
			order by e.sequence_number limit ${limit}
		),
		kept as (
			select coalesce(min(sequence_number) filter (where is_kept), max(sequence_number) + 1) as first from oldest
		),
		removed as (
			delete from fill_execution e using kept
			where e.maker_id = ${makerId} and e.sequence_number < kept.first returning 1
		),
		log as (
			update maker m set removed_sequence = kept.first - 1 from kept
			where m.maker_id = ${makerId} and kept.first - 1 > m.removed_sequence
		)
		select count(*)::int4 as removed from removed`.execute(db)
	return rows[0]?.removed ?? 0
}
