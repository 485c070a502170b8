import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** Levels of a maker's book that are reserved for a part. */
export type PartCase = {
	readonly makerId: string
	readonly pair: { readonly base: string; readonly quote: string }
	readonly side: 'bids' | 'asks'
	readonly levels: readonly (readonly [price: number, amount: number])[]
}

/** Writes makers, and an order that parts can belong to. */
export async function insertMakersAndOrder(db: Database, makerIds: readonly string[]): Promise<void> {
	for (const maker_id of makerIds) {
		await db.insertInto('maker').values({ maker_id, name: maker_id, created_at_ms: 0, last_sequence: 0 }).execute()
	}
	await sql`insert into subintent values ('order', 'order', 0)`.execute(db)
	await sql`insert into "order" select * from jsonb_populate_record(null::"order", ${JSON.stringify(order)}::jsonb)`.execute(
		db,
	)
}

const order = {
	...{ subintent_hash: 'order', subintent_id: 'order', signed_partial_transaction: '', account: 'a', level: 0 },
	...{ base: 'XRD', quote: 'xUSDC', side: 'asks', sell_symbol: 'xUSDC', sell_amount: 1, buy_symbol: 'XRD' },
	...{ buy_amount: 1, platform_fee: 0, settlement_fee: 0, cost_xrd: 0, rebate: 0, execution_units: 0 },
	...{ has_prefix: false, expires_at_s: 0, state: 'published', accepted_at_ms: 0, claimed_until_ms: 0, own_makers: [] },
}

let parts = 0

/** Writes an open part and returns its id. */
export async function openPart(db: Database, { makerId, pair, side, levels }: PartCase): Promise<string> {
	const part_id = `part-${++parts}`
	const row = {
		...{ part_id, order_hash: 'order', maker_id: makerId, ...pair, side, base_amount: 1 },
		...{ levels: levels.map(level => level.map(String)), fill_sell_symbol: 'XRD', fill_sell_amount: 1 },
		...{ fill_buy_symbol: 'xUSDC', fill_buy_amount: 1, state: 'asked', fill_before_ms: 0, asked_at_ms: 0 },
		...{ reservation: 'open', awaits_rerouting: false, reservation_changed_by: 0 },
	}
	await sql`insert into part select * from jsonb_populate_record(null::part, ${JSON.stringify(row)}::jsonb)`.execute(db)
	return part_id
}

/** Ends a part's open reservation; for a settled part, with an entry of its maker's log. */
export async function endPart(
	db: Database,
	partId: string,
	{ reservation, number }: { reservation: 'settled' | 'released'; number: number },
): Promise<void> {
	await db
		.updateTable('part')
		.set({ reservation, reservation_ended_at_ms: number, settled_number: reservation === 'settled' ? number : null })
		.where('part_id', '=', partId)
		.where('reservation', '=', 'open')
		.execute()
}
