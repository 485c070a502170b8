import { Decimal, type Pair, type PriceLevel, pairKey } from '@accord/protocol'
import { sql } from 'kysely'
import type { Database, PartTable, Side } from '../db/tables.ts'
import { availableLevels, type Reservation } from './available-levels.ts'
import { bookRulesOf, type ExposureRules, exposureMaxOf } from './book-rules.ts'
import type { MakerBookState, PriceBooks } from './price-books.ts'
import { selectReservationsOfMaker } from './reservations-table.ts'

/** A maker's liquidity promised to one order. */
export type OrderReservation = Reservation & {
	readonly orderId: string
	readonly pair: Pair
	readonly amount: Decimal
	readonly partState: PartTable['state']
}

/** One of a maker's books as the service has it. */
export type MakerBookStatus = MakerBookState & {
	/** What is left of it; nothing of a side below the least that a maker must offer. */
	readonly available: Readonly<Record<Side, readonly PriceLevel[]>>
	/** What is taken off it. */
	readonly reservations: readonly OrderReservation[]
}

type MakerBooksDeps = ExposureRules & { readonly db: Database; readonly books: Pick<PriceBooks, 'booksOfMaker'> }

/** All books of one maker, computed as the order book is. */
export async function makerBooks(deps: MakerBooksDeps, makerId: string): Promise<MakerBookStatus[]> {
	const held = deps.books.booksOfMaker(makerId)
	if (held.length === 0) return []
	const settledSinceMs = Math.min(...held.map(({ book }) => book.setAtMs))
	const reservations = await selectReservationsOfMaker(deps.db, makerId, { settledSinceMs })
	const byPair = Map.groupBy(reservations, ({ pair }) => pairKey(pair))
	return held.map(each => view(deps, each, byPair.get(pairKey(each.book.pair)) ?? []))
}

function view(deps: MakerBooksDeps, held: MakerBookState, ofPair: readonly OrderReservation[]): MakerBookStatus {
	const { book } = held
	const reservations = ofPair.filter(({ state, endedAtMs = 0 }) => state === 'open' || endedAtMs >= book.setAtMs)
	const { leastOffered } = bookRulesOf(deps, book.pair)
	const offer = { books: [book], reservations, exposureMax: exposureMaxOf(deps, book.pair) }
	const left = (side: Side) =>
		availableLevels({ ...offer, side, leastOffered: leastOffered[side] }).map(({ price, amount }) => ({
			price,
			amount,
		}))
	return { ...held, available: { bids: left('bids'), asks: left('asks') }, reservations }
}

/** What a maker has promised in open parts and unsettled fills, in base, by pair; pairs without are left out. */
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
