import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Clock } from '@accord/protocol'
import type { NodeLine } from '../bus/nats-line.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { asksOf, booksPair, openBooks } from '../testing/books-fixture.ts'
import { fixedTerms } from '../testing/fixed-terms.ts'
import { oneLane } from '../testing/one-lane.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { feeInfo, market } from '../testing/order-fixture.ts'
import { QuoteFeed } from './quote-feed.ts'

const makerId = 'anna'
const clock: Clock & { ms: number } = { ms: 1_000_000, nowMs: () => clock.ms, wakeAt: () => () => {} }

let opened: OpenDatabase
before(async () => {
	opened = await openTestDatabase()
})
after(() => opened.close())

/** Connections that deliver immediately, unless they are cut. */
function openLines() {
	const handlers = new Map<string, (subject: string, message: unknown) => void>()
	const cut = new Set<string>()
	const lineOf = (nodeId: string): NodeLine => {
		const bySubject = new Map<string, (message: unknown) => void>()
		handlers.set(nodeId, (subject, message) => bySubject.get(subject)?.(message))
		return {
			send: (subject, message) => {
				if (cut.has(nodeId)) return true
				for (const [other, deliver] of handlers)
					if (other !== nodeId) deliver(subject, JSON.parse(JSON.stringify(message)))
				return true
			},
			receive: (subject, handler) => {
				bySubject.set(subject, handler)
				return () => bySubject.delete(subject)
			},
			flush: async () => {},
			onRestored: () => () => {},
			fault: () => undefined,
			ignore: () => assert.fail('a message was not understood'),
		}
	}
	return { cut, lineOf }
}

async function openNode(line: NodeLine, nodeId: string) {
	const { db } = opened
	const { makerQuotes, books } = await openBooks(db, clock)
	const feed = new QuoteFeed({
		platform: { clock, db: oneLane(db), market, terms: fixedTerms({ market, feeInfo }) },
		prices: { makerQuotes, books },
		withdrawAfterMs: 2000,
		membership: { nodeId, others: async () => [] },
		line,
		onError: assert.ifError,
	})
	await feed.start()
	return { makerQuotes, feed, makers: () => [...makerQuotes.inForce(booksPair).keys()] }
}

async function openTwo() {
	const { cut, lineOf } = openLines()
	const one = await openNode(lineOf('one'), 'one')
	const other = await openNode(lineOf('other'), 'other')
	// The nodes learn of each other, request everything from each other, and get answers.
	for (const { feed } of [one, other, one, other]) await feed.run()
	one.makerQuotes.replacePriceBook(makerId, 'session', asksOf(5))
	return { cut, one, other }
}

const withdrawnAt = ({ makerQuotes }: Awaited<ReturnType<typeof openNode>>) =>
	makerQuotes.booksOfMaker(makerId).map(({ withdrawn }) => withdrawn)

// shows decision 66: Books of other nodes count as long as their node is heard of
test('the books of a node that falls silent are left out at once, and withdrawn by the next run', async () => {
	const { cut, other } = await openTwo()
	assert.deepEqual(other.makers(), [makerId])
	cut.add('one')
	clock.ms += 6_001
	assert.deepEqual([other.makers(), withdrawnAt(other)], [[], [undefined]])
	await other.feed.run()
	assert.deepEqual([other.makers(), withdrawnAt(other)], [[], ['session_ended']])
})

test('messages after a silence count only once everything has been requested', async () => {
	const { cut, one, other } = await openTwo()
	clock.ms += 6_001
	cut.add('other')
	one.makerQuotes.replacePriceBook(makerId, 'session', asksOf(7))
	assert.deepEqual([other.makers(), withdrawnAt(other)], [[], ['session_ended']])
	cut.delete('other')
	clock.ms += 1_000
	for (const { feed } of [other, one, other]) await feed.run()
	assert.deepEqual([other.makers(), withdrawnAt(other)], [[makerId], [undefined]])
})
