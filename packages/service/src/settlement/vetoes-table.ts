import { sql, type Transaction } from 'kysely'
import { auditColumns } from '../audit/audit-table.ts'
import type { Database, Tables } from '../db/tables.ts'

/** An order or fill of a bundle. */
export type BundledItem = {
	readonly role: 'order' | 'fill'
	readonly subintentHash: string
	readonly subintentId: string
	readonly account: string
	readonly hasPrefix: boolean
	readonly signedPartialTransaction: string
}

/** A bundle that solvers could have settled by now. `items` are wrapped; `inner` are the same without the outers. */
export type LateBundle = {
	readonly bundleNumber: number
	readonly order: string
	readonly items: readonly string[]
	readonly inner: readonly BundledItem[]
}

type LateRow = { bundle_number: bigint; order_id: string; items: string[]; inner: BundledItem[] }

/** Open bundles published by this time that have not been previewed, of orders expiring after the other one, oldest first. */
export async function selectLate(
	db: Database,
	{ publishedByMs, expiresAfterMs, limit }: { publishedByMs: number; expiresAfterMs: number; limit: number },
): Promise<LateBundle[]> {
	const item = (role: string) => sql`json_build_object(
		'role', ${role}::text, 'subintentHash', i.subintent_hash, 'subintentId', i.subintent_id, 'account', i.account,
		'hasPrefix', i.has_prefix, 'signedPartialTransaction', i.signed_partial_transaction
	)`
	const { rows } = await sql<LateRow>`
		select b.bundle_number, b.subintent_ids ->> 0 as order_id, b.items, (
			select json_agg(item) from (
				select ${item('order')} as item from "order" i where i.subintent_hash = b.order_hash
				union all
				select ${item('fill')} from fill i where i.order_hash = b.order_hash and b.subintent_ids ? i.subintent_id
			) of_bundle
		) as inner
		from bundle b join "order" o on o.subintent_hash = b.order_hash
		where b.ended_at_ms is null and b.previewed_at_ms is null and b.marker_amounts is not null
			and b.published_at_ms <= ${publishedByMs} and o.expires_at_s * 1000 >= ${expiresAfterMs}
		order by b.bundle_number limit ${limit}`.execute(db)
	return rows.map(row => ({
		bundleNumber: Number(row.bundle_number),
		order: row.order_id,
		items: row.items,
		inner: row.inner,
	}))
}

/** Records the preview of a bundle whose order is locked. The parts that these fills covered are requested from other makers. */
export async function updatePreviewed(
	trx: Transaction<Tables>,
	{ bundleNumber, vetoing, nowMs }: { bundleNumber: number; vetoing: readonly string[]; nowMs: number },
): Promise<{ readonly isVetoed: boolean }> {
	const { rows } = await sql`
		with previewed as (
			update bundle set previewed_at_ms = ${nowMs}
			where bundle_number = ${bundleNumber} and previewed_at_ms is null and ended_at_ms is null
			returning order_hash, bundle_number
		),
		vetoed as (
			update fill f set vetoed_at_ms = ${nowMs} from previewed p
			where f.order_hash = p.order_hash and f.subintent_hash = any(${vetoing as string[]}::text[]) and f.state = 'started'
			returning f.part_id, f.order_hash, f.maker_id, f.subintent_hash, p.bundle_number
		),
		parts as (
			update part set awaits_rerouting = true from vetoed where part.part_id = vetoed.part_id
		),
		recorded as (
			insert into ${auditColumns}
			select ${nowMs}, 'fill_vetoed', 'service', order_hash, jsonb_build_object(
				'part_id', part_id, 'fill', subintent_hash, 'maker', maker_id, 'bundle_number', bundle_number
			) from vetoed
		)
		select from vetoed`.execute(trx)
	return { isVetoed: rows.length > 0 }
}

/**
 * Leaves these published orders in their bundles, because no one else takes the parts of the fills that vetoed them: the
 * makers may still fund them.
 */
export async function updateIrreplaceable(trx: Transaction<Tables>, orderHashes: readonly string[]): Promise<void> {
	const hashes = orderHashes as string[]
	await sql`
		with published as (
			select subintent_hash from "order" where subintent_hash = any(${hashes}::text[]) and state = 'published'
		),
		parts as (
			update part p set awaits_rerouting = false from published o
			where p.order_hash = o.subintent_hash and p.awaits_rerouting
		)
		update fill f set vetoed_at_ms = null from published o join bundle b on b.order_hash = o.subintent_hash
		where f.order_hash = o.subintent_hash and f.vetoed_at_ms is not null and b.subintent_ids ? f.subintent_id`.execute(
		trx,
	)
}
