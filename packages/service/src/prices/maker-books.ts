import { type BookReservation, Decimal, type MakerBookStatus, pairKey, type Side } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { availableLevels } from './available-levels.ts'
import { type ExposureRules, exposureMaxOf, offerLimitsOf } from './offer-limits.ts'
import type { BookStatus, PriceBooks } from './price-books.ts'
import { type OrderReservation, selectReservationsOfMaker } from './reservations-table.ts'

type MakerBooksDeps = ExposureRules & { readonly db: Database; readonly books: Pick<PriceBooks, 'booksOfMaker'> }

/** All books of one maker, computed like the order book. */
export async function makerBooks(deps: MakerBooksDeps, makerId: string): Promise<MakerBookStatus[]> {
	const statuses = deps.books.booksOfMaker(makerId)
	if (statuses.length === 0) return []
	const settledSinceMs = Math.min(...statuses.map(({ book }) => book.setAtMs))
	const reservations = await selectReservationsOfMaker(deps.db, makerId, { settledSinceMs })
	const byPair = Map.groupBy(reservations, ({ pair }) => pairKey(pair))
	return statuses.map(status => describeBook(deps, status, byPair.get(pairKey(status.book.pair)) ?? []))
}

function describeBook(
	deps: MakerBooksDeps,
	{ book, notInForceBecause }: BookStatus,
	ofPair: readonly OrderReservation[],
): MakerBookStatus {
	const { pair, bids, asks, setAtMs } = book
	const reservations = ofPair.filter(({ state, endedAtMs = 0 }) => state === 'open' || endedAtMs >= setAtMs)
	const { minOffered } = offerLimitsOf(deps, pair)
	const offer = { books: [book], reservations, exposureMax: exposureMaxOf(deps, pair) }
	const left = (side: Side) => availableLevels({ ...offer, side, minOffered: minOffered[side] })
	return {
		pair,
		bids,
		asks,
		available: { bids: left('bids'), asks: left('asks') },
		setAtMs,
		...(notInForceBecause === undefined ? {} : { notInForceBecause }),
		reservations: reservations.map(describeReservation),
	}
}

function describeReservation({ orderId, side, amount, levels, state, partState }: OrderReservation): BookReservation {
	const progress = partState === 'asked' ? 'asked' : 'filled'
	return { orderId, side, amount, levels, state: state === 'settled' ? 'settled' : progress }
}

/** How much base a maker has reserved, in open parts and unsettled fills, by pair; pairs without any are left out. */
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
