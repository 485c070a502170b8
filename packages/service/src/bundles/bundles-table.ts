import type { Outcome } from '@accord/protocol'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { auditColumns } from '../audit/audit-table.ts'
import type { Database, FillTable, PartTable } from '../db/tables.ts'
import { type Ask, ask } from '../db/together.ts'
import type { SharePayment, StoredShare } from '../integrators/share-payment.ts'
import { claimShares, publishedShare, storedShareJson } from '../integrators/shares-table.ts'

const storedTexts = [
	'subintent_hash',
	'subintent_id',
	'signed_partial_transaction',
	'account',
	'sell_symbol',
	'buy_symbol',
] as const
const storedAmounts = ['sell_amount', 'buy_amount', 'platform_fee', 'settlement_fee', 'rebate'] as const
type StoredColumn = 'order_hash' | (typeof storedTexts)[number] | (typeof storedAmounts)[number]
/** The side of its pair that the order takes, and a fill's share of the order's limit; null for an order, and for an inner leg of a route. */
type PartColumn = 'side' | 'limit_quote'

/** The row of an accepted order or fill, with the order it belongs to. */
export type StoredIntent = Pick<Selectable<FillTable>, StoredColumn> &
	Pick<Selectable<PartTable>, PartColumn> & {
		readonly expires_at_s: bigint | number
		/** An order's public record; null for a fill, and for an order without a record. */
		readonly match_record?: string | null
		/** Null for an order without an integrator, and for a fill. */
		readonly share?: StoredShare | null
	}

const storedColumns = sql.raw([...storedTexts, ...storedAmounts, 'expires_at_s'].join(', '))

/** The {@link StoredIntent} of an order, whose row is named `o`, as a statement returns it in one column. */
export const storedOrderJson = sql.raw(
	`json_build_object(${[
		"'order_hash', o.subintent_hash",
		...storedTexts.map(column => `'${column}', o.${column}`),
		// As numbers they would lose digits.
		...storedAmounts.map(column => `'${column}', o.${column}::text`),
		"'expires_at_s', o.expires_at_s",
		"'side', o.side",
		"'limit_quote', null",
		"'match_record', o.match_record",
		`'share', ${storedShareJson}`,
	].join(', ')})`,
)

/** Whether the bundle of an order, named `o`, contains a fill that keeps it from settling. */
const isVetoed = sql`exists (
	select from bundle b join fill v on v.order_hash = b.order_hash
	where b.order_hash = o.subintent_hash and b.ended_at_ms is null and v.vetoed_at_ms is not null
		and b.subintent_ids ? v.subintent_id
)`

type Publishable = {
	readonly nowMs: number
	readonly expiresAfterMs: number
	readonly limit: number
	/** Only among these orders; if absent, among all. */
	readonly among?: readonly string[]
}

/**
 * Orders with every part filled that, like their fills, do not expire before `expiresAfterMs`, oldest first: each order
 * followed by its fills, in the order of their parts. Deferred orders are left out. A published order is among them while
 * its bundle contains a fill that keeps it from settling.
 */
export function filledOrders({ nowMs, expiresAfterMs, limit, among }: Publishable): Ask<readonly StoredIntent[]> {
	const isAmong = among === undefined ? sql`` : sql`and o.subintent_hash = any(${among}::text[])`
	// Looks up parts and fills for each open order, because a join might read all parts and fills in the tables.
	const filled = sql<StoredIntent>`
		with ready as materialized (
			select o.subintent_hash as order_hash, o.accepted_at_ms, o.side from "order" o
			where (o.state in ('awaiting_fills', 'filled') or o.state = 'published' and ${isVetoed}) ${isAmong}
				and o.claimed_until_ms <= ${nowMs}
				and o.expires_at_s * 1000 >= ${expiresAfterMs}
				and (
					select bool_or(p.state = 'filled') and not bool_or(p.state = 'asked' or p.awaits_rerouting)
					from part p where p.order_hash = o.subintent_hash
				)
				and (
					select coalesce(bool_and(f.expires_at_s * 1000 >= ${expiresAfterMs}), true)
					from fill f where f.order_hash = o.subintent_hash and f.vetoed_at_ms is null
				)
			order by o.accepted_at_ms, o.subintent_hash
			limit ${limit}
		)
		select items.* from ready cross join lateral (
			select subintent_hash as order_hash, '' as part_id, ${storedColumns}, o.side, null::numeric as limit_quote,
				o.match_record, ${sql.raw(storedShareJson)} as share
			from "order" o where subintent_hash = ready.order_hash
			union all
			select f.order_hash, f.part_id, ${storedColumns}, ready.side, p.limit_quote, null as match_record, null as share
			from fill f join part p using (part_id)
			where f.order_hash = ready.order_hash and f.vetoed_at_ms is null
		) items
		order by ready.accepted_at_ms, order_hash, part_id`
	return ask(filled, rows => rows)
}

