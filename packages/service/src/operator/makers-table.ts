import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** A maker with what is counted of it. */
export type MakerRow = {
	readonly maker_id: string
	readonly name: string
	readonly created_at_ms: bigint
	readonly open_parts: number
	readonly open_fills: number
}

/** One maker or all of them, the first registered first. */
export async function selectMakers(db: Database, makerId?: string): Promise<MakerRow[]> {
	const one = makerId === undefined ? sql`` : sql`where maker_id = ${makerId}`
	const { rows } = await sql<MakerRow>`
		select maker_id, name, created_at_ms,
			coalesce(asked.parts, 0)::int4 as open_parts, coalesce(started.fills, 0)::int4 as open_fills
		from maker
		left join (select maker_id, count(*) as parts from part where state = 'asked' group by maker_id) asked
			using (maker_id)
		left join (select maker_id, count(*) as fills from fill where state = 'started' group by maker_id) started
			using (maker_id)
		${one}
		order by created_at_ms, maker_id`.execute(db)
	return rows
}

export type AccountRow = { readonly maker_id: string; readonly address: string; readonly level: number }

/** The accounts of one maker or of all, with their levels, the first registered first. */
export async function selectAccounts(db: Database, makerId?: string): Promise<AccountRow[]> {
	return await db
		.selectFrom('maker_account')
		.leftJoin('account_level', 'account_level.address', 'maker_account.address')
		.select(['maker_account.maker_id', 'maker_account.address'])
		.select(({ fn, val }) => fn.coalesce('account_level.level', val(0)).as('level'))
		.$if(makerId !== undefined, query => query.where('maker_account.maker_id', '=', makerId ?? ''))
		.orderBy('maker_account.created_at_ms')
		.orderBy('maker_account.address')
		.execute()
}
