import {
	type Clock,
	Decimal,
	type Pair,
	type PriceLevel,
	type Token,
	type TradedPair,
	TradeError,
} from '@accord/protocol'
import type { Platform } from '../../platform/platform.ts'
import type { ShownBook } from '../../prices/shown-book.ts'
import {
	type ListedTrade,
	lastListedTrade,
	listedTrades,
	type TradedInSpan,
	tradedInSpan,
	tradesByNumber,
} from '../../trades/listed-trades-table.ts'

// What all market lists are made of: the guarantee is that a list has only what the service knows, and every trade once.
// A market is a quoted pair, or one with only routes that was traded in the last 24 hours.

export const dayMs = 86_400_000
const freshMs = 30_000

export type MarketListRooms = {
	readonly platform: Platform
	readonly shownBooks: { of(pair: Pair): Pick<ShownBook, 'book' | 'atMs'> }
}

/** A market that was traded in the last 24 hours. */
export type DayOfMarket = TradedInSpan & { readonly name: string; readonly bid: Decimal; readonly ask: Decimal }

export class MarketLists {
	readonly #rooms: MarketListRooms
	readonly #day: () => Promise<readonly TradedInSpan[]>

	constructor(rooms: MarketListRooms) {
		const { db, clock } = rooms.platform
		this.#rooms = rooms
		this.#day = keptFresh(clock, nowMs =>
			tradedInSpan(db.requests, { pairs: this.#pairs, fromMs: nowMs - dayMs, beforeMs: nowMs + 1 }),
		)
	}

	nowMs(): number {
		return this.#rooms.platform.clock.nowMs()
	}

	/** They change with the operator's settings. */
	get #pairs(): readonly TradedPair[] {
		return this.#rooms.platform.market.pairs
	}

	/** @throws TradeError `unknown_pair` */
	pair(name: string): TradedPair {
		const pair = this.#pairs.find(each => marketName(each) === name)
		if (pair !== undefined) return pair
		const errors = [{ rule: 'unknown_pair', expected: 'a market such as XRD_xUSDC', found: name }] as const
		throw new TradeError('unknown_pair', `${name} is not a market: expected a ticker_id of …/coingecko/pairs`, {
			errors,
		})
	}

	get tokens(): readonly Token[] {
		return this.#rooms.platform.market.tokens
	}

	token(symbol: string): Token {
		return this.#rooms.platform.market.token(symbol)
	}

	/** @throws TradeError `unknown_token` */
	tokenAt(resourceAddress: string): Token {
		const token = this.#rooms.platform.market.tokenByAddress(resourceAddress)
		if (token === undefined) throw new TradeError('unknown_token', `${resourceAddress} is not a traded token`)
		return token
	}

	/** The pairs to list: purely routed ones only if they were traded, since their books are those of others. */
	async listedPairs(): Promise<readonly TradedPair[]> {
		const traded = new Set((await this.#day()).map(({ pair }) => marketName(pair)))
		return this.#pairs.filter(pair => pair.quoted !== false || traded.has(marketName(pair)))
	}

	/** The last 24 hours of each market with trades, as they were at most 30 s ago, with the best prices of now. */
	async day(): Promise<readonly DayOfMarket[]> {
		const names = new Set(this.#pairs.map(marketName))
		const stillTraded = (await this.#day()).filter(({ pair }) => names.has(marketName(pair)))
		return stillTraded.map(traded => {
			const { bids, asks } = this.#rooms.shownBooks.of(traded.pair).book
			const best = ([level]: readonly { price: Decimal }[]) => level?.price ?? Decimal.zero
			return { ...traded, name: marketName(traded.pair), bid: best(bids), ask: best(asks) }
		})
	}

	/** The shown book as `[price, amount]` texts; `depth` counts the levels of both sides together, 0 is all. */
	book(name: string, depth = 0) {
		const shown = this.#rooms.shownBooks.of(this.pair(name))
		const { bids, asks } = shown.book
		const limit = depth === 0 ? undefined : Math.ceil(depth / 2)
		const textsOf = (levels: readonly PriceLevel[]) =>
			levels
				.slice(0, limit)
				.map(({ price, amount }): [string, string] => [Decimal.format(price), Decimal.format(amount)])
		return { timestamp: shown.atMs, bids: textsOf(bids), asks: textsOf(asks) }
	}

	trades(query: Parameters<typeof listedTrades>[1]): Promise<readonly ListedTrade[]> {
		return listedTrades(this.#rooms.platform.db.requests, query)
	}

	tradesByNumber(query: Parameters<typeof tradesByNumber>[1]): Promise<readonly ListedTrade[]> {
		return tradesByNumber(this.#rooms.platform.db.requests, query)
	}

	lastTrade(): Promise<ListedTrade | undefined> {
		return lastListedTrade(this.#rooms.platform.db.requests)
	}

	/** What was traded in each pair from one moment to another. */
	traded(span: { readonly fromMs: number; readonly beforeMs: number }): Promise<readonly TradedInSpan[]> {
		return tradedInSpan(this.#rooms.platform.db.requests, { pairs: this.#pairs, ...span })
	}
}

/** A pair as market lists name it. */
export function marketName({ base, quote }: Pair): string {
	return `${base}_${quote}`
}

/** A value that is computed when it is asked for, for everybody who asks meanwhile, and kept for 30 s. */
function keptFresh<Value>(clock: Clock, compute: (nowMs: number) => Promise<Value>): () => Promise<Value> {
	let kept: { readonly atMs: number; readonly value: Promise<Value> } | undefined
	return () => {
		const nowMs = clock.nowMs()
		if (kept !== undefined && nowMs - kept.atMs < freshMs) return kept.value
		const value = compute(nowMs)
		const mine = { atMs: nowMs, value }
		kept = mine
		value.catch(() => {
			if (kept === mine) kept = undefined
		})
		return value
	}
}
