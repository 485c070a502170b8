import type { FillExecution } from '@accord/protocol'
import { sql } from 'kysely'
import { type LogRange, requireKept } from '../db/log-range.ts'
import type { Database } from '../db/tables.ts'

/** The next entries of a maker's log, without gaps. @throws TradeError `sequence_too_old` */
export async function fillExecutionsAfter(
	db: Database,
	{ makerId, after, limit }: { makerId: string; after: number; limit: number },
): Promise<FillExecution[]> {
	const rows = await db
		.selectFrom('fill_execution')
		.select(['sequence_number', 'occurred_at_ms', 'part_id', 'outcome', 'corrects'])
		.select(removedSequence(makerId).as('removed'))
		.where('maker_id', '=', makerId)
		.where('sequence_number', '>', BigInt(after))
		.orderBy('sequence_number')
		.limit(limit)
		.execute()
	const [first] = rows
	if (first !== undefined) requireKept({ removed: Number(first.removed) }, after)
	return rows.map(row => ({
		sequenceNumber: Number(row.sequence_number),
		occurredAtMs: Number(row.occurred_at_ms),
		orderId: row.part_id,
		...(row.outcome === null ? {} : { outcome: row.outcome }),
		...(row.corrects === null ? {} : { corrects: Number(row.corrects) }),
	}))
}

const removedSequence = (makerId: string) => {
	return sql<bigint>`(select removed_sequence from maker where maker.maker_id = ${makerId})`
}

/** Which entries of a maker's log there are. */
export async function fillLogRange(db: Database, makerId: string): Promise<LogRange> {
	const row = await db
		.selectFrom('maker')
		.select(['removed_sequence', 'last_sequence'])
		.where('maker_id', '=', makerId)
		.executeTakeFirst()
	return { removed: Number(row?.removed_sequence ?? 0n), last: Number(row?.last_sequence ?? 0n) }
}
