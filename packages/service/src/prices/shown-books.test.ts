import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Clock, Decimal, type FeeInfo, ShownOrderBook } from '@accord/protocol'
import { type Bus, inProcessBus } from '../bus/bus.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import type { ReservationState } from '../db/tables.ts'
import { createMarket } from '../market/market.ts'
import { oneLane } from '../testing/one-lane.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { Books } from './books.ts'
import { MakerQuotes } from './maker-quotes.ts'
import { ShownBooks } from './shown-books.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const limits = { exposurePerMakerXrd: Decimal.parse('1000000') }
const token = (symbol: string, divisibility: number) => {
	return { symbol, resourceAddress: `resource_${symbol}`, divisibility, name: symbol, iconUrl: '' }
}
const market = createMarket({
	networkId: 242,
	xrdAddress: 'resource_XRD',
	tokens: [token('XRD', 18), token('xUSDC', 6)],
	pairs: [pair],
})
const fee = (symbol: string, amount: string) => {
	return { symbol, solverAmount: Decimal.zero, transactionExecutionAmount: Decimal.parse(amount) }
}
const feeInfo: FeeInfo = {
	verifyParentAccessRuleSborHex: '',
	perLevelPlatformFee: [],
	perTokenSettlementFee: [fee('XRD', '0.5'), fee('xUSDC', '0.02')],
}
const level = ([price, amount]: Row) => ({ price: Decimal.parse(price), amount: Decimal.parse(amount) })

type Row = [price: string, amount: string]