/**
 * A filled order with its fills, ready to write: `items` are wrapped, `subintent_ids` are the ids of the wrapped
 * intents.
 */
export type WrappedBundle = {
	readonly order_hash: string
	readonly items: readonly string[]
	/** The signed bytes and items as they are kept once the bundle has ended, in hex; absent if they are too long. */
	readonly packed_bytes?: string | undefined
	/** Bytes of the order's record, which is packed with them; null if none is. */
	readonly packed_record_length: number | null
	readonly subintent_ids: readonly string[]
	/** What each item mints and burns. */
	readonly marker_amounts: readonly string[]
	readonly expires_at_s: number
	/** What the outers give the user beyond the limit, in quote. */
	readonly surplus: string | null
	/** What the order's outer pays its integrator; absent without one. */
	readonly share?: SharePayment | undefined
}

type BundlesToWrite = { readonly bundles: readonly WrappedBundle[]; readonly nowMs: number }

/**
 * Writes bundles and publishes their orders, except orders that have ended or are already published. Returns the
 * published hashes.
 */
export function insertBundles({ bundles, nowMs }: BundlesToWrite): Ask<readonly string[]> {
	const published = sql<{ order_hash: string }>`
		with wrapped as (
			select w.*, ${lastAnsweredAtMs(sql`w.order_hash`)} as filled_at_ms
			from ${wrappedRows(bundles)}
		),
		${publishWrapped({ bundles, nowMs })}
		select order_hash from bundled`
	return ask(published, rows => rows.map(row => row.order_hash))
}

/** Bundles as rows, named `w`; in rows for one fill, `fill_hash` is its hash. */
export function wrappedRows(
	bundles: readonly (WrappedBundle & { readonly fill_hash?: string })[],
): RawBuilder<unknown> {
	return sql`jsonb_to_recordset(${JSON.stringify(bundles)}::jsonb)
		as w(
			order_hash text, items jsonb, packed_bytes text, packed_record_length int4, subintent_ids jsonb, marker_amounts jsonb, expires_at_s int8, surplus numeric,
			share jsonb, fill_hash text
		)`
}

/**
 * Parts of a statement that publish the orders in its `wrapped`, which are {@link wrappedRows} with `filled_at_ms`, and
 * write the bundles that `bundled` names. `bundles` contains at least these.
 */
export function publishWrapped({ bundles, nowMs }: BundlesToWrite) {
	const orderHashes = bundles.map(({ order_hash }) => order_hash)
	const { claims, isClaimed } = claimShares(bundles)
	return sql`
		${claims}
		published as (
			update "order" o set
				state = 'published',
				filled_at_ms = coalesce(o.filled_at_ms, w.filled_at_ms),
				published_at_ms = ${nowMs},
				surplus = w.surplus,
				${publishedShare}
			from wrapped w
			where o.subintent_hash = any(${orderHashes}::text[]) and o.subintent_hash = w.order_hash
				and o.state in ('awaiting_fills', 'filled') ${isClaimed}
			returning o.subintent_hash, o.accepted_at_ms, w.items, w.packed_bytes, w.packed_record_length, w.subintent_ids,
				w.marker_amounts, w.expires_at_s
		),
		bundles_numbered as (
			update bundle_sequence set last_number = last_number + (select count(*) from published)
			where exists (select from published)
			returning last_number
		),
		bundled as (
			insert into bundle (
				bundle_number, order_hash, items, packed_bytes, packed_record_length, published_at_ms, subintent_ids,
				marker_amounts, expires_at_s, settles_until_s
			)
			select
				n.last_number - count(*) over () + row_number() over (order by p.accepted_at_ms, p.subintent_hash),
				p.subintent_hash, p.items, decode(p.packed_bytes, 'hex'), p.packed_record_length, ${nowMs}, p.subintent_ids,
				p.marker_amounts, p.expires_at_s, p.expires_at_s
			from published p, bundles_numbered n
			returning order_hash, bundle_number, expires_at_s
		),
		publication_recorded as (
			insert into ${auditColumns}
			select ${nowMs}, 'order_published', 'service', order_hash,
				jsonb_build_object('bundle_number', bundle_number, 'expires_at_s', expires_at_s)
			from bundled
		)`
}

/**
 * Writes bundles in place of those of published orders in which a fill keeps the others from settling. Solvers' log has the
 * withdrawal of the old one first. Returns the hashes of these orders.
 */
