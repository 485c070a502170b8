import type { PartState, Side } from '@accord/protocol'
import { type Selectable, sql } from 'kysely'
import { auditColumns } from '../audit/audit-table.ts'
import {
	publishWrapped,
	type StoredIntent,
	storedOrderJson,
	type WrappedBundle,
	wrappedRows,
} from '../bundles/bundles-table.ts'
import type { Database, FillTable, JsonRow, PartTable } from '../db/tables.ts'
import { type Ask, ask } from '../db/together.ts'
import {
	insertPayers,
	type OpenIntentOfAccount,
	type OpenIntentRow,
	openIntentsJson,
	type PayerRow,
	readOpenIntent,
} from '../intents/open-intents-table.ts'

export type FillRow = JsonRow<FillTable>

/** A part that a fill is checked against, with the facts about the fill's own hash and account. */
export type PartToFill = {
	readonly partId: string
	readonly makerId: string
	readonly orderHash: string
	readonly orderSubintentId: string
	readonly orderExpiresAtS: number
	/** The order's trace context; absent unless it is traced. */
	readonly traceContext?: string | undefined
	/** The order, if this is its only part and it is small: then a fill of the part completes it. */
	readonly wholeOrder?: StoredIntent
	readonly state: PartState
	readonly fillBeforeMs: number
	readonly sell: { readonly symbol: string; readonly amount: string }
	readonly buy: { readonly symbol: string; readonly amount: string }
	/** The side of its pair that the order takes. */
	readonly side: Side
	/** Its share of the order's limit, in the order's quote; null for an inner leg of a route. */
	readonly limitQuote: string | null
	/** The hash of the fill that was accepted for the part. */
	readonly filledBy?: string
	/** The role in which the fill's hash is already accepted. */
	readonly roleOfHash?: 'order' | 'fill'
	/** The maker that owns the account from which the fill is paid. */
	readonly accountOwner?: string
	/** The fee level of that account. */
	readonly level: number
	/** The open intents of that account, oldest first. */
	readonly open: readonly OpenIntentOfAccount[]
}

/** A part to look up, if it belongs to this maker, for a fill with this hash and account, if they are known. */
export type PartLookup = {
	readonly partId: string
	/** If absent, any maker. A part's id is known only to makers that were sent it or notified of it. */
	readonly makerId?: string
	readonly subintentHash?: string
	readonly account: string | undefined
}

/** How many hex digits of an order are read with each fill that is sent for it: the schema's orders have 1,400. */
const readOrderMax = 8_192

/** One part, as {@link selectPartsToFill} finds it. */
export async function selectPartToFill(db: Database, lookup: PartLookup): Promise<PartToFill | undefined> {
	const [part] = await selectPartsToFill(db, [lookup])
	return part
}

/**
 * Looks parts up with one statement, in order; undefined where there is none. An unknown account has level 0, no owner
 * and no open intents.
 */
export async function selectPartsToFill(
	db: Database,
	lookups: readonly PartLookup[],
): Promise<(PartToFill | undefined)[]> {
	const asked = lookups.map(({ partId, makerId = null, subintentHash = '', account = '' }, place) => {
		return { place, part_id: partId, maker_id: makerId, hash: subintentHash, account }
	})
	// Each account is read and returned once, however many fills name it.
	const { rows } = await sql<PartToFillRow>`
		with asked as materialized (
			select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
				as asked (place int4, part_id text, maker_id text, hash text, account text)
		),
		accounts as materialized (
			select one.account, one.first_place, ${openIntentsJson(sql`array[one.account]`)} as open
			from (select account, min(place) as first_place from asked group by account) one
		)
		select
			p.part_id, p.order_hash, p.maker_id, p.state, p.fill_before_ms,
			p.fill_sell_symbol, p.fill_sell_amount, p.fill_buy_symbol, p.fill_buy_amount, p.order_side as side, p.limit_quote,
			p.expires_at_s, p.subintent_id, p.whole_order, p.trace_context,
			(select subintent_hash from fill where part_id = p.part_id) as filled_by,
			(select role from subintent where subintent_hash = asked.hash) as role,
			(select maker_id from maker_account where address = asked.account) as account_owner,
			coalesce((select level from account_level where address = asked.account), 0) as level,
			accounts.first_place,
			case when asked.place = accounts.first_place then accounts.open end as open
		from asked
		join accounts using (account)
		-- Looked up one by one, however many the planner expects.
		left join lateral (
			select part.*, o.expires_at_s, o.subintent_id, o.trace_context, o.side as order_side, case when octet_length(o.signed_partial_transaction) <= ${readOrderMax}
				and not exists (select from part other where other.order_hash = part.order_hash and other.part_id <> part.part_id)
			then ${storedOrderJson} end as whole_order
			from part join "order" o on o.subintent_hash = part.order_hash
			where part.part_id = asked.part_id and (asked.maker_id is null or part.maker_id = asked.maker_id)
			offset 0
		) p on true
		order by asked.place`.execute(db)
	const openOf = new Map(
		rows.flatMap(({ open, first_place: place }) => (open === null ? [] : [[place, open.map(readOpenIntent)]])),
	)
	return rows.map(row => (row.part_id === null ? undefined : readPartToFill(row, openOf.get(row.first_place) ?? [])))
}

