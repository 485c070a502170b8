import assert from 'node:assert/strict'
import { type Clock, Decimal } from '@accord/protocol'
import type { Kysely } from 'kysely'
import { inProcessBus } from '../bus/bus.ts'
import { lockAccountsAndPair, lockMakers } from '../db/advisory-lock.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { Books } from '../prices/books.ts'
import { IncomingQuotes } from '../prices/incoming-quotes.ts'
import { MakerQuotes } from '../prices/maker-quotes.ts'
import { availableOf, readWorkingBook } from '../prices/working-book.ts'
import { oneLane } from './one-lane.ts'
import { feeInfo, market } from './order-fixture.ts'
import { openPart } from './part-fixture.ts'

/** The service's books in one process, on the database that all processes share. */
export type OpenBooks = ReturnType<typeof openBooks>

export const booksPair = market.pair('XRD', 'xUSDC')

/** Accepts the books of a maker `anna`. */
export function openBooks(db: Kysely<Tables>, clock: Clock) {
	const makerQuotes = new MakerQuotes({ clock, bus: inProcessBus({ onError: assert.ifError }), withdrawAfterMs: 2000 })
	const limits = { exposurePerMakerXrd: Decimal.parse('1000000000') }
	const books = new Books({ market, feeInfo, limits, makerQuotes })
	const incoming = new IncomingQuotes({ db: oneLane(db), makerQuotes, reservations: books.reservations })
	makerQuotes.setQuoting('anna', 'session', 'all')
	return { db, makerQuotes, books, incoming }
}

/** The asks that matching finds under the pair's lock. */
export async function availableAsks({ db, books }: OpenBooks): Promise<number> {
	return await db.transaction().execute(async trx => {
		await lockAccountsAndPair(trx, { accounts: [], pair: booksPair })
		const [offer] = availableOf(await readWorkingBook(trx, { books }, booksPair), 'asks')
		return Number(Decimal.format(offer?.depth ?? Decimal.zero))
	})
}

/** Reserves an amount as matching does, if the book has that much. */
export async function reserveAsks(open: OpenBooks, wanted: number): Promise<string | undefined> {
	return await inTransaction(open.db, async trx => {
		await lockAccountsAndPair(trx, { accounts: [], pair: booksPair })
		const [offer] = availableOf(await readWorkingBook(trx, open, booksPair), 'asks')
		if (offer === undefined || offer.depth < Decimal.fromInteger(wanted)) return undefined
		await lockMakers(trx, ['anna'])
		return await openPart(trx, { makerId: 'anna', pair: booksPair, side: 'asks', levels: [[2, wanted]] })
	})
}

/** One level on each side. */
export function asksOf(amount: number, netOf?: string) {
	const d = Decimal.fromInteger
	const levels = amount > 0 ? [{ price: d(2), amount: d(amount) }] : []
	const bids = [{ price: d(1), amount: d(1) }]
	return { pair: booksPair, bids, asks: levels, ...(netOf === undefined ? {} : { netOf }) }
}
