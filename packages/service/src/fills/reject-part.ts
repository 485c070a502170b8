import { type Pair, type PartState, TradeError } from '@accord/protocol'
import { sql } from 'kysely'
import { auditColumns } from '../audit/audit-table.ts'
import type { Bus } from '../bus/bus.ts'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Database } from '../db/tables.ts'

// The guarantee: a rejected part's reservation is released immediately and permanently. The part's row decides between
// a fill, the time-out and the rejection: the first one wins.

type RejectPartDeps = { readonly db: Pick<DatabaseLanes, 'own'>; readonly bus: Bus }

export type RejectPart = {
	readonly makerId: string
	readonly orderId: string
	readonly reason?: string | undefined
	readonly receivedAtMs: number
}

/**
 * Records that a maker will not fill a part (decision 20). Repeating it changes nothing, not even the reason.
 * @throws TradeError `unknown_order`, `already_filled`, `fill_too_late`
 */
export async function rejectPart({ db, bus }: RejectPartDeps, rejection: RejectPart): Promise<void> {
	const rejected = await updatePartRejected(db.own, rejection)
	if (rejected !== undefined) announce(bus, { ...rejected, ...rejection })
	else refuseUnlessRejected(await selectPartState(db.own, rejection))
}

type Rejected = { readonly orderHash: string; readonly order: string; readonly pair: Pair }

/** Wakes the loop that re-routes the part or ends its order. */
function announce(bus: Bus, { orderHash, order, pair, makerId, orderId: partId }: Rejected & RejectPart): void {
	bus.publish('reservation', { pair })
	bus.publish('order', { orderHashes: [orderHash] })
	bus.publish('part_unfilled', { order, makerId, partId, state: 'rejected' })
}

function refuseUnlessRejected(state: PartState | undefined): void {
	if (state === 'rejected') return
	if (state === undefined) throw new TradeError('unknown_order')
	throw new TradeError(state === 'filled' ? 'already_filled' : 'fill_too_late')
}

/**
 * Rejects a part, releases its reservation and marks it for re-routing. Returns undefined if the part is no longer `asked`
 * or its deadline has passed.
 */
async function updatePartRejected(
	db: Database,
	rejection: { makerId: string; orderId: string; reason?: string | undefined; receivedAtMs: number },
): Promise<Rejected | undefined> {
	const { makerId, orderId, reason = null, receivedAtMs } = rejection
	const { rows } = await sql<{ order_hash: string; order_id: string; base: string; quote: string }>`
		with rejected as (
			update part set
				state = 'rejected', ended_at_ms = ${receivedAtMs}, reject_reason = ${reason},
				reservation = 'released', reservation_ended_at_ms = ${receivedAtMs},
				awaits_rerouting = true
			where part_id = ${orderId} and maker_id = ${makerId} and state = 'asked' and fill_before_ms >= ${receivedAtMs}
			returning part_id, maker_id, order_hash, base, quote, reject_reason
		),
		recorded as (
			insert into ${auditColumns}
			select ${receivedAtMs}, 'part_rejected', maker_id, order_hash,
				jsonb_strip_nulls(jsonb_build_object('part_id', part_id, 'reason', reject_reason))
			from rejected
		)
		select order_hash, base, quote, (select o.subintent_id from "order" o where o.subintent_hash = rejected.order_hash) as order_id
		from rejected`.execute(db)
	const [row] = rows
	return row && { orderHash: row.order_hash, order: row.order_id, pair: { base: row.base, quote: row.quote } }
}

/** The state of a maker's part; undefined if the maker has no such part. */
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
