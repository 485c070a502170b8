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
			openIntentsJson(account).as('open'),
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

/**
 * Writes a fill with its `started` entry if its part is still `asked`, and returns whether it was: the part's row decides
 * between a fill and the time-out. A hash that is already known violates a unique key.
 */
export async function insertFill(
	db: Database,
	{ fill, receivedAtMs }: { fill: FillRow; receivedAtMs: number },
): Promise<boolean> {
	const { rows } = await sql<{ sequence_number: bigint }>`
		with taken as (
			update part set state = 'filled', ended_at_ms = ${fill.accepted_at_ms}
			where part_id = ${fill.part_id} and maker_id = ${fill.maker_id}
				and state = 'asked' and fill_before_ms >= ${receivedAtMs}
			returning part_id, maker_id, order_hash
		),
		known as (
			insert into subintent select ${fill.subintent_hash}, 'fill', ${fill.accepted_at_ms} from taken
		),
		filled as (
			insert into fill select f.* from jsonb_populate_record(null::fill, ${JSON.stringify(fill)}::jsonb) f, taken
		),
		recorded as (
			insert into ${auditColumns}
			select ${fill.accepted_at_ms}, 'part_filled', taken.maker_id, taken.order_hash, jsonb_build_object(
				'part_id', taken.part_id, 'fill', ${fill.subintent_hash}::text, 'account', ${fill.account}::text,
				'expires_at_s', ${fill.expires_at_s}::int8
			) from taken
		),
		numbered as (
			update maker set last_sequence = last_sequence + 1 from taken
			where maker.maker_id = taken.maker_id
			returning maker.maker_id, last_sequence
		)
		insert into fill_execution
		select n.maker_id, n.last_sequence, taken.part_id, null, ${fill.accepted_at_ms} from numbered n, taken
		returning sequence_number`.execute(db)
	return rows.length > 0
}
