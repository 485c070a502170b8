import type { FillExecution } from '@accord/protocol'
import type { Database } from '../db/tables.ts'

/** The next entries of a maker's log, without gaps. */
export async function fillExecutionsAfter(
	db: Database,
	{ makerId, after, limit }: { makerId: string; after: number; limit: number },
): Promise<FillExecution[]> {
	const rows = await db
		.selectFrom('fill_execution')
		.select(['sequence_number', 'occurred_at_ms', 'part_id', 'outcome', 'corrects'])
		.where('maker_id', '=', makerId)
		.where('sequence_number', '>', BigInt(after))
		.orderBy('sequence_number')
		.limit(limit)
		.execute()
	return rows.map(row => ({
		sequenceNumber: Number(row.sequence_number),
		occurredAtMs: Number(row.occurred_at_ms),
		orderId: row.part_id,
		...(row.outcome === null ? {} : { outcome: row.outcome }),
		...(row.corrects === null ? {} : { corrects: Number(row.corrects) }),
	}))
}

/** The number of the newest entry of a maker's log; 0 before the first. */
export async function lastSequenceNumber(db: Database, makerId: string): Promise<number> {
	const row = await db.selectFrom('maker').select('last_sequence').where('maker_id', '=', makerId).executeTakeFirst()
	return Number(row?.last_sequence ?? 0n)
}
