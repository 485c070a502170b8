import { Decimal, type Pair } from '@accord/protocol'
import type { Selectable } from 'kysely'
import type { Database, PartTable } from '../db/tables.ts'
import type { Reservation } from './available-levels.ts'
import type { OrderReservation } from './maker-books.ts'

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
	return rows.map(readReservation)
}

/** The reservations of one maker that may count, with the orders that they are for, oldest first. */
export async function selectReservationsOfMaker(
	db: Database,
	makerId: string,
	{ settledSinceMs }: { settledSinceMs: number },
): Promise<OrderReservation[]> {
	const rows = await db
		.selectFrom('part')
		.selectAll()
		.where('maker_id', '=', makerId)
		.where(where =>
			where.or([
				where('reservation', '=', 'open'),
				where.and([
					where('reservation', '=', 'settled'),
					where('reservation_ended_at_ms', '>=', BigInt(settledSinceMs)),
				]),
			]),
		)
		.orderBy('asked_at_ms')
		.orderBy('part_id')
		.execute()
	return rows.map(row => ({
		...readReservation(row),
		orderId: row.part_id,
		pair: { base: row.base, quote: row.quote },
		amount: Decimal.parse(row.base_amount),
		partState: row.state,
	}))
}

type ReservationRow = Pick<
	Selectable<PartTable>,
	'maker_id' | 'side' | 'levels' | 'reservation' | 'reservation_ended_at_ms'
>

function readReservation(row: ReservationRow): Reservation {
	return {
		makerId: row.maker_id,
		side: row.side,
		levels: row.levels.map(([price, amount]) => ({ price: Decimal.parse(price), amount: Decimal.parse(amount) })),
		...(row.reservation === 'open'
			? { state: 'open' }
			: { state: 'settled', endedAtMs: Number(row.reservation_ended_at_ms) }),
	}
}
