import { type Pair, TradeError } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Database, PartState, Tables } from '../db/tables.ts'

// The guarantee: a rejected part is given back at once and for good. The part's row decides between a fill, the time-out
// and the rejection: the first wins.

type RejectPartDeps = { readonly db: Kysely<Tables>; readonly bus: Bus }

export type RejectPart = {
	readonly makerId: string
	readonly orderId: string
	readonly reason?: string | undefined
	readonly receivedAtMs: number
}

/**
 * Takes a maker's refusal to fill a part (decision 20). The same again changes nothing, its reason included.
 * @throws TradeError `unknown_order`, `already_filled`, `fill_too_late`
 */
export async function rejectPart({ db, bus }: RejectPartDeps, rejection: RejectPart): Promise<void> {
	const rejected = await updatePartRejected(db, rejection)
	if (rejected !== undefined) announce(bus, rejected)
	else refuseUnlessRejected(await selectPartState(db, rejection))
}

/** Whoever gives the order's base to another maker, or ends the order, is woken. */
function announce(bus: Bus, { orderHash, pair }: { orderHash: string; pair: Pair }): void {
	bus.publish('reservation', { pair })
	bus.publish('order', { orderHashes: [orderHash] })
	bus.publish('part_unfilled', { orderHash })
}

function refuseUnlessRejected(state: PartState | undefined): void {
	if (state === 'rejected') return
	if (state === undefined) throw new TradeError('unknown_order')
	throw new TradeError(state === 'filled' ? 'already_filled' : 'fill_too_late')
}

/** Rejects a part that is still asked for, gives its reservation back and leaves it to be re-routed. Gives nothing if the part had left `asked` or its time is over. */
async function updatePartRejected(
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
async function selectPartState(
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
