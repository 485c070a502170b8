import { orderBookChangeWire, type Pair, pairKey, shownOrderBookWire } from '@accord/protocol'
import { ConnectionError } from './connection-error.ts'
import type { ServerEvent } from './event-decoder.ts'
import { Newest } from './newest.ts'
import { type ResumeOptions, resumedEvents } from './resumed-events.ts'
import { pause } from './schedule.ts'
import { applyChange, parseShownBook, type ShownBook } from './shown-book.ts'
import type { TradeApi } from './trade-api.ts'

/**
 * The order book of a pair as it changes, the newest one each time: who reads more slowly than it changes skips books, but is
 * never shown an old one. A change that was left out is noticed by its number; then, as after a lost connection, it goes on
 * with the whole book.
 * @throws TradeError `unknown_pair`; ConnectionError when the service was out of reach for too long
 */
export async function* followOrderBook(
	api: TradeApi,
	pair: Pair,
	options: ResumeOptions = {},
): AsyncGenerator<ShownBook, void, undefined> {
	const reading = new AbortController()
	const newest = new Newest<ShownBook>()
	const stop = () => reading.abort()
	if (options.signal?.aborted === true) return
	options.signal?.addEventListener('abort', stop)
	const request = { api, pair, ...options, signal: reading.signal }
	const read = readBooks(request, book => newest.set(book)).then(
		() => newest.end(),
		error => newest.end(error),
	)
	try {
		yield* newest.values()
	} finally {
		options.signal?.removeEventListener('abort', stop)
		stop()
		await read
	}
}

type Reading = ResumeOptions & { api: TradeApi; pair: Pair; signal: AbortSignal }

const afterGapMs = 100

async function readBooks({ api, pair, ...options }: Reading, show: (book: ShownBook) => void): Promise<void> {
	const query = new URLSearchParams({ base: pair.base, quote: pair.quote })
	const path = `/trade/order_book/stream?${query}`
	while (!options.signal.aborted) {
		let book: ShownBook | undefined
		for await (const event of resumedEvents({ api, path, ...options })) {
			const next = nextBook(book, event, pair)
			if (next === 'gap') break
			if (next !== undefined && next !== book) show(next)
			book = next
		}
		await pause(afterGapMs, options.signal)
	}
}

/** The book after an event; the same one when the event says nothing of it. */
function nextBook(
	book: ShownBook | undefined,
	{ event, data }: ServerEvent,
	pair: Pair,
): ShownBook | undefined | 'gap' {
	try {
		if (event === 'snapshot') return parseShownBook(shownOrderBookWire.parse(JSON.parse(data)))
		if (event !== 'change') return book
		const change = orderBookChangeWire.parse(JSON.parse(data))
		if (book === undefined || change.sequence > book.sequence + 1) return 'gap'
		return change.sequence <= book.sequence ? book : applyChange(book, change)
	} catch (cause) {
		throw new ConnectionError(`the order book stream of ${pairKey(pair)} is not what this API promises`, { cause })
	}
}
