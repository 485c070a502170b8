import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal, type PriceLevel, type Side } from '@accord/protocol'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import type { OpenDatabase } from '../db/open-database.ts'
import type { Database, Tables } from '../db/tables.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { endPart, insertMakersAndOrder, openPart } from '../testing/part-fixture.ts'
import { LogsRead } from './logs-read.ts'
import { Reservations } from './reservations.ts'
import type { Accounting } from './reserved-liquidity.ts'

const pairs = [
	{ base: 'XRD', quote: 'xUSDC' },
	{ base: 'xETH', quote: 'xUSDC' },
] as const
const makers = ['anna', 'bert']
const sides: Side[] = ['bids', 'asks']
const d = Decimal.parse

let opened: OpenDatabase
before(async () => {
	opened = await openTestDatabase()
	await insertMakersAndOrder(opened.db, makers)
})
after(() => opened.close())

type Part = {
	readonly maker: number
	readonly pair: number
	readonly side: number
	readonly levels: [number, number][]
}

function open(db: Database, { maker, pair, side, levels }: Part): Promise<string> {
	const [makerId = '', pairOf = pairs[0], sideOf = 'bids'] = [makers[maker], pairs[pair], sides[side]]
	return openPart(db, { makerId, pair: pairOf, side: sideOf, levels })
}

/** Reservations in memory by maker, pair, side and price, for books that know about settlements up to an entry. */
function kept(reservations: Reservations, book: Accounting): Map<string, string> {
	const sums = new Map<string, Decimal>()
	for (const makerId of makers) {
		for (const pair of pairs) {
			const reserved = reservations.reservedOf(pair, makerId)
			for (const side of sides) {
				for (const { price, amount } of reserved?.deductions(side, book).levels ?? []) {
					add(sums, [makerId, pair.base, side, price], amount)
				}
			}
			if (reserved !== undefined) add(sums, [makerId, pair.base, 'open'], reserved.deductions('bids', book).openBase)
		}
	}
	return formatted(sums)
}

/** The same sums, computed from the rows. */
async function written({ settledUpTo, netOf }: Accounting): Promise<Map<string, string>> {
	const rows = await opened.db.selectFrom('part').selectAll().where('reservation', '!=', 'released').execute()
	const sums = new Map<string, Decimal>()
	for (const row of rows) {
		const hasSettled = row.reservation === 'settled'
		if (netOf === undefined && hasSettled && Number(row.settled_number) <= settledUpTo) continue
		for (const [price, amount] of row.levels) {
			const isAccountedFor = netOf !== undefined && row.reserved_number <= netOf.number
			if (!isAccountedFor) add(sums, [row.maker_id, row.base, row.side, d(price)], d(amount))
			if (row.reservation === 'open') add(sums, [row.maker_id, row.base, 'open'], d(amount))
		}
	}
	return formatted(sums)
}

function add(sums: Map<string, Decimal>, key: readonly unknown[], amount: Decimal): void {
	sums.set(key.join(), Decimal.add(sums.get(key.join()) ?? Decimal.zero, amount))
}

function formatted(sums: Map<string, Decimal>): Map<string, string> {
	const sorted = [...sums].filter(([, sum]) => sum > 0n).sort(([a], [b]) => (a < b ? -1 : 1))
	return new Map(sorted.map(([key, sum]) => [key, Decimal.format(sum)]))
}

const anyPart = fc.record({
	maker: fc.nat(1),
	pair: fc.nat(1),
	side: fc.nat(1),
	levels: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 9 })), {
		selector: ([price]) => price,
		minLength: 1,
		maxLength: 3,
	}),
})
const anyStep = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ open: anyPart }) },
	{
		weight: 4,
		arbitrary: fc.record({
			end: fc.nat(20),
			reservation: fc.constantFrom('settled' as const, 'released' as const),
			number: fc.nat(6),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ read: fc.boolean() }) },
)

test('property: memory holds the sum of the rows, in whatever order reads start and finish', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyStep, { maxLength: 40 }),
			fc.nat(6),
			fc.boolean(),
			async (steps, settledUpTo, isBlocked) => {
				await opened.db.deleteFrom('part').execute()
				const reservations = new Reservations({ makerQuotes: { bookOf: () => undefined, logsRead: new LogsRead() } })
				const db = isBlocked ? withRunningTransaction(opened.db) : opened.db
				await reservations.read(db)
				const ids: string[] = []
				const late: (() => void)[] = []
				for (const step of steps) {
					if ('open' in step) ids.push(await open(opened.db, step.open))
					else if ('end' in step) {
						const partId = ids[step.end % Math.max(1, ids.length)]
						if (partId !== undefined) await endPart(opened.db, partId, step)
					} else if (step.read) await reservations.read(db)
					else late.push(await readLate(db, reservations))
				}
				await reservations.read(db)
				for (const end of late.toReversed()) end()
				await new Promise(setImmediate)
				await reservations.read(db)
				assert.deepEqual(kept(reservations, { settledUpTo }), await written({ settledUpTo }))
				const numbers = await opened.db.selectFrom('part').select('reserved_number').orderBy('part_id').execute()
				for (const { reserved_number: number } of numbers) {
					const book = { settledUpTo: 0, netOf: { orderId: '', number } }
					assert.deepEqual(kept(reservations, book), await written(book))
				}
			},
		),
		{ numRuns: 60 },
	)
})

