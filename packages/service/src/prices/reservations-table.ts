import { Decimal, type Pair, type PriceLevel, type Side } from '@accord/protocol'
import { type Selectable, sql } from 'kysely'
import type { Database, PartTable, ReservationState } from '../db/tables.ts'
import { type Ask, ask } from '../db/together.ts'
import type { AskedPart } from './maker-book.ts'

/**
 * Liquidity held for a part: subtracted from its maker's book while the part is open and, once it has settled, until
 * that book is replaced.
 */
type Reservation = {
	readonly makerId: string
	readonly side: Side
	readonly levels: readonly PriceLevel[]
	readonly state: 'open' | 'settled'
	/** The entry in its maker's log with which it settled; absent while open. */
	readonly settledNumber?: number
	/** Its number among all reservations of its maker. */
	readonly number: bigint
}

/** A maker's liquidity reserved for one order. */
export type OrderReservation = Reservation & {
	readonly orderId: string
	readonly pair: Pair
	readonly amount: Decimal
	readonly partState: PartTable['state']
}

/** A part's reservation as the transaction with the number `changedBy` left it. */
export type ReservationChange = {
	readonly partId: string
	readonly makerId: string
	readonly pair: Pair
	readonly side: Side
	readonly levels: readonly PriceLevel[]
	/** Its number among all reservations of its maker. */
	readonly number: bigint
	readonly state: ReservationState
	/** The entry in its maker's log with which it settled; 0 while it has not. */
	readonly settledNumber: number
	readonly changedBy: bigint
}

/**
 * The reservations changed by the transaction `since` or later ones, or all open ones if it is undefined; and the
 * oldest transaction that may still be running, such that all changes made before it are included.
 */
export function reservationChanges({ since }: { since: bigint | undefined }): Ask<ReservationChanges> {
	// With an upper bound, a plan for any number expects few rows and uses the index; without one, it reads the entire
	// table.
	const which =
		since === undefined
			? sql`reservation = 'open'`
			: sql`reservation_changed_by between ${since} and 9223372036854775807`
	const changed = sql<ChangeRow & { oldest_running: bigint }>`
		select s.oldest_running, p.* from
			(select pg_snapshot_xmin(pg_current_snapshot())::text::int8 as oldest_running) s
			left join (select ${changeColumns} from part where ${which}) p on true`
	return ask(changed, rows => ({
		changes: readChanges(rows),
		oldestRunning: rows[0]?.oldest_running ?? 0n,
	}))
}

export type ReservationChanges = { readonly changes: readonly ReservationChange[]; readonly oldestRunning: bigint }

/**
 * A maker's settlements in a pair up to these entries of its log and by transactions older than `before`: the first
 * page.
 */
export async function selectSettledBetween(
	db: Database,
	{ makerId, pair, after, upTo, before, limit }: SettledBetween,
): Promise<ReservationChange[]> {
	const rows = await db
		.selectFrom('part')
		.selectAll()
		.where('maker_id', '=', makerId)
		.where('reservation', '=', 'settled')
		.where('settled_number', '>', BigInt(after))
		.where('settled_number', '<=', BigInt(upTo))
		.where('base', '=', pair.base)
		.where('quote', '=', pair.quote)
		.where('reservation_changed_by', '<', before)
		.orderBy('settled_number', 'desc')
		.limit(limit)
		.execute()
	return rows.map(readChange)
}

type SettledBetween = {
	readonly makerId: string
	readonly pair: Pair
	readonly after: number
	readonly upTo: number
	readonly before: bigint
	readonly limit: number
}

/** The newest entry of each maker's log; makers without entries are left out. */
export async function selectLogEnds(db: Database): Promise<{ makerId: string; entry: number }[]> {
	const rows = await db
		.selectFrom('maker')
		.select(['maker_id', 'last_sequence'])
		.where('last_sequence', '>', 0n)
		.execute()
	return rows.map(row => ({ makerId: row.maker_id, entry: Number(row.last_sequence) }))
}

/**
 * Resets transaction numbers that are in the future: such rows were copied from another database, and every read would
 * return them again.
 */