type PartToFillRow = Pick<
	Selectable<PartTable>,
	| 'order_hash'
	| 'maker_id'
	| 'state'
	| 'fill_before_ms'
	| 'fill_sell_symbol'
	| 'fill_sell_amount'
	| 'fill_buy_symbol'
	| 'fill_buy_amount'
	| 'side'
	| 'limit_quote'
> & {
	/** Null if there is no such part. */
	readonly part_id: string | null
	readonly expires_at_s: bigint
	readonly subintent_id: string
	readonly whole_order: StoredIntent | null
	readonly trace_context: string | null
	readonly filled_by: string | null
	readonly role: 'order' | 'fill' | null
	readonly account_owner: string | null
	readonly level: number
	readonly first_place: number
	/** Set only for an account's first requested fill; null for the others. */
	readonly open: readonly OpenIntentRow[] | null
}

function readPartToFill(row: PartToFillRow, open: readonly OpenIntentOfAccount[]): PartToFill {
	return {
		partId: row.part_id ?? '',
		makerId: row.maker_id,
		orderHash: row.order_hash,
		orderSubintentId: row.subintent_id,
		orderExpiresAtS: Number(row.expires_at_s),
		...(row.trace_context === null ? {} : { traceContext: row.trace_context }),
		...(row.whole_order === null ? {} : { wholeOrder: row.whole_order }),
		state: row.state,
		fillBeforeMs: Number(row.fill_before_ms),
		sell: { symbol: row.fill_sell_symbol, amount: row.fill_sell_amount },
		buy: { symbol: row.fill_buy_symbol, amount: row.fill_buy_amount },
		side: row.side,
		limitQuote: row.limit_quote,
		...(row.filled_by === null ? {} : { filledBy: row.filled_by }),
		...(row.role === null ? {} : { roleOfHash: row.role }),
		...(row.account_owner === null ? {} : { accountOwner: row.account_owner }),
		level: row.level,
		open,
	}
}

/** A fill to write, and when it was received, which determines whether it is in time for its part. */
export type FillOfPart = { readonly fill: FillRow; readonly receivedAtMs: number }
type FillsToWrite = {
	readonly fills: readonly FillOfPart[]
	readonly payers: readonly PayerRow[]
	/** Bundles of orders that are completed by one of these fills, identified by its hash: published together with it. */
	readonly publish?: { readonly bundles: readonly BundleOfFill[]; readonly nowMs: number }
}
export type BundleOfFill = WrappedBundle & { readonly fill_hash: string }
/** The hashes of the fills that were written, and of the orders that were published. */
type FillsWritten = { readonly fills: ReadonlySet<string>; readonly published: readonly string[] }

/**
 * Writes fills of different parts, each with its `started` entry, numbered in order for each maker, if its part is still
 * `asked`. The part's row decides between a fill and the time-out. A hash that is already known violates a unique key.
 */