export function replaceBundles({ bundles, nowMs }: BundlesToWrite): Ask<readonly string[]> {
	const orderHashes = bundles.map(({ order_hash }) => order_hash)
	const replaced = sql<{ order_hash: string }>`
		with locked as materialized (
			select b.* from "order" o join bundle b on b.order_hash = o.subintent_hash
			where o.subintent_hash = any(${orderHashes}::text[]) and o.state = 'published' and ${isVetoed}
			order by o.subintent_hash for no key update
		),
		due as (
			select l.*, row_number() over (order by l.bundle_number) as place, count(*) over () as bundles, w.items as new_items, w.packed_bytes as new_packed,
				w.packed_record_length as new_record_length, w.subintent_ids as new_ids, w.marker_amounts as new_amounts, w.expires_at_s as new_expiry, w.surplus
			from locked l join ${wrappedRows(bundles)} on w.order_hash = l.order_hash
		),
		numbered as (
			update bundle_sequence set last_number = last_number + 2 * (select count(*) from due)
			where exists (select from due)
			returning last_number - 2 * (select count(*) from due) as before
		),
		kept as (
			insert into replaced_bundle
			select d.bundle_number, d.order_hash, d.items, coalesce(d.marker_amounts, '[]'), d.subintent_ids, d.published_at_ms,
				d.expires_at_s, n.before + d.place, ${nowMs}
			from due d, numbered n
		),
		replacing as (
			update bundle b set
				bundle_number = n.before + d.bundles + d.place, items = d.new_items,
				packed_items = null, packed_bytes = decode(d.new_packed, 'hex'), packed_record_length = d.new_record_length, subintent_ids = d.new_ids,
				marker_amounts = d.new_amounts, published_at_ms = ${nowMs}, expires_at_s = d.new_expiry,
				settles_until_s = greatest(d.settles_until_s, d.new_expiry), previewed_at_ms = null
			from due d, numbered n where b.bundle_number = d.bundle_number
			returning b.order_hash, b.bundle_number, b.expires_at_s
		),
		surpluses as (
			update "order" o set surplus = d.surplus from due d where o.subintent_hash = d.order_hash
		),
		recorded as (
			insert into ${auditColumns}
			select ${nowMs}, 'order_published', 'service', order_hash,
				jsonb_build_object('bundle_number', bundle_number, 'expires_at_s', expires_at_s)
			from replacing
		)
		select order_hash from replacing`
	return ask(replaced, rows => rows.map(row => row.order_hash))
}

/** Marks orders that cannot be published as filled and defers them, so that they do not block others. */
export async function deferOrders(
	db: Database,
	{ orderHashes, untilMs }: { orderHashes: readonly string[]; untilMs: number },
): Promise<void> {
	await sql`
		update "order" o set
			state = 'filled',
			filled_at_ms = coalesce(o.filled_at_ms, ${lastAnsweredAtMs(sql`o.subintent_hash`)}),
			claimed_until_ms = ${untilMs}
		where o.subintent_hash = any(${orderHashes}::text[]) and o.state in ('awaiting_fills', 'filled')`.execute(db)
}

function lastAnsweredAtMs(orderHash: RawBuilder<unknown>) {
	return sql`(select max(p.ended_at_ms) from part p where p.order_hash = ${orderHash})`
}

/** The ledger's decision about a bundle, by the order's hash. */
export type BundleOutcome = {
	readonly orderHash: string
	readonly outcome: Extract<Outcome, 'Settled' | 'Expired'>
}
type Decided = { readonly outcomes: readonly BundleOutcome[]; readonly nowMs: number }

/** Withdraws the bundles of these locked orders, which have ended. Returns whether any was withdrawn. */
export function updateDecidedBundles({ outcomes, nowMs }: Decided): Ask<boolean> {
	const decided = outcomes.map(({ orderHash, outcome }) => ({
		order_hash: orderHash,
		reason: outcome === 'Settled' ? 'settled' : 'expired',
	}))
	const orderHashes = outcomes.map(({ orderHash }) => orderHash)
	const updated = sql`
		with decided as (
			select * from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
				as d(order_hash text, reason text)
		),
		ended as materialized (
			select b.bundle_number, d.reason,
				case when b.withdrawn_number is null
					then row_number() over (partition by b.withdrawn_number is null order by b.bundle_number) end as place
			from bundle b join decided d on d.order_hash = b.order_hash
			where b.order_hash = any(${orderHashes}::text[]) and b.ended_at_ms is null
		),
		due as (select count(place) as bundles from ended),
		numbered as (
			update bundle_sequence s set last_number = s.last_number + due.bundles from due where due.bundles > 0
			returning s.last_number - due.bundles as before
		)
		update bundle b set
			withdrawn_number = coalesce(b.withdrawn_number, n.before + e.place),
			withdrawn_at_ms = coalesce(b.withdrawn_at_ms, ${nowMs}),
			withdrawn_reason = coalesce(b.withdrawn_reason, e.reason),
			marker_amounts = null,
			items = case when b.packed_bytes is null and b.packed_items is null then b.items else '[]' end,
			ended_at_ms = ${nowMs}
		from ended e left join numbered n on true
		where b.bundle_number = e.bundle_number
		returning e.place`
	return ask(updated, rows => rows.length > 0)
}