/**
 * The database while a transaction from before all reads is still running, so that each read returns the same changes
 * again.
 */
function withRunningTransaction(db: Kysely<Tables>): Kysely<Tables> {
	let oldest: unknown
	return db.withPlugin({
		transformQuery: ({ node }) => node,
		transformResult: async ({ result }) => {
			oldest ??= result.rows[0]?.oldest_running
			const rows = result.rows.map(row => ('oldest_running' in row ? { ...row, oldest_running: oldest } : row))
			return { ...result, rows }
		},
	})
}

/** A read whose rows arrive only when the returned function is called. */
async function readLate(db: Kysely<Tables>, reservations: Reservations): Promise<() => void> {
	const gate = Promise.withResolvers<void>()
	const read = Promise.withResolvers<void>()
	const slow = db.withPlugin({
		transformQuery: ({ node }) => node,
		transformResult: async ({ result }) => {
			if (!result.rows.some(row => 'oldest_running' in row)) return result
			read.resolve()
			await gate.promise
			return result
		},
	})
	void reservations.read(slow)
	await read.promise
	return gate.resolve
}

test('of two overlapping first reads, neither hides a change that the other did not return', async () => {
	await opened.db.deleteFrom('part').execute()
	const reservations = new Reservations({ makerQuotes: { bookOf: () => undefined, logsRead: new LogsRead() } })
	const partId = await open(opened.db, { maker: 0, pair: 0, side: 0, levels: [[1, 5]] })
	const first = await readLate(opened.db, reservations)
	await endPart(opened.db, partId, { reservation: 'released', number: 1 })
	const second = await readLate(opened.db, reservations)
	first()
	await new Promise(setImmediate)
	second()
	await new Promise(setImmediate)
	await reservations.read(opened.db)
	assert.deepEqual(levelsOf(reservations), [])
})

test('a read in a transaction includes what others committed before it, and misses no transaction that ends later', async () => {
	await opened.db.deleteFrom('part').execute()
	const reservations = new Reservations({ makerQuotes: { bookOf: () => undefined, logsRead: new LogsRead() } })
	const part: Part = { maker: 0, pair: 0, side: 0, levels: [[1, 5]] }
	const first = await open(opened.db, part)
	await reservations.read(opened.db)
	await opened.db.transaction().execute(async trx => {
		await open(trx, part)
		await endPart(trx, first, { reservation: 'released', number: 1 })
	})
	await opened.db.transaction().execute(async trx => {
		await reservations.read(trx)
		assert.deepEqual(levelsOf(reservations), [[d('1'), d('5')]])
	})
	assert.deepEqual(kept(reservations, { settledUpTo: 0 }), await written({ settledUpTo: 0 }))
})

test('transaction numbers copied from another database are reset by the first read', async () => {
	await opened.db.deleteFrom('part').execute()
	const partId = await open(opened.db, { maker: 0, pair: 0, side: 0, levels: [[1, 5]] })
	await sql`update part set reservation_changed_by = 9000000000000`.execute(opened.db)
	const reservations = new Reservations({ makerQuotes: { bookOf: () => undefined, logsRead: new LogsRead() } })
	await reservations.read(opened.db)
	await endPart(opened.db, partId, { reservation: 'released', number: 1 })
	await reservations.read(opened.db)
	assert.deepEqual(levelsOf(reservations), [])
	const row = await opened.db.selectFrom('part').select('reservation_changed_by').executeTakeFirstOrThrow()
	assert.ok(row.reservation_changed_by < 9_000_000_000_000n)
})

test('however many reservations settle, memory stays bounded, and a new book replaces all of them', async () => {
	await opened.db.deleteFrom('part').execute()
	const reservations = new Reservations({
		makerQuotes: { bookOf: () => ({ settledUpTo: 0 }), logsRead: new LogsRead() },
	})
	await reservations.read(opened.db)
	for (let n = 0; n < 200; n++) {
		const partId = await open(opened.db, { maker: 0, pair: 0, side: 0, levels: [[1 + (n % 3), 5]] })
		await endPart(opened.db, partId, { reservation: 'settled', number: 1 + n })
	}
	await reservations.read(opened.db)
	assert.deepEqual(kept(reservations, { settledUpTo: 0 }), await written({ settledUpTo: 0 }))
	assert.ok(levelsOf(reservations).length < 70)
	assert.deepEqual(levelsOf(reservations, 200), [])
})

function levelsOf(reservations: Reservations, settledUpTo = 0): [Decimal, Decimal][] {
	const levels: Iterable<PriceLevel> =
		reservations.reservedOf(pairs[0], 'anna')?.deductions('bids', { settledUpTo }).levels ?? []
	return Array.from(levels, ({ price, amount }) => [price, amount])
}
