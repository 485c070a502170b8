import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Clock, Decimal, TradeError } from '@accord/protocol'
import fc from 'fast-check'
import type { OpenDatabase } from '../db/open-database.ts'
import {
	asksOf,
	availableAsks,
	type OpenBooks,
	openBooks,
	booksPair as pair,
	reserveAsks,
} from '../testing/books-fixture.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { feeInfo, market } from '../testing/order-fixture.ts'
import { endPart, insertMakersAndOrder, openPart } from '../testing/part-fixture.ts'
import { offerLimitsOf } from './maker-offer.ts'

const capacity = 10_000

let opened: OpenDatabase
before(async () => {
	opened = await openTestDatabase()
	await insertMakersAndOrder(opened.db, ['anna', 'bert'])
})
after(() => opened.close())

/** Each moment has its own time. */
class StepClock implements Clock {
	#now = 1000
	nowMs = () => ++this.#now
	wakeAt = () => () => {}
}

async function send(open: OpenBooks, book: ReturnType<typeof asksOf>): Promise<string | undefined> {
	try {
		await open.incoming.replace({ makerId: 'anna', sessionId: 'session', book })
		return undefined
	} catch (error) {
		assert(error instanceof TradeError)
		// A caller that is refused immediately does the same.
		if (error.extra.withdrawn !== true) open.incoming.refuse({ makerId: 'anna', pair, error })
		return error.code
	}
}

type Order = { readonly id: string; readonly amount: number; state: 'open' | 'settled' | 'released' }

/** What the standing book accounts for, which is the first `seen` orders or the settlements by then; and its amount. */
type Standing = { readonly amount: number; readonly seen?: number; readonly settled: ReadonlySet<Order> }

/** The reference model: a maker with a fixed inventory, what it has seen, and what must remain for others. */
class Model {
	readonly orders: Order[] = []
	/** How many of the orders, and which of their ends, have reached the maker. */
	seen = 0
	readonly known = new Map<Order, 'settled' | 'released'>()
	standing: Standing | undefined

	/** The amount that the maker has neither promised nor sold. */
	get free(): number {
		return capacity - sumOf(this.orders.filter(({ state }) => state !== 'released'))
	}

	get left(): number {
		const { standing } = this
		if (standing === undefined) return 0
		const { amount, seen, settled } = standing
		const counted = this.orders.filter((order, at) => {
			if (order.state === 'released') return false
			return seen === undefined ? !settled.has(order) : at >= seen
		})
		return Math.max(0, amount - sumOf(counted))
	}

	learn(): void {
		for (const order of this.orders.slice(0, this.seen)) if (order.state !== 'open') this.known.set(order, order.state)
	}

	/** Everything it knows about, less what it knows was released. */
	netBook(): { amount: number; netOf?: string } {
		const seen = this.orders.slice(0, this.seen)
		const last = seen.at(-1)
		const amount = capacity - sumOf(seen.filter(order => this.known.get(order) !== 'released'))
		return last === undefined ? this.grossBook() : { amount, netOf: last.id }
	}

	/** Its inventory less what it has sold; the service subtracts open parts. */
	grossBook(): { amount: number } {
		return { amount: capacity - sumOf(this.orders.filter(({ state }) => state === 'settled')) }
	}

	/** Accepts the sent book; returns whether it must be refused. */
	take(book: { amount: number; netOf?: string }): boolean {
		const { amount, netOf } = book
		const settled = new Set(this.orders.filter(({ state }) => state === 'settled'))
		const isBehind = netOf !== undefined && this.orders.slice(this.seen).some(({ state }) => state === 'settled')
		this.standing = isBehind ? undefined : { amount, settled, ...(netOf === undefined ? {} : { seen: this.seen }) }
		return isBehind
	}
}

function sumOf(orders: readonly Order[]): number {
	return orders.reduce((sum, { amount }) => sum + amount, 0)
}

const minOffered = Number(Decimal.format(offerLimitsOf({ market, feeInfo }, pair).minOffered.asks))

const anyStep = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ order: fc.integer({ min: 1, max: 4_000 }) }) },
	{
		weight: 4,
		arbitrary: fc.record({ end: fc.nat(20), as: fc.constantFrom('settled' as const, 'released' as const) }),
	},
	{ weight: 3, arbitrary: fc.record({ deliver: fc.integer({ min: 1, max: 3 }) }) },
	{ weight: 2, arbitrary: fc.constant('learn' as const) },
	{ weight: 5, arbitrary: fc.constant('net' as const) },
	{ weight: 2, arbitrary: fc.constant('gross' as const) },
	{ weight: 1, arbitrary: fc.constant('late' as const) },
	{ weight: 1, arbitrary: fc.constant('restart' as const) },
)

