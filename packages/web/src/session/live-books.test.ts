import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Decimal, type ShownOrderBook, TradeError } from '@accord/protocol'
import { LiveBooks } from './live-books.ts'

const pair = { base: 'XRD', quote: 'xUSDC' }
const bookAt = (sequence: number): ShownOrderBook => ({
	pair,
	bids: [{ price: Decimal.parse('0.05'), amount: Decimal.fromInteger(sequence) }],
	asks: [],
	sequence,
	atMs: sequence,
})

/** Streams of books that the test fills by hand, and the list of open ones. */
class Streams {
	readonly open: { push: (book: ShownOrderBook) => void; fail: (error: Error) => void }[] = []
	ended = 0
	waiting: () => void = () => undefined

	async *followOrderBook(_pair: unknown, { signal }: { signal?: AbortSignal } = {}) {
		let next = Promise.withResolvers<ShownOrderBook | undefined>()
		signal?.addEventListener('abort', () => next.resolve(undefined))
		this.open.push({ push: book => next.resolve(book), fail: error => next.reject(error) })
		this.waiting()
		try {
			while (signal?.aborted !== true) {
				const book = await next.promise
				next = Promise.withResolvers()
				signal?.addEventListener('abort', () => next.resolve(undefined))
				if (book === undefined) return
				yield book
			}
		} finally {
			this.ended++
			this.waiting()
		}
	}

	/** Waits for the next stream to open or end. */
	change(): Promise<void> {
		return new Promise(resolve => {
			this.waiting = resolve
		})
	}
}

function next(books: LiveBooks): Promise<void> {
	return new Promise(resolve => {
		const leave = books.subscribe(pair, () => {
			leave()
			resolve()
		})
	})
}

it('a stream that is begun serves the subscriber that comes, and ends with it', () => {
	const streams = new Streams()
	const books = new LiveBooks(streams)
	books.begin(pair)
	assert.equal(streams.open.length, 1)
	const leave = books.subscribe(pair, () => undefined)
	assert.equal(streams.open.length, 1)
	leave()
	books.begin(pair)
	assert.equal(streams.open.length, 2)
})

it('one stream serves all subscribers of a pair, and ends with the last of them', async () => {
	const streams = new Streams()
	const books = new LiveBooks(streams)
	assert.deepEqual(books.current(pair), {})
	const [leaveOne, leaveOther] = [books.subscribe(pair, () => undefined), books.subscribe(pair, () => undefined)]
	const shown = next(books)
	streams.open[0]?.push(bookAt(1))
	await shown
	assert.equal(streams.open.length, 1)
	assert.deepEqual(books.current(pair), { book: bookAt(1) })
	assert.equal(books.current(pair), books.current(pair))
	leaveOne()
	const ended = streams.change()
	leaveOther()
	await ended
	assert.equal(streams.ended, 1)
	assert.deepEqual(books.current(pair), { book: bookAt(1) })
})

it('a hidden tab follows nothing, and continues when it is shown', async () => {
	const streams = new Streams()
	let isVisible = true
	const books = new LiveBooks(streams, () => isVisible)
	const leave = books.subscribe(pair, () => undefined)
	const ended = streams.change()
	isVisible = false
	books.visibilityChanged()
	await ended
	isVisible = true
	books.visibilityChanged()
	assert.equal(streams.open.length, 2)
	leave()
})

it('an error is reported along with the last book', async () => {
	const streams = new Streams()
	const books = new LiveBooks(streams)
	const leave = books.subscribe(pair, () => undefined)
	const first = next(books)
	streams.open[0]?.push(bookAt(1))
	await first
	const refused = next(books)
	streams.open[0]?.fail(new TradeError('unknown_pair'))
	await refused
	const { book, error } = books.current(pair)
	assert.deepEqual([book, error?.code], [bookAt(1), 'unknown_pair'])
	leave()
})
