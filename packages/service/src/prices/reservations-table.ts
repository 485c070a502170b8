import { Decimal, type Pair } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import type { Reservation } from './available-levels.ts'

/** The reservations of a pair that may count: all open ones, and those that settled at `settledSinceMs` or later. */
export async function selectReservations(
	db: Database,
	pair: Pair,
	{ settledSinceMs }: { settledSinceMs: number },
): Promise<Reservation[]> {
	const ofPair = db
		.selectFrom('part')
		.select(['maker_id', 'side', 'levels', 'reservation', 'reservation_ended_at_ms'])
		.where('base', '=', pair.base)
		.where('quote', '=', pair.quote)
	// Two queries, one partial index each.
	const settled = ofPair
		.where('reservation', '=', 'settled')
		.where('reservation_ended_at_ms', '>=', BigInt(settledSinceMs))
	const rows = await ofPair.where('reservation', '=', 'open').unionAll(settled).execute()
	return rows.map(row => ({
		makerId: row.maker_id,
		side: row.side,
		levels: row.levels.map(([price, amount]) => ({ price: Decimal.parse(price), amount: Decimal.parse(amount) })),
		...(row.reservation === 'open'
			? { state: 'open' }
			: { state: 'settled', endedAtMs: Number(row.reservation_ended_at_ms) }),
	}))
}
