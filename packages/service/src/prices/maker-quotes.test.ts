import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Clock, Decimal, type PriceBook } from '@accord/protocol'
import { type Bus, inProcessBus } from '../bus/bus.ts'
import { MakerQuotes } from './maker-quotes.ts'

const xrd = { base: 'XRD', quote: 'xUSDC' }
const btc = { base: 'xwBTC', quote: 'xUSDC' }
const levels = (rows: [string, string][]) =>
	rows.map(([price, amount]) => ({ price: Decimal.parse(price), amount: Decimal.parse(amount) }))
const askBook = (...asks: [string, string][]): PriceBook => ({ pair: xrd, bids: [], asks: levels(asks) })

/** A clock that moves only when the test moves it. */
class ManualClock implements Clock {
	now = 1000
	readonly #alarms = new Set<{ ms: number; fn: () => void }>()
	nowMs = () => this.now
	wakeAt(ms: number, fn: () => void): () => void {
		const alarm = { ms, fn }
		this.#alarms.add(alarm)
		return () => this.#alarms.delete(alarm)
	}
	move(ms: number): void {
		this.now += ms
		for (const alarm of this.#alarms) {
			if (alarm.ms <= this.now && this.#alarms.delete(alarm)) alarm.fn()
		}
	}
}

describe('the price books', () => {
	let clock: ManualClock
	let bus: Bus
	let makerQuotes: MakerQuotes
	let announced: string[]
	beforeEach(() => {
		clock = new ManualClock()
		announced = []
		bus = inProcessBus({ onError: assert.ifError })
		bus.subscribe('price_book', ({ makerId, pair }) => announced.push(`${makerId} ${pair.base}`))
		makerQuotes = new MakerQuotes({ clock, bus, withdrawAfterMs: 2000 })
	})
	const asks = (pair = xrd) =>
		makerQuotes
			.booksOf(pair)
			.map(({ makerId, asks }) => [
				makerId,
				...asks.map(({ price, amount }) => `${Decimal.format(amount)}@${Decimal.format(price)}`),
			])
	const changeTimes = () => makerQuotes.booksOf(xrd)[0]?.asks.map(level => level.changedAt)

	test('a book is in force only while a session of its maker takes new orders for the pair', () => {
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		assert.deepEqual(asks(), [])
		makerQuotes.setQuoting('anna', 'other', [btc])
		assert.deepEqual(asks(), [])
		makerQuotes.setQuoting('anna', 'other', [btc, xrd])
		assert.deepEqual(asks(), [['anna', '5@2']])
		makerQuotes.setQuoting('anna', 'other', 'none')
		assert.deepEqual(asks(), [])
		makerQuotes.setQuoting('anna', 'one', 'all')
		assert.deepEqual(asks(), [['anna', '5@2']])
		makerQuotes.setQuoting('bert', 'his', 'all')
		assert.deepEqual(asks(), [['anna', '5@2']])
	})

	// shows Flash API: Rule 1: each update replaces the book of its pair; an empty one stops trading
	test('a new book replaces the earlier one; an empty book removes it', () => {
		makerQuotes.setQuoting('anna', 'one', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		clock.move(7)
		makerQuotes.replacePriceBook('anna', 'one', askBook(['3', '1']))
		assert.deepEqual(asks(), [['anna', '1@3']])
		assert.equal(makerQuotes.booksOf(xrd)[0]?.setAtMs, 1007)
		makerQuotes.replacePriceBook('anna', 'one', askBook())
		assert.deepEqual(asks(), [])
	})

	test('levels that are held back are not in force, nor is a book of which all are', () => {
		const band = { min: Decimal.parse('1'), max: Decimal.parse('3') }
		const rules = { clock, bus, withdrawAfterMs: 2000, priceBandOf: () => band }
		makerQuotes = new MakerQuotes(rules)
		makerQuotes.setQuoting('anna', 'one', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5'], ['4', '1']))
		assert.deepEqual(asks(), [['anna', '5@2']])
		assert.equal(makerQuotes.booksOfMaker('anna')[0]?.book.asks.length, 2)
		makerQuotes.replacePriceBook('anna', 'one', askBook(['4', '1']))
		assert.deepEqual(asks(), [])
		assert.equal(makerQuotes.booksOfMaker('anna')[0]?.notInForceBecause, undefined)
		makerQuotes.replacePriceBook('anna', 'one', askBook(['3', '1']))
		assert.deepEqual(asks(), [['anna', '1@3']])
	})

	// shows decision 5: Priority is price, time of the level’s last change, maker
	test('a level keeps its time priority while it keeps its price and does not grow', () => {
		makerQuotes.setQuoting('anna', 'one', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5'], ['3', '5']))
		const [first = 0, second] = changeTimes() ?? []
		assert.equal(first, second)
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '4'], ['3', '6'], ['4', '1']))
		const [shrunk, grown = 0, added] = changeTimes() ?? []
		assert.equal(shrunk, first)
		assert.ok(grown > first)
		assert.equal(added, grown)
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		assert.ok((changeTimes()?.[0] ?? 0) > grown)
	})

	test('time priority is one sequence across all makers', () => {
		for (const makerId of ['anna', 'bert']) {
			makerQuotes.setQuoting(makerId, 'one', 'all')
			makerQuotes.replacePriceBook(makerId, 'one', askBook(['2', '5']))
		}
		const [anna, bert] = makerQuotes.booksOf(xrd).map(book => book.asks[0]?.changedAt ?? 0)
		assert.ok((anna ?? 0) < (bert ?? 0))
	})

	// shows decision 2: A pair counts only while a session takes its orders, and is withdrawn 2 s after the session ended
	test('a book is withdrawn 2 s after the session that set it ended', () => {
		makerQuotes.setQuoting('anna', 'other', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		makerQuotes.endSession('anna', 'one')
		clock.move(1999)
		assert.deepEqual(asks(), [['anna', '5@2']])
		clock.move(1)
		assert.deepEqual(asks(), [])
	})

	// shows Flash API: Multi-session rule 1: books of all sessions are one list, the last update counts
	test('a book that another session has set since stays until that session ends', () => {
		makerQuotes.setQuoting('anna', 'one', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		makerQuotes.endSession('anna', 'one')
		assert.deepEqual(asks(), [])
		makerQuotes.setQuoting('anna', 'two', 'all')
		assert.deepEqual(asks(), [['anna', '5@2']])
		makerQuotes.replacePriceBook('anna', 'two', askBook(['2', '5']))
		clock.move(2000)
		assert.deepEqual(asks(), [['anna', '5@2']])
		makerQuotes.endSession('anna', 'two')
		clock.move(2000)
		makerQuotes.setQuoting('anna', 'three', 'all')
		assert.deepEqual(asks(), [])
	})

	test('the end of a session leaves other makers’ books in force', () => {
		makerQuotes.setQuoting('anna', 'one', 'all')
		makerQuotes.setQuoting('bert', 'one', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		makerQuotes.replacePriceBook('bert', 'one', askBook(['2', '6']))
		makerQuotes.endSession('anna', 'one')
		makerQuotes.endSession('anna', 'one')
		clock.move(2000)
		assert.deepEqual(asks(), [['bert', '6@2']])
	})

	const own = (makerId: string) =>
		makerQuotes
			.booksOfMaker(makerId)
			.map(({ book, notInForceBecause = 'in force' }) => `${book.pair.base} ${notInForceBecause}`)

	// shows maker addition: `cancel_on_disconnect`
	test('with cancelOnDisconnect `session` its books are withdrawn at once, and those of the maker’s other sessions stay', () => {
		makerQuotes.setQuoting('anna', 'one', 'all', { cancelOnDisconnect: 'session' })
		makerQuotes.setQuoting('anna', 'two', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		makerQuotes.replacePriceBook('anna', 'two', { ...askBook(['9', '5']), pair: btc })
		makerQuotes.endSession('anna', 'one')
		assert.deepEqual([asks(), asks(btc)], [[], [['anna', '5@9']]])
	})

	// shows maker addition: `cancel_on_disconnect`
	test('with cancelOnDisconnect `account` all of the maker’s books are withdrawn at once', () => {
		makerQuotes.setQuoting('anna', 'one', [btc], { cancelOnDisconnect: 'account' })
		for (const makerId of ['anna', 'bert']) {
			makerQuotes.setQuoting(makerId, 'two', 'all')
			makerQuotes.replacePriceBook(makerId, 'two', askBook(['2', '5']))
		}
		makerQuotes.endSession('anna', 'one')
		assert.deepEqual(asks(), [['bert', '5@2']])
	})

	test('the last options of a session apply: without cancelOnDisconnect a book is withdrawn 2 s later again', () => {
		makerQuotes.setQuoting('anna', 'one', 'all', { cancelOnDisconnect: 'account' })
		makerQuotes.setQuoting('anna', 'one', 'all')
		makerQuotes.setQuoting('anna', 'two', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		makerQuotes.endSession('anna', 'one')
		assert.deepEqual(asks(), [['anna', '5@2']])
		clock.move(2000)
		assert.deepEqual(asks(), [])
	})

	test('withdrawn books are in force again once they are sent again, after those that stayed', () => {
		makerQuotes.setQuoting('anna', 'one', 'all')
		makerQuotes.setQuoting('bert', 'one', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		makerQuotes.replacePriceBook('bert', 'one', askBook(['2', '6']))
		makerQuotes.withdraw({ makerId: 'anna', sessionId: 'one', scope: 'session' })
		assert.deepEqual([asks(), own('anna')], [[['bert', '6@2']], ['XRD withdrawn']])
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		const changedAt = (makerId: string) => makerQuotes.inForce(xrd).get(makerId)?.asks[0]?.changedAt ?? 0
		assert.ok(changedAt('anna') > changedAt('bert'))
	})

	// shows maker addition: platform.price_books.cancel_all
	test('withdrawAll withdraws all books of a maker or those of some pairs, and counts each once', () => {
		makerQuotes.setQuoting('anna', 'one', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		makerQuotes.replacePriceBook('anna', 'two', { ...askBook(['9', '5']), pair: btc })
		assert.equal(makerQuotes.withdrawAll('anna', [btc]), 1)
		assert.deepEqual(own('anna'), ['XRD in force', 'xwBTC withdrawn'])
		assert.equal(makerQuotes.withdrawAll('anna'), 1)
		assert.equal(makerQuotes.withdrawAll('anna'), 0)
		assert.deepEqual(own('anna'), ['XRD withdrawn', 'xwBTC withdrawn'])
	})

	// shows maker addition: POST /maker/pause, /maker/resume
	test('a paused maker’s books are not in force until the pause ends, and both changes are announced', async () => {
		makerQuotes.setQuoting('anna', 'one', 'all')
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		await turn()
		announced.length = 0
		makerQuotes.setPausedMakers(new Set(['anna', 'bert']))
		assert.deepEqual([asks(), own('anna')], [[], ['XRD paused']])
		makerQuotes.setPausedMakers(new Set(['anna']))
		makerQuotes.setPausedMakers(new Set())
		assert.deepEqual([asks(), own('anna')], [[['anna', '5@2']], ['XRD in force']])
		await turn()
		assert.deepEqual(announced, ['anna XRD', 'anna XRD'])
	})

	// shows maker addition: `min_amounts`
	test('the smallest part is the lowest that any session taking orders for the pair has set', () => {
		const least = (symbol: string, pair = xrd) =>
			Decimal.format(makerQuotes.minAmountOf({ makerId: 'anna', pair, symbol }))
		assert.equal(least('XRD'), '0')
		const minAmounts = (amount: string) => ({ minAmounts: new Map([['XRD', Decimal.parse(amount)]]) })
		makerQuotes.setQuoting('anna', 'one', [xrd], minAmounts('100'))
		assert.deepEqual([least('XRD'), least('xUSDC'), least('XRD', btc)], ['100', '0', '0'])
		makerQuotes.setQuoting('anna', 'two', 'all', minAmounts('50'))
		assert.equal(least('XRD'), '50')
		makerQuotes.setQuoting('anna', 'three', [btc])
		assert.equal(least('XRD'), '50')
		makerQuotes.setQuoting('anna', 'three', [xrd])
		assert.equal(least('XRD'), '0')
		makerQuotes.endSession('anna', 'three')
		makerQuotes.setQuoting('anna', 'two', 'all')
		assert.equal(least('XRD'), '0')
		makerQuotes.setQuoting('anna', 'two', 'none')
		assert.equal(least('XRD'), '100')
	})

	test('a book carries its maker’s smallest part on each side', () => {
		const minAmounts = new Map([
			['XRD', Decimal.parse('100')],
			['xUSDC', Decimal.parse('5')],
		])
		makerQuotes.setQuoting('anna', 'one', 'all', { minAmounts })
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		assert.deepEqual(makerQuotes.booksOf(xrd)[0]?.minParts, { bids: Decimal.parse('5'), asks: Decimal.parse('100') })
		makerQuotes.setQuoting('anna', 'one', 'all')
		assert.equal(makerQuotes.booksOf(xrd)[0]?.minParts, undefined)
	})

	test('announces every change of the books in force', async () => {
		makerQuotes.replacePriceBook('anna', 'one', askBook(['2', '5']))
		await turn()
		assert.deepEqual(announced.splice(0), ['anna XRD'])
		makerQuotes.setQuoting('anna', 'one', 'all')
		await turn()
		assert.deepEqual(announced.splice(0), ['anna XRD'])
		makerQuotes.endSession('anna', 'one')
		await turn()
		assert.deepEqual(announced.splice(0), ['anna XRD'])
		clock.move(2000)
		await turn()
		assert.deepEqual(announced.splice(0), ['anna XRD'])
	})

	/** Another node's events for XRD: its session, and a book that it received. */
	const receiveFrom = (node: string, makerId: string, amount: string) => {
		const sessionId = `at ${node}`
		const minAmounts = new Map([['XRD', Decimal.parse('1')]])
		makerQuotes.receive({ kind: 'session', makerId, sessionId, quoting: 'all', minAmounts }, node)
		const asks = levels([['2', amount]]).map(level => ({ ...level, changedAt: 1 }))
		const book = { makerId, pair: xrd, bids: [], asks, setAtMs: 1, settledUpTo: 0 }
		makerQuotes.receive({ kind: 'book', makerId, pair: xrd, version: 1, sessionId, node, book }, node)
	}

	// shows decision 66: Books of other nodes count as long as their node is heard of
	test('reading changes and announces nothing: the books of a silent node are left out while it is silent', async () => {
		const silent = new Set<string>()
		const told: unknown[] = []
		const others = { nodeId: 'this', note: () => {}, cancel: async () => {}, silent: () => silent }
		makerQuotes.shareWith({ ...others, tell: event => told.push(event) })
		receiveFrom('other', 'anna', '5')
		receiveFrom('other', 'bert', '6')
		makerQuotes.setQuoting('bert', 'here', 'all')
		makerQuotes.replacePriceBook('bert', 'here', askBook(['2', '7']))
		receiveFrom('other', 'carl', '8')
		makerQuotes.setQuoting('carl', 'here', 'all')
		await turn()
		const before = {
			asks: asks(),
			books: makerQuotes.inForce(xrd),
			events: [...makerQuotes.ownEvents()],
			own: own('anna'),
		}
		assert.deepEqual(
			before.asks.map(([makerId]) => makerId),
			['anna', 'bert', 'carl'],
		)
		announced.length = 0
		told.length = 0

		silent.add('other')
		assert.deepEqual(asks(), [['bert', '7@2']])
		assert.equal(makerQuotes.inForce(xrd).get('bert')?.minParts, undefined)
		silent.clear()
		assert.deepEqual(asks(), before.asks)
		for (const [makerId, book] of before.books) assert.equal(makerQuotes.inForce(xrd).get(makerId), book)
		assert.deepEqual([[...makerQuotes.ownEvents()], own('anna')], [before.events, before.own])
		await turn()
		assert.deepEqual([announced, told], [[], []])
	})
})