describe('the shown books', () => {
	let opened: OpenDatabase
	let bus: Bus
	let makerQuotes: MakerQuotes
	let books: Books
	let shownBooks: ShownBooks
	let nowMs = 0
	const clock: Clock = { nowMs: () => nowMs, wakeAt: () => () => {} }

	before(async () => {
		opened = await openTestDatabase()
		for (const makerId of ['anna', 'bert']) {
			await opened.db
				.insertInto('maker')
				.values({ maker_id: makerId, name: makerId, last_sequence: 0n, created_at_ms: 0n })
				.execute()
		}
	})
	after(() => opened.close())
	const start = async () => {
		books = new Books({ makerQuotes, platform: { market, feeInfo, limits } })
		const platform = { db: oneLane(opened.db), clock, bus, market, makersPerOrder: 1 }
		shownBooks = new ShownBooks({ platform, books, onError: assert.ifError })
		await shownBooks.start()
	}
	beforeEach(async () => {
		nowMs = 1000
		bus = inProcessBus({ onError: assert.ifError })
		makerQuotes = new MakerQuotes({ clock, bus, withdrawAfterMs: 2000 })
		await start()
	})
	afterEach(async () => {
		await shownBooks.stop()
		await opened.db.deleteFrom('part').execute()
	})

	const shown = (): unknown => {
		const { sequence, timestamp, timestamp_ms, ...book } = ShownOrderBook.wire.parse(
			JSON.parse(shownBooks.of(pair).body().toString()),
		)
		return book
	}
	const quote = (makerId: string, asks: Row[], bids: Row[] = []) => {
		makerQuotes.setQuoting(makerId, 'session', 'all')
		makerQuotes.replacePriceBook(makerId, 'session', { pair, bids: bids.map(level), asks: asks.map(level) })
	}
	/** Waits until the bus has delivered, the database has been read, and the delay between two rebuilds is over. */
	const settles = async (expected: { bids?: Row[]; asks?: Row[] }) => {
		const isSettled = () => isDeepStrictEqual(shown(), { pair, bids: [], asks: [], ...expected })
		for (let tries = 0; tries < 400 && !isSettled(); tries++) await sleep(5)
		assert.deepEqual(shown(), { pair, bids: [], asks: [], ...expected })
	}

	let parts = 0
	async function reserve(
		makerId: string,
		levels: Row[],
		reservation: ReservationState = 'open',
		settledNumber?: number,
	) {
		const hash = `hash-${++parts}`
		await opened.db.insertInto('subintent').values({ subintent_hash: hash, role: 'order', created_at_ms: 0 }).execute()
		await opened.db.insertInto('order').values(orderRow(hash)).execute()
		const row = partRow(hash, makerId, levels)
		await opened.db
			.insertInto('part')
			.values({ ...row, reservation, settled_number: settledNumber ?? null })
			.execute()
	}

	// shows order book: Empty bids and asks mean no trading of the pair
	test('a book is empty before anything is quoted', () => {
		assert.deepEqual(shown(), { pair, bids: [], asks: [] })
	})

	// shows order book: Order book: [price, amount] strings, best first
	test('a new book is shown at once, in the specification’s shape', async () => {
		quote(
			'anna',
			[
				['2', '10'],
				['3', '10.5'],
			],
			[['1', '10']],
		)
		await settles({
			bids: [['1', '10']],
			asks: [
				['2', '10'],
				['3', '10.5'],
			],
		})
		assert.equal(books.allWorking().available({ pair, side: 'asks' })[0]?.levels.length, 2)
	})

	// shows Trade API: The order book can be polled
	test('many changes in a row cause few rebuilds, and the last one is shown', async () => {
		const bodies = new Set<Buffer>()
		for (let i = 1; i <= 200; i++) {
			quote('anna', [['2', String(10 + i)]])
			await Promise.resolve()
			bodies.add(shownBooks.of(pair).body())
		}
		await settles({ asks: [['2', '210']] })
		assert.ok(bodies.size < 20, `${bodies.size} rebuilds`)
	})

	// shows Flash API: Rule 2: only orders that match the newest book are forwarded; each consumes liquidity
	test('a reservation is subtracted once it is announced, and added back once it is released', async () => {
		quote('anna', [
			['2', '10'],
			['3', '10'],
		])
		await reserve('anna', [['2', '4']])
		bus.publish('reservation', { pair })
		await settles({
			asks: [
				['2', '6'],
				['3', '10'],
			],
		})
		await opened.db.updateTable('part').set({ reservation: 'released', reservation_ended_at_ms: 1001 }).execute()
		bus.publish('reservation', { pair })
		await settles({
			asks: [
				['2', '10'],
				['3', '10'],
			],
		})
	})

	test('without exposure caps the same offers are available, unless a cap cuts some', async () => {
		quote('anna', [['2', '10']])
		await settles({ asks: [['2', '10']] })
		assert.equal(
			books.allWorking().uncapped({ pair, side: 'asks' }),
			books.allWorking().available({ pair, side: 'asks' }),
		)
		quote('anna', [['2', '1000000000000']])
		const [capped, uncapped] = [
			books.allWorking().available({ pair, side: 'asks' }),
			books.allWorking().uncapped({ pair, side: 'asks' }),
		]
		assert.ok((capped[0]?.depth ?? 0n) < (uncapped[0]?.depth ?? 0n))
	})

	test('a settled reservation stays subtracted until the book is replaced', async () => {
		quote('anna', [['2', '10']])
		await reserve('anna', [['2', '4']], 'settled', 1)
		bus.publish('reservation', { pair })
		await settles({ asks: [['2', '6']] })
		quote('anna', [['2', '7']])
		await settles({ asks: [['2', '7']] })
	})

	test('a book that is in force again is shown less what settled in the meantime', async () => {
		quote('anna', [['2', '10']])
		await settles({ asks: [['2', '10']] })
		await reserve('anna', [['2', '4']], 'settled', 1)
		makerQuotes.setQuoting('anna', 'session', 'none')
		bus.publish('reservation', { pair })
		await settles({ asks: [] })
		makerQuotes.setQuoting('anna', 'session', 'all')
		await settles({ asks: [['2', '6']] })
	})

	test('after a start, earlier reservations are subtracted', async () => {
		await reserve('anna', [['2', '4']])
		await shownBooks.stop()
		await start()
		quote('anna', [['2', '10']])
		await settles({ asks: [['2', '6']] })
	})

	test('error: the shown books do not start if reservations cannot be read', async () => {
		const unread = new Books({ makerQuotes, platform: { market, feeInfo, limits } })
		unread.read = async () => {
			throw new Error('no database')
		}
		const platform = { db: oneLane(opened.db), clock, bus, market, makersPerOrder: 1 }
		await assert.rejects(new ShownBooks({ platform, books: unread, onError: () => {} }).start(), /no database/)
	})

	// shows decision 1: The book shown is the book matched; small sides are left out; at most 50 prices a side
	test('a side below 10 settlement fees is not shown', async () => {
		quote('anna', [['2', '4.999999999999999999']], [['1', '0.2']])
		await settles({ bids: [['1', '0.2']], asks: [] })
		quote('anna', [['2', '5']], [['1', '0.199999']])
		await settles({ bids: [], asks: [['2', '5']] })
	})

	test('with one maker per order the book ends at the second maker’s levels', async () => {
		quote('anna', [
			['2', '10'],
			['4', '10'],
		])
		quote('bert', [['3', '10']])
		await settles({ asks: [['2', '10']] })
		assert.deepEqual(
			books
				.allWorking()
				.available({ pair, side: 'asks' })
				.map(({ makerId }) => makerId),
			['anna', 'bert'],
		)
	})
})

function orderRow(hash: string) {
	return {
		subintent_hash: hash,
		subintent_id: `subtxid_${hash}`,
		signed_partial_transaction: '',
		account: 'account',
		level: 0,
		base: pair.base,
		quote: pair.quote,
		side: 'asks',
		sell_symbol: 'xUSDC',
		sell_amount: '1',
		buy_symbol: 'XRD',
		buy_amount: '1',
		platform_fee: '0',
		settlement_fee: '0',
		cost_xrd: '0',
		rebate: '0',
		execution_units: 0,
		has_prefix: false,
		expires_at_s: 0,
		state: 'awaiting_fills',
		accepted_at_ms: 0,
		claimed_until_ms: 0,
	} as const
}

function partRow(hash: string, makerId: string, levels: Row[]) {
	return {
		part_id: `part-${hash}`,
		order_hash: hash,
		maker_id: makerId,
		base: pair.base,
		quote: pair.quote,
		side: 'asks',
		base_amount: '1',
		levels: JSON.stringify(levels),
		fill_sell_symbol: 'XRD',
		fill_sell_amount: '1',
		fill_buy_symbol: 'xUSDC',
		fill_buy_amount: '1',
		state: 'asked',
		fill_before_ms: 0,
		asked_at_ms: 0,
	} as const
}