export async function forgetForeignTransactions(db: Database): Promise<void> {
	await sql`
		update part set reservation_changed_by = 0
		where reservation_changed_by >= pg_snapshot_xmax(pg_current_snapshot())::text::int8`.execute(db)
}

/** The columns read for a part whose reservation has changed. */
export const changeColumns = sql.raw(`part_id, maker_id, base, quote, side, levels, reserved_number,
	reservation, settled_number, reservation_changed_by`)

/** The same columns; all are null if there is no part. */
export type ChangeRow = Pick<
	Selectable<PartTable>,
	| 'maker_id'
	| 'base'
	| 'quote'
	| 'side'
	| 'levels'
	| 'reserved_number'
	| 'reservation'
	| 'settled_number'
	| 'reservation_changed_by'
> & { readonly part_id: string | null }

export function readChanges(rows: readonly ChangeRow[]): ReservationChange[] {
	return rows.flatMap(row => (row.part_id === null ? [] : readChange(row)))
}

function readChange(row: ChangeRow): ReservationChange {
	return {
		partId: row.part_id ?? '',
		makerId: row.maker_id,
		pair: { base: row.base, quote: row.quote },
		side: row.side,
		levels: row.levels.map(readLevel),
		number: row.reserved_number,
		state: row.reservation,
		settledNumber: Number(row.settled_number ?? 0n),
		changedBy: row.reservation_changed_by,
	}
}

/** One maker's reservations that may still count, with the orders they are for, oldest first. */
export async function selectReservationsOfMaker(
	db: Database,
	makerId: string,
	{ settledAfter }: { settledAfter: number },
): Promise<OrderReservation[]> {
	const ofMaker = db.selectFrom('part').selectAll().where('maker_id', '=', makerId)
	// Two queries, so that each of them uses its partial index.
	const settled = ofMaker.where('reservation', '=', 'settled').where('settled_number', '>', BigInt(settledAfter))
	const rows = await ofMaker.where('reservation', '=', 'open').unionAll(settled).orderBy('reserved_number').execute()
	return rows.map(row => ({
		...readReservation(row),
		orderId: row.part_id,
		pair: { base: row.base, quote: row.quote },
		amount: Decimal.parse(row.base_amount),
		partState: row.state,
	}))
}

/** A part of this maker by its id, and the last reserved of the maker's settled parts in a pair. */
export async function selectAskedPart(
	db: Database,
	{ makerId, orderId, pair }: { makerId: string; orderId: string; pair: Pair },
): Promise<{ part?: AskedPart; lastSettled?: AskedPart }> {
	const { rows } = await sql<{ number: bigint | null; last_id: string | null; last_number: bigint | null }>`
		select
			(select reserved_number from part where part_id = ${orderId} and maker_id = ${makerId}) as number,
			last.part_id as last_id, last.reserved_number as last_number
		from (select 1) one left join lateral (
			select part_id, reserved_number from part
			where maker_id = ${makerId} and base = ${pair.base} and quote = ${pair.quote} and reservation = 'settled'
			order by reserved_number desc limit 1
		) last on true`.execute(db)
	const { number = null, last_id = null, last_number = null } = rows[0] ?? {}
	return {
		...(number === null ? {} : { part: { orderId, number } }),
		...(last_id === null || last_number === null ? {} : { lastSettled: { orderId: last_id, number: last_number } }),
	}
}

type ReservationRow = Pick<
	Selectable<PartTable>,
	'maker_id' | 'side' | 'levels' | 'reserved_number' | 'reservation' | 'settled_number'
>

function readReservation(row: ReservationRow): Reservation {
	return {
		makerId: row.maker_id,
		side: row.side,
		levels: row.levels.map(readLevel),
		number: row.reserved_number,
		...(row.reservation === 'open'
			? { state: 'open' }
			: { state: 'settled', settledNumber: Number(row.settled_number) }),
	}
}

function readLevel([price, amount]: readonly [price: string, amount: string]): PriceLevel {
	return { price: Decimal.parse(price), amount: Decimal.parse(amount) }
}
