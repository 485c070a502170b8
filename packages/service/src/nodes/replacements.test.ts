import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Clock } from '@accord/protocol'
import { sql } from 'kysely'
import type { OpenDatabase } from '../db/open-database.ts'
import { asksOf, booksPair, openBooks } from '../testing/books-fixture.ts'
import { oneLane } from '../testing/one-lane.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { Replacements } from './replacements.ts'

const makerId = 'anna'
const clock: Clock & { ms: number } = { ms: 1_000_000, nowMs: () => clock.ms, wakeAt: () => () => {} }

// shows decision 79: A node's own knowledge reaches the others through the database
describe('books that are replaced while nodes do not hear each other', () => {
	let opened: OpenDatabase
	before(async () => {
		opened = await openTestDatabase()
	})
	after(() => opened.close())

	/** A node without a bus. */
	async function openNode(nodeId: string) {
		const { db } = opened
		const { makerQuotes } = await openBooks(db, clock)
		const replaced = new Replacements({ db: oneLane(db), nodeId, clock, makerQuotes })
		makerQuotes.shareWith({
			nodeId,
			tell: event => event.kind === 'book' && replaced.note(event),
			note: change => replaced.note(change),
			cancel: async () => {},
			silent: () => new Set(),
		})
		await replaced.run({ isHeard: false })
		return {
			makerQuotes,
			run: (isHeard = false) => replaced.run({ isHeard }),
			quote: (amount: number) => {
				clock.ms += 1
				makerQuotes.replacePriceBook(makerId, 'session', asksOf(amount))
			},
			amounts: () => makerQuotes.booksOf(booksPair).map(({ asks }) => asks.length),
			why: () => makerQuotes.booksOfMaker(makerId).map(({ withdrawn }) => withdrawn),
		}
	}

	async function openTwo() {
		await sql`delete from book_replacement`.execute(opened.db)
		return [await openNode('one'), await openNode('other')] as const
	}

	test('the latest book stays in force, at its node alone', async () => {
		const [one, other] = await openTwo()
		one.quote(5)
		other.quote(6)
		for (const node of [other, one, other]) await node.run()
		assert.deepEqual([one.amounts(), one.why()], [[], ['replaced']])
		assert.deepEqual([other.amounts(), other.why()], [[1], [undefined]])
		one.quote(7)
		for (const node of [one, other, one]) await node.run()
		assert.deepEqual([one.why(), other.why()], [[undefined], ['replaced']])
	})

	test('a book that is removed or refused at one node is out of force at the other', async () => {
		const [one, other] = await openTwo()
		one.quote(5)
		clock.ms += 1
		other.makerQuotes.withdrawRefused(makerId, booksPair)
		for (const node of [other, one]) await node.run()
		assert.deepEqual(one.why(), ['replaced'])
		one.quote(5)
		clock.ms += 1
		other.makerQuotes.replacePriceBook(makerId, 'session', { pair: booksPair, bids: [], asks: [] })
		for (const node of [other, one]) await node.run()
		assert.deepEqual(one.why(), ['replaced'])
	})

	test('a book withdrawn with its session does not withdraw one set at another node since', async () => {
		const [one, other] = await openTwo()
		one.quote(5)
		other.quote(6)
		clock.ms += 2_000
		one.makerQuotes.withdraw({ makerId, sessionId: 'session', scope: 'session', because: 'session_ended' })
		for (const node of [one, other]) await node.run()
		assert.deepEqual([one.why(), other.why()], [['session_ended'], [undefined]])
	})

	test('changes sent in the last 10 s before a silence was noticed are written', async () => {
		const [one, other] = await openTwo()
		one.quote(5)
		other.quote(6)
		clock.ms += 9_000
		await other.run(true)
		await one.run()
		assert.deepEqual(one.why(), [undefined])
		await other.run()
		await one.run()
		assert.deepEqual(one.why(), ['replaced'])
	})

	test('writes nothing as long as all nodes hear each other', async () => {
		const [one, other] = await openTwo()
		one.quote(5)
		clock.ms += 11_000
		await one.run(true)
		await one.run()
		await other.run()
		const { rows } = await sql`select from book_replacement`.execute(opened.db)
		assert.equal(rows.length, 0)
	})

	test('the book itself counts when it comes by the bus after all', async () => {
		const [one, other] = await openTwo()
		one.quote(5)
		other.quote(6)
		for (const node of [other, one]) await node.run()
		for (const event of other.makerQuotes.ownEvents()) one.makerQuotes.receive(event, 'other')
		await one.run()
		assert.deepEqual([one.amounts(), one.why()], [[1], [undefined]])
	})
})
