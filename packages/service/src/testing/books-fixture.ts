import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type Clock, Decimal } from '@accord/protocol'
import type { Kysely, Transaction } from 'kysely'
import { pino } from 'pino'
import { inProcessBus } from '../bus/bus.ts'
import { lockAccountsAndPairs, lockMakers } from '../db/advisory-lock.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { MakerOffer } from '../prices/maker-offer.ts'
import { openPrices } from '../prices/prices.ts'
import { config } from './config-fixture.ts'
import { fixedTerms } from './fixed-terms.ts'
import { oneLane } from './one-lane.ts'
import { feeInfo, market } from './order-fixture.ts'
import { openPart } from './part-fixture.ts'

/** The service's books in one process, on the database that all processes share. */
export type OpenBooks = Awaited<ReturnType<typeof openBooks>>

export const booksPair = market.pair('XRD', 'xUSDC')
const limits = { ...config.limits, exposurePerMakerXrd: Decimal.parse('1000000000') }
const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())

/** Reads the reservations, and then accepts the books of a maker `anna`. */
export async function openBooks(db: Kysely<Tables>, clock: Clock) {
	const bus = inProcessBus({ onError: assert.ifError })
	const log = pino({ enabled: false })
	const terms = fixedTerms({ market, feeInfo })
	const platform = { clock, bus, log, db: oneLane(db), market, feeInfo, limits, makersPerOrder: 4, terms }
	const prices = await openPrices({ platform, withdrawAfterMs: 2000, opened })
	prices.makerQuotes.setQuoting('anna', 'session', 'all')
	return { db, ...prices }
}

/** The asks that matching finds under the pair's lock. */
export async function availableAsks(open: OpenBooks): Promise<number> {
	return await open.db.transaction().execute(async trx => {
		const offer = await lockedOffer(trx, open)
		return Number(Decimal.format(offer?.depth ?? Decimal.zero))
	})
}

/** Reserves an amount as matching does, if the book has that much. */
export async function reserveAsks(open: OpenBooks, wanted: number): Promise<string | undefined> {
	return await inTransaction(open.db, async trx => {
		const offer = await lockedOffer(trx, open)
		if (offer === undefined || offer.depth < Decimal.fromInteger(wanted)) return undefined
		await lockMakers(trx, ['anna'])
		return await openPart(trx, { makerId: 'anna', pair: booksPair, side: 'asks', levels: [[2, wanted]] })
	})
}

async function lockedOffer(trx: Transaction<Tables>, { books }: OpenBooks): Promise<MakerOffer | undefined> {
	await lockAccountsAndPairs(trx, { accounts: [], pairs: [booksPair] })
	await books.read(trx)
	return books.allWorking().available({ pair: booksPair, side: 'asks' })[0]
}

/** One level on each side. */
export function asksOf(amount: number, netOf?: string) {
	const d = Decimal.fromInteger
	const levels = amount > 0 ? [{ price: d(2), amount: d(amount) }] : []
	const bids = [{ price: d(1), amount: d(1) }]
	return { pair: booksPair, bids, asks: levels, ...(netOf === undefined ? {} : { netOf }) }
}
