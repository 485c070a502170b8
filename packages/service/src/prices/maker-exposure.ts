import { Decimal, pairKey } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'

/** What a maker has promised in open parts and unsettled fills, in base, by pair; pairs without are left out. */
export async function makerExposure(db: Database, makerId: string): Promise<Map<string, Decimal>> {
	const rows = await db
		.selectFrom('part')
		.select(['base', 'quote', sql<string>`sum(base_amount)`.as('used')])
		.where('maker_id', '=', makerId)
		.where('reservation', '=', 'open')
		.groupBy(['base', 'quote'])
		.execute()
	return new Map(rows.map(row => [pairKey(row), Decimal.parse(row.used)]))
}
