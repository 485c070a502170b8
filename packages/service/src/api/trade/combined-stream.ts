import { orderBookStreamQueryWire, parseWire, TradeError, tradesStreamQueryWire } from '@accord/protocol'
import type { combinedStreamOperations } from '@accord/protocol/contract'
import { z } from 'zod'
import { FormattedEvent } from '../http/event-bytes.ts'
import type { EventSink, EventStream, EventStreams } from '../http/event-streams.ts'
import type { Handlers } from '../http/routes.ts'
import type { BookBroadcasts } from './book-broadcasts.ts'
import type { OrderStreams } from './order-streams.ts'
import type { TradeBroadcasts } from './trade-broadcasts.ts'

type CombinedDeps = {
	readonly books: Pick<BookBroadcasts, 'of'>
	readonly trades: Pick<TradeBroadcasts, 'of'>
	readonly orders: Pick<OrderStreams, 'of'>
	readonly eventStreams: EventStreams
	readonly log: { error(details: { err: unknown }, message: string): void }
}

/** Has the events of one stream written to a part of a combined one. */
type Follow = (part: EventSink) => Promise<void> | void

// Guarantee: each stream of a combined one sends what it sends on its own, and one that is refused does not end others.

/** Several streams in one answer. */
export function combinedStreamHandlers(deps: CombinedDeps): Handlers<typeof combinedStreamOperations> {
	return {
		streamCombined: ({ query, request, reply }) => {
			const followed = new Map(query.follow.map(name => [name, followOf(deps, name)]))
			const combined = new CombinedStream(deps.eventStreams.open(request, reply), followed.keys())
			for (const [name, follow] of followed) void begin(combined.part(name), follow, deps)
			return reply
		},
	}
}

/** The stream of this path and query. @throws TradeError `validation_failed` for its query */
function followOf({ books, trades, orders }: CombinedDeps, name: string): Follow {
	const [path = '', search = ''] = name.split('?')
	const query = Object.fromEntries(new URLSearchParams(search))
	if (path === '/trade/order_book/stream') {
		const { follow } = parseWire(z.object({ follow: orderBookStreamQueryWire }), { follow: query })
		return part => books.of(follow)(part)
	}
	if (path === '/trade/trades/stream') {
		const { follow } = parseWire(z.object({ follow: tradesStreamQueryWire }), { follow: query })
		return part => trades.of(follow)(part)
	}
	const [, , , subintentId = ''] = path.split('/')
	return async part => {
		const follow = await orders.of(subintentId)
		if (follow === 'over') part.end()
		else follow(part)
	}
}

async function begin(part: EventSink, follow: Follow, { log }: CombinedDeps): Promise<void> {
	try {
		await follow(part)
	} catch (error) {
		if (!(error instanceof TradeError)) log.error({ err: error }, 'following a stream failed')
		part.close(error instanceof TradeError ? error : new TradeError('internal'))
	}
}

/** Ends with the last of its parts. */
class CombinedStream {
	readonly #stream: EventStream
	readonly #open: Set<string>

	constructor(stream: EventStream, names: Iterable<string>) {
		this.#stream = stream
		this.#open = new Set(names)
	}

	part(name: string): EventSink {
		const whenClosed: (() => void)[] = []
		const isOpen = () => this.#open.has(name)
		const end = () => {
			if (!this.#open.delete(name)) return
			for (const closed of whenClosed.splice(0)) closed()
			if (this.#open.size === 0) this.#stream.end()
		}
		this.#stream.onClose(end)
		return {
			send: event => {
				if (isOpen()) this.#stream.write(event.ofCombined(name))
			},
			onClose: closed => {
				if (isOpen()) whenClosed.push(closed)
				else closed()
			},
			end,
			close: reason => {
				if (!isOpen()) return
				const ended = FormattedEvent.of({ event: 'ended', data: this.#stream.problem(reason) })
				this.#stream.write(ended.ofCombined(name))
				end()
			},
		}
	}
}
