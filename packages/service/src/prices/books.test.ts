import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Decimal, type Side } from '@accord/protocol'
import fc from 'fast-check'
import { Book } from './books.ts'
import type { MakerBook } from './maker-book.ts'
import { levelsByPriority, type MakerLevel } from './maker-offer.ts'
import { ReservedLiquidity, type ReservedPart } from './reserved-liquidity.ts'

type Reservation = Omit<ReservedPart, 'partId'> & { readonly makerId: string; readonly settledNumber?: number }

const pair = { base: 'XRD', quote: 'xUSDC' }
const d = Decimal.parse
type Row = [price: string, amount: string, changedAt?: number]
const levels = (rows: Row[]): MakerLevel[] =>
	rows.map(([price, amount, changedAt = 1]) => ({ price: d(price), amount: d(amount), changedAt }))
const book = (makerId: string, sides: { bids?: Row[]; asks?: Row[] }, settledUpTo = 100): MakerBook => {
	return { makerId, pair, bids: levels(sides.bids ?? []), asks: levels(sides.asks ?? []), setAtMs: 0, settledUpTo }
}
const open = (makerId: string, side: Side, rows: Row[]): Reservation => ({
	makerId,
	side,
	levels: levels(rows),
	number: 1n,
})
const settled = (settledNumber: number, reservation: Reservation): Reservation => ({
	...reservation,
	settledNumber,
})

/** What a pair's book offers on a side. */
function availableLevels(given: {
	readonly side: Side
	readonly books: readonly MakerBook[]
	readonly reservations?: readonly Reservation[]
	readonly minOffered?: Decimal
	readonly exposureMax?: Decimal
}) {
	const { side, books, reservations = [], minOffered = Decimal.zero, exposureMax = d('1000000000000') } = given
	const reserved = new Map(books.map(each => [each.makerId, new ReservedLiquidity()]))
	for (const [at, { makerId, settledNumber, ...held }] of reservations.entries()) {
		const maker = books.find(each => each.makerId === makerId)
		if (maker === undefined) continue
		if (settledNumber === undefined) reserved.get(makerId)?.open({ ...held, partId: String(at) })
		else reserved.get(makerId)?.settle({ ...held, settledNumber }, maker)
	}
	const inForce = new Map(books.map(each => [each.makerId, each]))
	const whole = new Book({
		pair,
		minOffered: { bids: minOffered, asks: minOffered },
		exposureMax,
		makerQuotes: { inForce: () => inForce },
		reservations: { reservedOf: (_, makerId) => reserved.get(makerId) },
	})
	return [...levelsByPriority(side, whole.offers()[side])]
}

const available = (side: Side, books: MakerBook[], reservations: Reservation[] = [], minOffered = '0') =>
	availableLevels({ side, books, reservations, minOffered: d(minOffered) }).map(level => [
		level.makerId,
		Decimal.format(level.price),
		Decimal.format(level.amount),
	])