describe('books that are net of an order', () => {
	// shows decision 3: Parts that a book is net of are not subtracted from it, later ones are
	test('property: whatever comes in whatever order, nothing is offered twice, and nothing is subtracted twice', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async steps => {
				await opened.db.deleteFrom('part').execute()
				const clock = new StepClock()
				const model = new Model()
				let open = await openBooks(opened.db, clock)
				/** A book that is still being looked up. */
				let underway: Promise<string | undefined> = Promise.resolve(undefined)
				const arrive = async () => {
					await underway
				}
				for (const step of steps) {
					if (step === 'learn') model.learn()
					else if (step === 'restart') {
						await arrive()
						open = await openBooks(opened.db, clock)
						model.standing = undefined
					} else if (step === 'gross') {
						await arrive()
						const book = model.grossBook()
						model.take(book)
						assert.equal(await send(open, asksOf(book.amount)), undefined)
					} else if (step === 'net' || step === 'late') {
						await arrive()
						const book = model.netBook()
						const isRefused = model.take(book)
						const sent = send(open, asksOf(book.amount, book.netOf))
						underway = sent
						if (step === 'net') assert.equal(await sent, isRefused ? 'invalid_price_book' : undefined)
					} else if ('deliver' in step) model.seen = Math.min(model.orders.length, model.seen + step.deliver)
					else if ('order' in step) {
						const id = await reserveAsks(open, step.order)
						if (id === undefined) continue
						assert(step.order <= model.free, 'more was promised than the maker has')
						model.orders.push({ id, amount: step.order, state: 'open' })
					} else {
						const order = model.orders[step.end % Math.max(1, model.orders.length)]
						if (order?.state !== 'open') continue
						await arrive()
						order.state = step.as
						await endPart(opened.db, order.id, { reservation: step.as, number: clock.nowMs() })
					}
					const shown = await availableAsks(open)
					assert(shown <= model.free, `${shown} is offered of ${model.free}`)
					await arrive()
					const left = model.left < minOffered ? 0 : model.left
					assert.equal(await availableAsks(open), left)
				}
			}),
			{ numRuns: 150 },
		)
	})

	test('a maker that knows all offers exactly what it has left, with a net book and without', async () => {
		await opened.db.deleteFrom('part').execute()
		const open = await openBooks(opened.db, new StepClock())
		await send(open, asksOf(capacity))
		const first = (await reserveAsks(open, 1_000)) ?? assert.fail()
		assert.equal(await availableAsks(open), 9_000)
		await send(open, asksOf(9_000, first))
		assert.equal(await availableAsks(open), 9_000)
		const second = (await reserveAsks(open, 500)) ?? assert.fail()
		assert.equal(await availableAsks(open), 8_500)
		await send(open, asksOf(8_500, second))
		assert.equal(await availableAsks(open), 8_500)
		await send(open, asksOf(capacity))
		assert.equal(await availableAsks(open), 8_500)
	})

	test('error: unknown_order: an order of another maker, or of nobody; the former book is withdrawn', async () => {
		await opened.db.deleteFrom('part').execute()
		const foreign = await openPart(opened.db, { makerId: 'bert', pair, side: 'asks', levels: [[2, 1]] })
		const own = await openPart(opened.db, { makerId: 'anna', pair, side: 'asks', levels: [[2, 1]] })
		const open = await openBooks(opened.db, new StepClock())
		for (const isWarm of [false, true]) {
			for (const netOf of [foreign, 'nobodys']) {
				if (isWarm) await send(open, asksOf(capacity, own))
				else await send(open, asksOf(capacity))
				assert.ok((await availableAsks(open)) > 0)
				assert.equal(await send(open, asksOf(capacity, netOf)), 'unknown_order')
				assert.equal(await availableAsks(open), 0)
			}
		}
	})

	test('a book that is refused late leaves the one alone that has replaced it', async () => {
		await opened.db.deleteFrom('part').execute()
		const open = await openBooks(opened.db, new StepClock())
		const refused = open.incoming.replace({ makerId: 'anna', sessionId: 'session', book: asksOf(5_000, 'nobodys') })
		await send(open, asksOf(6_000))
		await assert.rejects(Promise.resolve(refused), (error: TradeError) => error.extra.withdrawn === undefined)
		assert.equal(await availableAsks(open), 6_000)
	})

	test('a book that is cancelled while its order is looked up stays cancelled', async () => {
		await opened.db.deleteFrom('part').execute()
		const own = await openPart(opened.db, { makerId: 'anna', pair, side: 'asks', levels: [[2, 1]] })
		const open = await openBooks(opened.db, new StepClock())
		const sent = open.incoming.replace({ makerId: 'anna', sessionId: 'session', book: asksOf(5_000, own) })
		open.makerQuotes.withdrawAll('anna')
		await sent
		assert.equal(await availableAsks(open), 0)
	})
})
