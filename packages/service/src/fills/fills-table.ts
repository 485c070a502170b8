import type { PartState } from '@accord/protocol'
import { sql } from 'kysely'
import { auditColumns } from '../audit/audit-table.ts'
import type { Database, FillTable, JsonRow } from '../db/tables.ts'
import { type OpenIntentOfAccount, openIntentsJson, readOpenIntent } from '../intents/open-intents-table.ts'

export type FillRow = JsonRow<FillTable>

/** A part that a fill is checked against, and what is known of the fill's own hash and account. */
export type PartToFill = {
	readonly partId: string
	readonly makerId: string
	readonly orderHash: string
	readonly orderSubintentId: string
	readonly orderExpiresAtS: number
	readonly state: PartState
	readonly fillBeforeMs: number
	readonly sell: { readonly symbol: string; readonly amount: string }
	readonly buy: { readonly symbol: string; readonly amount: string }
	/** The hash of the fill that was accepted for the part. */
	readonly filledBy?: string
	/** The role that the fill's hash is already accepted in. */
	readonly roleOfHash?: 'order' | 'fill'
	/** The maker whose account the fill is paid from. */
	readonly accountOwner?: string
	/** The fee level of that account. */
	readonly level: number
	/** The open intents of that account, oldest first. */
	readonly open: readonly OpenIntentOfAccount[]
}

/** Without a maker: whoever knows the id of a part was sent it, or was told. */
type OfPart = { readonly partId: string; readonly makerId?: string }
type OfFill = { readonly subintentHash?: string; readonly account: string | undefined }

/** The part, if it is this maker's; an unknown account has level 0, no owner and no open intents. */
export async function selectPartToFill(
	db: Database,
	{ partId, makerId, subintentHash = '', account = '' }: OfPart & OfFill,
): Promise<PartToFill | undefined> {
	const row = await db
		.selectFrom('part')
		.innerJoin('order', 'order.subintent_hash', 'part.order_hash')
		.leftJoin('fill', 'fill.part_id', 'part.part_id')
		.leftJoin('subintent', join => join.on('subintent.subintent_hash', '=', subintentHash))
		.leftJoin('maker_account', join => join.on('maker_account.address', '=', account))
		.leftJoin('account_level', join => join.on('account_level.address', '=', account))
		.select([
			'part.order_hash',
			'part.maker_id',
			'part.state',
			'part.fill_before_ms',
			'part.fill_sell_symbol',
			'part.fill_sell_amount',
			'part.fill_buy_symbol',
			'part.fill_buy_amount',
			'order.expires_at_s',
			'order.subintent_id',
			'fill.subintent_hash as filled_by',
			'subintent.role',
			'maker_account.maker_id as account_owner',
			'account_level.level',
			openIntentsJson(sql`array[${account}::text]`).as('open'),
		])
		.where('part.part_id', '=', partId)
		.$if(makerId !== undefined, query => query.where('part.maker_id', '=', makerId ?? ''))
		.executeTakeFirst()
	if (row === undefined) return undefined
	return {
		partId,
		makerId: row.maker_id,
		orderHash: row.order_hash,
		orderSubintentId: row.subintent_id,
		orderExpiresAtS: Number(row.expires_at_s),
		state: row.state,
		fillBeforeMs: Number(row.fill_before_ms),
		sell: { symbol: row.fill_sell_symbol, amount: row.fill_sell_amount },
		buy: { symbol: row.fill_buy_symbol, amount: row.fill_buy_amount },
		...(row.filled_by === null ? {} : { filledBy: row.filled_by }),
		...(row.role === null ? {} : { roleOfHash: row.role }),
		...(row.account_owner === null ? {} : { accountOwner: row.account_owner }),
		level: row.level ?? 0,
		open: row.open.map(readOpenIntent),
	}
}

/** A fill to write, and when it was received: its part decides by that. */
export type FillOfPart = { readonly fill: FillRow; readonly receivedAtMs: number }

/**
 * Writes fills of different parts of one maker, each with its `started` entry, numbered in their order, if its part is still
 * `asked`; returns the hashes of those written. The part's row decides between a fill and the time-out. A hash that is already
 * known violates a unique key.
 */
export async function insertFills(
	db: Database,
	{ makerId, fills }: { makerId: string; fills: readonly FillOfPart[] },
): Promise<ReadonlySet<string>> {
	const rows = fills.map(({ fill, receivedAtMs }, place) => ({ ...fill, received_at_ms: receivedAtMs, place }))
	const given = JSON.stringify(rows)
	const { rows: written } = await sql<{ subintent_hash: string }>`
		with wanted as (
			select * from jsonb_to_recordset(${given}::jsonb) as w(
				subintent_hash text, part_id text, account text, expires_at_s int8, accepted_at_ms int8, received_at_ms int8,
				place int8
			)
		),
		-- In the order in which everything that locks several parts does.
		asked as (
			select p.part_id from part p join wanted w using (part_id)
			where p.maker_id = ${makerId} and p.state = 'asked' and p.fill_before_ms >= w.received_at_ms
			order by p.part_id for no key update of p
		),
		taken as (
			update part p set state = 'filled', ended_at_ms = w.accepted_at_ms
			from asked, wanted w where p.part_id = asked.part_id and w.part_id = asked.part_id and p.state = 'asked'
			returning p.part_id, p.order_hash, w.subintent_hash, w.account, w.expires_at_s, w.accepted_at_ms, w.place
		),
		known as (
			insert into subintent select subintent_hash, 'fill', accepted_at_ms from taken
		),
		filled as (
			insert into fill select f.* from jsonb_populate_recordset(null::fill, ${given}::jsonb) f
			join taken using (part_id)
		),
		recorded as (
			insert into ${auditColumns}
			select accepted_at_ms, 'part_filled', ${makerId}, order_hash, jsonb_build_object(
				'part_id', part_id, 'fill', subintent_hash, 'account', account, 'expires_at_s', expires_at_s
			) from taken
			order by place
		),
		numbered as (
			update maker set last_sequence = last_sequence + (select count(*) from taken)
			where maker_id = ${makerId} and exists (select from taken)
			returning last_sequence
		),
		logged as (
			insert into fill_execution
			select
				${makerId}, n.last_sequence - count(*) over () + row_number() over (order by t.place),
				t.part_id, null, t.accepted_at_ms
			from taken t, numbered n
		)
		select subintent_hash from taken`.execute(db)
	return new Set(written.map(row => row.subintent_hash))
}
