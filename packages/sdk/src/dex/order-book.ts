import { applyChange, BookChange, type Pair, pairKey, ShownOrderBook } from '@accord/protocol'
import { AsyncQueue } from '../transport/async-queue.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import type { ServerEvent } from '../transport/event-stream.ts'
import { type ResumeOptions, resumedEvents } from '../transport/resumed-events.ts'
import { pause } from '../transport/timers.ts'
import type { TradeApi } from '../transport/trade-api.ts'

/**
 * How much of a book to follow, so that a busy one costs a page little: at most `depth` levels on each side (1 to 50),
 * and at most `maxHz` changes a second (1 to 50), each with everything since the one before.
 */
export type FollowBookOptions = ResumeOptions & { readonly depth?: number; readonly maxHz?: number }

/**
 * The order book of a pair as it changes. A reader slower than the changes skips books, but never gets an outdated one.
 * A missing change is detected by its number; the stream then continues with the complete book, as after a lost
 * connection.
 * @throws TradeError `unknown_pair`; ConnectionError when the service was unreachable for too long
 */
export function followOrderBook(
	api: TradeApi,
	pair: Pair,
	options: FollowBookOptions = {},
): AsyncIterableIterator<ShownOrderBook, void, undefined> {
	const reading = new AbortController()
	let isReading = false
	const books = new AsyncQueue<ShownOrderBook>({
		capacity: 1,
		whenFull: 'drop_oldest',
		signal: options.signal,
		onDemand: () => {
			if (isReading) return
			isReading = true
			const request = { ...options, api, pair, signal: reading.signal }
			readBooks(request, book => books.push(book)).then(
				() => books.end(),
				error => books.end(error),
			)
		},
		onClose: () => reading.abort(),
	})
	return books
}

type Reading = FollowBookOptions & { readonly api: TradeApi; readonly pair: Pair; readonly signal: AbortSignal }

const afterGapMs = 100

async function readBooks(
	{ api, pair, depth, maxHz, ...options }: Reading,
	onBook: (book: ShownOrderBook) => void,
): Promise<void> {
	const query = new URLSearchParams({ base: pair.base, quote: pair.quote })
	if (depth !== undefined) query.set('depth', `${depth}`)
	if (maxHz !== undefined) query.set('max_hz', `${maxHz}`)
	const path = `/trade/order_book/stream?${query}`
	while (!options.signal.aborted) {
		let book: ShownOrderBook | undefined
		for await (const event of resumedEvents({ api, path, ...options })) {
			const next = nextBook(book, event, pair)
			if (next === 'gap') break
			if (next !== undefined && next !== book) onBook(next)
			book = next
		}
		await pause(afterGapMs, options.signal)
	}
}

/** The book after an event, unchanged if the event is about something else; `gap` when a change is missing. */
function nextBook(
	book: ShownOrderBook | undefined,
	{ event, data }: ServerEvent,
	pair: Pair,
): ShownOrderBook | undefined | 'gap' {
	try {
		if (event === 'snapshot') return ShownOrderBook.parse(JSON.parse(data))
		if (event !== 'change') return book
		const change = BookChange.parse(JSON.parse(data))
		if (book === undefined || (change.since ?? change.sequence - 1) > book.sequence) return 'gap'
		return change.sequence <= book.sequence ? book : applyChange(book, change)
	} catch (cause) {
		throw new ConnectionError(`the order book stream of ${pairKey(pair)} sent an unexpected message`, { cause })
	}
}
