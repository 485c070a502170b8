import { type Clock, type Pair, pairKey, streamedTradesMax, type Trade } from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import { lastTradeNumber, selectTradesAfter } from './trade-numbers-table.ts'
import { readTrade, trades } from './trades.ts'

// The guarantee: who follows a pair is told of each trade once, in the order of their numbers, from the newest ones on that
// it was shown at first. What is shown at first is kept in memory, so that a reader costs the database nothing.

export type TradeFeedDeps = {
	readonly db: Database
	readonly clock: Pick<Clock, 'nowMs'>
	readonly pairs: readonly Pair[]
}

type PairState = {
	readonly pair: Pair
	/** Newest first. */
	newest: readonly Trade[]
	readonly listeners: Set<(trade: Trade) => void>
}

const tradesPerRun = 500
/** The newest are read once more in so many milliseconds, since a correction may have taken one out. */
const readAgainMs = 60_000

/** The trades of each pair as they are counted, whichever node counted them. */
export class TradeFeed {
	readonly #deps: TradeFeedDeps
	readonly #pairs: ReadonlyMap<string, PairState>
	/** The last number that was read. */
	#last = 0
	#readAtMs = Number.NEGATIVE_INFINITY

	constructor(deps: TradeFeedDeps) {
		this.#deps = deps
		this.#pairs = new Map(deps.pairs.map(pair => [pairKey(pair), { pair, newest: [], listeners: new Set() }]))
	}

	/** Before anyone follows. */
	async start(): Promise<void> {
		this.#last = await lastTradeNumber(this.#deps.db)
		await this.#readNewest()
	}

	/** Tells of the trades that were counted since. */
	async run(): Promise<'again' | 'done'> {
		const { db, clock } = this.#deps
		const rows = await selectTradesAfter(db, { after: this.#last, limit: tradesPerRun })
		for (const row of rows) {
			this.#last = Number(row.trade_number)
			this.#tell(readTrade(row))
		}
		if (clock.nowMs() - this.#readAtMs > readAgainMs) await this.#readNewest()
		return rows.length === tradesPerRun ? 'again' : 'done'
	}

	/** The pair's newest trades, newest first. */
	newest(pair: Pair): readonly Trade[] {
		return this.#of(pair).newest
	}

	/** Calls back with each later trade of the pair, until the returned function is called. */
	follow(pair: Pair, listener: (trade: Trade) => void): () => void {
		const { listeners } = this.#of(pair)
		listeners.add(listener)
		return () => listeners.delete(listener)
	}

	#tell(trade: Trade): void {
		const state = this.#pairs.get(pairKey(trade.pair))
		if (state === undefined) return
		state.newest = [trade, ...state.newest].slice(0, streamedTradesMax)
		for (const listener of state.listeners) listener(trade)
	}

	async #readNewest(): Promise<void> {
		const { db, clock } = this.#deps
		this.#readAtMs = clock.nowMs()
		for (const state of this.#pairs.values()) {
			const page = await trades(db, { pairs: [state.pair], limit: streamedTradesMax, upTo: this.#last })
			state.newest = page.trades
		}
	}

	#of(pair: Pair): PairState {
		const state = this.#pairs.get(pairKey(pair))
		if (state === undefined) throw new Error(`the market has no pair ${pairKey(pair)}`)
		return state
	}
}