export function insertFills({ fills, payers, publish }: FillsToWrite): Ask<FillsWritten> {
	const rows = fills.map(({ fill, receivedAtMs }, place) => ({ ...fill, received_at_ms: receivedAtMs, place }))
	const given = JSON.stringify(rows)
	const partIds = rows.map(({ part_id }) => part_id)
	const publication = publishFilled(publish)
	const written = sql<{ subintent_hash: string; order_hash: string; is_published: boolean }>`
		with ${publication.locked} wanted as (
			select * from jsonb_to_recordset(${given}::jsonb) as w(
				subintent_hash text, part_id text, maker_id text, account text, expires_at_s int8, accepted_at_ms int8, received_at_ms int8,
				place int8
			)
		),
		-- In the order in which everything that locks several parts does.
		asked as materialized (
			select part_id from part
			where part_id = any(${partIds}::text[]) and state = 'asked' ${publication.isLocked}
			order by part_id for no key update
		),
		taken as (
			update part p set state = 'filled', ended_at_ms = w.accepted_at_ms
			from asked join wanted w using (part_id)
			where p.part_id = any(${partIds}::text[]) and p.part_id = asked.part_id
				and p.maker_id = w.maker_id and p.state = 'asked' and p.fill_before_ms >= w.received_at_ms
			returning p.part_id, p.order_hash, p.maker_id, w.subintent_hash, w.account, w.expires_at_s, w.accepted_at_ms, w.place
		),
		known as (
			insert into subintent select subintent_hash, 'fill', accepted_at_ms from taken
		),
		filled as (
			insert into fill select f.* from jsonb_populate_recordset(null::fill, ${given}::jsonb) f
			join taken using (part_id)
		),
		${insertPayers(payers, 'taken')}
		recorded as (
			insert into ${auditColumns}
			select accepted_at_ms, 'part_filled', maker_id, order_hash, jsonb_build_object(
				'part_id', part_id, 'fill', subintent_hash, 'account', account, 'expires_at_s', expires_at_s
			) from taken
			order by place
			returning subject
		),
		-- In the order in which everything that locks several makers does.
		counted as materialized (
			select m.maker_id from maker m where m.maker_id in (select maker_id from taken)
			order by m.maker_id for no key update
		),
		numbered as (
			update maker m set last_sequence = last_sequence + (select count(*) from taken t where t.maker_id = m.maker_id)
			from counted where m.maker_id = counted.maker_id
			returning m.maker_id, m.last_sequence
		),
		logged as (
			insert into fill_execution
			select
				n.maker_id, n.last_sequence - count(*) over of_maker + row_number() over (of_maker order by t.place),
				t.part_id, null, t.accepted_at_ms
			from taken t join numbered n using (maker_id)
			window of_maker as (partition by maker_id)
		)
		${publication.published}
		select subintent_hash, order_hash, ${publication.isPublished} as is_published from taken`
	return ask(written, rows => ({
		fills: new Set(rows.map(row => row.subintent_hash)),
		published: rows.filter(row => row.is_published).map(row => row.order_hash),
	}))
}

/** The additional parts of the statement that writes fills, which publish the orders completed by them. */
function publishFilled(publish: FillsToWrite['publish']) {
	if (publish === undefined) return { locked: sql``, isLocked: sql``, published: sql``, isPublished: sql`false` }
	const { bundles, nowMs } = publish
	const orderHashes = bundles.map(({ order_hash }) => order_hash)
	return {
		// Orders before their parts, as in all code that locks both.
		locked: sql`
		ordered as materialized (
			select from "order" where subintent_hash = any(${orderHashes}::text[])
			order by subintent_hash for no key update
		),`,
		isLocked: sql`and (select count(*) from ordered) >= 0`,
		// Runs after the makers' rows are locked, and after the audit entries of the fills.
		published: sql`,
		wrapped as (
			select w.*, t.accepted_at_ms as filled_at_ms
			from ${wrappedRows(bundles)} join taken t on t.subintent_hash = w.fill_hash
			where (select count(*) from numbered) > 0 and (select count(*) from recorded) > 0
		),
		${publishWrapped({ bundles, nowMs })}`,
		isPublished: sql`order_hash in (select order_hash from bundled)`,
	}
}
