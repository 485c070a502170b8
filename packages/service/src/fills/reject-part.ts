import { type Pair, TradeError } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { PartState, Tables } from '../db/tables.ts'
import { selectPartState, updatePartRejected } from './reject-part-table.ts'

// The guarantee: a rejected part is given back at once and for good. The part's row decides between a fill, the time-out
// and the rejection: the first wins.

export type RejectPartDeps = { readonly db: Kysely<Tables>; readonly bus: Bus }

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
