import { Decimal, type PriceLevel, pairKey } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database, Side } from '../db/tables.ts'
import { availableLevels } from './available-levels.ts'
import { type ExposureRules, exposureMaxOf, offerLimitsOf } from './offer-limits.ts'
import type { MakerBookStatus, PriceBooks } from './price-books.ts'
import { type OrderReservation, selectReservationsOfMaker } from './reservations-table.ts'

/** One of a maker's books with all that bears on it. */
export type MakerBookDetails = MakerBookStatus & {
	/** What is left of it; a side below the minimum offer is empty. */
	readonly available: Readonly<Record<Side, readonly PriceLevel[]>>
	/** What is subtracted from it. */
	readonly reservations: readonly OrderReservation[]
}

type MakerBooksDeps = ExposureRules & { readonly db: Database; readonly books: Pick<PriceBooks, 'booksOfMaker'> }

/** All books of one maker, computed like the order book. */
export async function makerBooks(deps: MakerBooksDeps, makerId: string): Promise<MakerBookDetails[]> {
	const statuses = deps.books.booksOfMaker(makerId)
	if (statuses.length === 0) return []
	const settledSinceMs = Math.min(...statuses.map(({ book }) => book.setAtMs))
	const reservations = await selectReservationsOfMaker(deps.db, makerId, { settledSinceMs })
	const byPair = Map.groupBy(reservations, ({ pair }) => pairKey(pair))
	return statuses.map(status => detailsOf(deps, status, byPair.get(pairKey(status.book.pair)) ?? []))
}

function detailsOf(
	deps: MakerBooksDeps,
	status: MakerBookStatus,
	ofPair: readonly OrderReservation[],
): MakerBookDetails {
	const { book } = status
	const reservations = ofPair.filter(({ state, endedAtMs = 0 }) => state === 'open' || endedAtMs >= book.setAtMs)
	const { minOffered } = offerLimitsOf(deps, book.pair)
	const offer = { books: [book], reservations, exposureMax: exposureMaxOf(deps, book.pair) }
	const left = (side: Side) =>
		availableLevels({ ...offer, side, minOffered: minOffered[side] }).map(({ price, amount }) => ({
			price,
			amount,
		}))
	return { ...status, available: { bids: left('bids'), asks: left('asks') }, reservations }
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