describe('the levels that a book offers', () => {
	// shows decision 5: Priority is price, time of the level’s last change, maker
	test('orders by price, then by the time of the last change, then by maker', () => {
		const books = [
			book('c', { bids: [['1', '3', 9]], asks: [['2', '3', 9]] }),
			book('b', {
				bids: [
					['1.1', '2', 5],
					['1', '2', 9],
				],
				asks: [
					['2', '2', 5],
					['2.1', '2', 1],
				],
			}),
			book('a', { bids: [['1', '1', 9]], asks: [['2', '1', 9]] }),
		]
		assert.deepEqual(available('bids', books), [
			['b', '1.1', '2'],
			['a', '1', '1'],
			['b', '1', '2'],
			['c', '1', '3'],
		])
		assert.deepEqual(available('asks', books), [
			['b', '2', '2'],
			['a', '2', '1'],
			['c', '2', '3'],
			['b', '2.1', '2'],
		])
	})

	test('does not depend on the order of the books', () => {
		const books = [
			book('a', { asks: [['2', '1']] }),
			book('b', { asks: [['2', '1']] }),
			book('c', { asks: [['2', '1']] }),
		]
		assert.deepEqual(available('asks', books), available('asks', books.toReversed()))
	})

	const asks: Row[] = [
		['2', '5'],
		['3', '5'],
		['4', '5'],
	]
	const cases: [title: string, reservations: Reservation[], expected: string[][]][] = [
		[
			'a reservation is subtracted at its own price',
			[open('a', 'asks', [['3', '2']])],
			[
				['2', '5'],
				['3', '3'],
				['4', '5'],
			],
		],
		[
			'a level that is fully reserved is left out',
			[open('a', 'asks', [['3', '5']])],
			[
				['2', '5'],
				['4', '5'],
			],
		],
		[
			'a price that no longer exists is subtracted from the best levels downwards',
			[open('a', 'asks', [['2.5', '7']])],
			[
				['3', '3'],
				['4', '5'],
			],
		],
		[
			'what its own price no longer holds is subtracted from the best levels',
			[open('a', 'asks', [['3', '7']])],
			[
				['2', '3'],
				['4', '5'],
			],
		],
		[
			'a level’s own reservations come before the rest of others',
			[open('a', 'asks', [['9', '6']]), open('a', 'asks', [['2', '5']])],
			[['4', '4']],
		],
		['reserving more than there is leaves nothing', [open('a', 'asks', [['2', '16']])], []],
		[
			'a reservation of the other side does not count',
			[open('a', 'bids', [['2', '5']])],
			[
				['2', '5'],
				['3', '5'],
				['4', '5'],
			],
		],
		[
			'another maker’s reservation does not count',
			[open('b', 'asks', [['2', '5']])],
			[
				['2', '5'],
				['3', '5'],
				['4', '5'],
			],
		],
		[
			'a reservation that settled after the book was set counts',
			[settled(101, open('a', 'asks', [['2', '5']]))],
			[
				['3', '5'],
				['4', '5'],
			],
		],
		[
			'a reservation that settled at the moment the book was set counts',
			[settled(101, open('a', 'asks', [['2', '5']]))],
			[
				['3', '5'],
				['4', '5'],
			],
		],
		[
			'a reservation that settled before the book was set does not count',
			[settled(100, open('a', 'asks', [['2', '5']]))],
			[
				['2', '5'],
				['3', '5'],
				['4', '5'],
			],
		],
	]
	for (const [title, reservations, expected] of cases) {
		test(title, () => {
			const withMaker = expected.map(row => ['a', ...row])
			assert.deepEqual(available('asks', [book('a', { asks })], reservations), withMaker)
		})
	}

	test('a side with less than the minimum of the sold token left is left out', () => {
		const books = [
			book('a', {
				bids: [
					['2', '5'],
					['1', '1'],
				],
				asks: [
					['3', '5'],
					['4', '1'],
				],
			}),
		]
		const bids = [
			['a', '2', '5'],
			['a', '1', '1'],
		]
		const asks = [
			['a', '3', '5'],
			['a', '4', '1'],
		]
		assert.deepEqual(available('bids', books, [], '11'), bids)
		assert.deepEqual(available('bids', books, [], '11.000000000000000001'), [])
		assert.deepEqual(available('asks', books, [], '6'), asks)
		assert.deepEqual(available('asks', books, [], '6.000000000000000001'), [])
		assert.deepEqual(available('asks', books, [open('a', 'asks', [['3', '1']])], '6'), [])
	})

	test('a maker’s levels end at its cap, best levels first, counting open reservations of both sides', () => {
		const books = [
			book('a', {
				bids: [
					['2', '5'],
					['1', '5'],
				],
				asks: [['3', '9']],
			}),
			book('b', { asks: [['3', '2']] }),
		]
		const capped = (side: Side, reservations: Reservation[]) =>
			availableLevels({ side, books, reservations, exposureMax: d('8') }).map(level => [
				level.makerId,
				Decimal.format(level.price),
				Decimal.format(level.amount),
			])
		assert.deepEqual(capped('bids', []), [
			['a', '2', '5'],
			['a', '1', '3'],
		])
		const reservations = [open('a', 'bids', [['2', '4']]), open('a', 'asks', [['3', '1.5']])]
		assert.deepEqual(capped('bids', reservations), [
			['a', '2', '1'],
			['a', '1', '1.5'],
		])
		assert.deepEqual(capped('asks', reservations), [
			['a', '3', '2.5'],
			['b', '3', '2'],
		])
		assert.deepEqual(capped('bids', [open('a', 'asks', [['3', '8.1']])]), [])
		const ended = reservations.map(reservation => settled(200, reservation))
		assert.deepEqual(capped('bids', ended), [
			['a', '2', '1'],
			['a', '1', '5'],
		])
	})

	test('a level carries its maker’s smallest part, if the maker has set one', () => {
		const withMinimum = {
			...book('a', { bids: [['2', '5']], asks: [['3', '5']] }),
			minParts: { bids: d('4'), asks: d('0') },
		}
		const minPart = (side: Side) => availableLevels({ side, books: [withMinimum] }).map(({ minPart }) => minPart)
		assert.deepEqual([minPart('bids'), minPart('asks')], [[d('4')], [undefined]])
	})

	const amount = fc.bigInt({ min: 1n, max: 10n ** 20n }).map(n => n as Decimal)
	const price = fc.bigInt({ min: 1n, max: 12n }).map(n => (n * 10n ** 17n) as Decimal)
	const makerId = fc.constantFrom('a', 'b', 'c')
	const side = fc
		.uniqueArray(fc.record({ price, amount, changedAt: fc.nat(5) }), { selector: level => level.price, maxLength: 6 })
		.map(levels => levels.toSorted((a, b) => Decimal.compare(a.price, b.price)))
	const books = fc.uniqueArray(fc.record({ makerId, asks: side }), { selector: ({ makerId }) => makerId })
	const reservations = fc.array(
		fc.record({ makerId, levels: fc.array(fc.record({ price, amount }), { maxLength: 3 }) }),
		{ maxLength: 6 },
	)
	const sum = (all: readonly { amount: Decimal }[]) => Decimal.sum(all.map(level => level.amount))

	// shows decision 3: Reservations last from forwarding to the end and, once settled, until the book is replaced
	test('property: a maker is left with exactly its offer less its reservations, never below zero', () => {
		const property = fc.property(books, reservations, (offers, held) => {
			const left = availableLevels({
				side: 'asks',
				books: offers.map(offer => ({ ...offer, pair, bids: [], setAtMs: 0, settledUpTo: 0 })),
				reservations: held.map(reservation => ({ ...reservation, side: 'asks', number: 1n })),
			})
			for (const { makerId, asks } of offers) {
				const reserved = sum(
					held.filter(reservation => reservation.makerId === makerId).flatMap(({ levels }) => levels),
				)
				const expected = Decimal.max(Decimal.zero, Decimal.subtract(sum(asks), reserved))
				const own = left.filter(level => level.makerId === makerId)
				assert.equal(sum(own), expected)
				for (const level of own) assert.ok(level.amount <= (asks.find(ask => ask.price === level.price)?.amount ?? 0n))
			}
			assert.ok(left.every(level => level.amount > 0n))
		})
		fc.assert(property)
	})
})
