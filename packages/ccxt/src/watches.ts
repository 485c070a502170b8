import { type OrderStatus, type Pair, pairKey, type ShownOrderBook, type Trade } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'
import type { Errors } from './errors.ts'
import type { Order } from './structures.ts'
import { Updates } from './updates.ts'

/** How many orders and trades are remembered; older ones are no longer followed. */
const knownMax = 1000

/**
 * What `watch…` waits for: one stream per pair, opened by the first call. A stream that failed throws once, and the next
 * call opens another.
 */
export class Watches {
	readonly #dex: DexClient
	readonly #errors: Errors
	readonly #books = new Map<string, AsyncIterator<ShownOrderBook, void>>()
	readonly #trades = new Map<string, { readonly updates: Updates<Trade>; readonly seen: Set<string> }>()
	readonly #orders = new Updates<Order>()
	/** Orders created before anybody watched. */
	readonly #unwatched = new Map<string, (status: OrderStatus) => Order>()
	readonly #closing = new AbortController()
	#isWatchingOrders = false

	constructor(dex: DexClient, errors: Errors) {
		this.#dex = dex
		this.#errors = errors
	}

	async nextBook(pair: Pair): Promise<ShownOrderBook> {
		this.#expectOpen()
		const key = pairKey(pair)
		const books = this.#books.get(key) ?? this.#dex.followOrderBook(pair, { signal: this.#closing.signal })
		this.#books.set(key, books)
		try {
			const { value } = await this.#errors.of(books.next())
			if (value !== undefined) return value
		} catch (error) {
			this.#books.delete(key)
			throw error
		}
		throw this.#closed()
	}

	async nextTrades(pair: Pair): Promise<readonly Trade[]> {
		this.#expectOpen()
		const key = pairKey(pair)
		let stream = this.#trades.get(key)
		if (stream === undefined) {
			stream = { updates: new Updates(), seen: new Set() }
			this.#trades.set(key, stream)
			void this.#readTrades(pair, stream)
		}
		return this.#errors.of(stream.updates.take())
	}

	nextOrders(): Promise<readonly Order[]> {
		this.#expectOpen()
		this.#isWatchingOrders = true
		for (const [id, read] of this.#unwatched) void this.#followOrder(id, read)
		this.#unwatched.clear()
		return this.#errors.of(this.#orders.take())
	}

	/** Follows an order once somebody watches. */
	addOrder(id: string, read: (status: OrderStatus) => Order): void {
		if (this.#isWatchingOrders) return void this.#followOrder(id, read)
		remember(this.#unwatched, id, read)
	}

	close(): void {
		this.#closing.abort()
		for (const { updates } of this.#trades.values()) updates.fail(this.#closed())
		this.#orders.fail(this.#closed())
	}

	async #readTrades(pair: Pair, { updates, seen }: { updates: Updates<Trade>; seen: Set<string> }): Promise<void> {
		try {
			for await (const event of this.#dex.followTrades(pair, { signal: this.#closing.signal })) {
				for (const trade of event.event === 'snapshot' ? event.trades.toReversed() : [event.trade]) {
					if (seen.has(trade.subintentId)) continue
					seen.add(trade.subintentId)
					const [oldest] = seen
					if (seen.size > knownMax && oldest !== undefined) seen.delete(oldest)
					updates.push(trade)
				}
			}
		} catch (error) {
			this.#trades.delete(pairKey(pair))
			updates.fail(error)
		}
	}

	async #followOrder(id: string, read: (status: OrderStatus) => Order): Promise<void> {
		try {
			for await (const _ of this.#dex.followOrder(id, { signal: this.#closing.signal }))
				this.#orders.push(read(await this.#dex.order(id)))
		} catch (error) {
			this.#orders.fail(error)
		}
	}

	#expectOpen(): void {
		if (this.#closing.signal.aborted) throw this.#closed()
	}

	#closed(): Error {
		return this.#errors.make('ExchangeClosedByUser', 'close() has been called')
	}
}

function remember<Value>(known: Map<string, Value>, id: string, value: Value): void {
	known.set(id, value)
	const [oldest] = known.keys()
	if (known.size > knownMax && oldest !== undefined) known.delete(oldest)
}
