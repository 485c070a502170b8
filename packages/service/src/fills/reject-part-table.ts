import type { Pair } from '@accord/protocol'
import type { Database, PartState } from '../db/tables.ts'

/** Rejects a part that is still asked for, gives its reservation back and leaves it to be re-routed. Gives nothing if the part had left `asked` or its time is over. */
export async function updatePartRejected(
	db: Database,
	rejection: { makerId: string; orderId: string; reason?: string | undefined; receivedAtMs: number },
): Promise<{ orderHash: string; pair: Pair } | undefined> {
	const { makerId, orderId, reason = null, receivedAtMs } = rejection
	const row = await db
		.updateTable('part')
		.set({
			state: 'rejected',
			ended_at_ms: receivedAtMs,
			reject_reason: reason,
			reservation: 'released',
			reservation_ended_at_ms: receivedAtMs,
			awaits_rerouting: true,
		})
		.where('part_id', '=', orderId)
		.where('maker_id', '=', makerId)
		.where('state', '=', 'asked')
		.where('fill_before_ms', '>=', BigInt(receivedAtMs))
		.returning(['order_hash', 'base', 'quote'])
		.executeTakeFirst()
	return row && { orderHash: row.order_hash, pair: { base: row.base, quote: row.quote } }
}

/** Where a part of this maker stands. */
export async function selectPartState(
	db: Database,
	{ makerId, orderId }: { makerId: string; orderId: string },
): Promise<PartState | undefined> {
	const row = await db
		.selectFrom('part')
		.select('state')
		.where('part_id', '=', orderId)
		.where('maker_id', '=', makerId)
		.executeTakeFirst()
	return row?.state
}
