import { type Pair, pairKey, streamedTradesMax, type Trade, withNewTrade } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import { lastTradeNumber, selectNewTrades, stateOfCorrections } from './trade-numbers-table.ts'
import { readTrade, tradesPage } from './trades-table.ts'

// The guarantee: a reader of a pair gets the newest trades, then each later one once, in the order of their numbers. If
// a correction removes one of the newest, the reader gets the newest again. They are kept in memory, so that readers
// cost the database nothing.

export type TradeFeedDeps = { readonly db: Pick<DatabaseLanes, 'looks'>; readonly pairs: readonly Pair[] }

/** The readers of a pair. */
export type TradeListener = {
	onTrade(trade: Trade): void
	/** Replaces all trades sent before; newest first. */
	onNewest(trades: readonly Trade[]): void
}

type PairState = {
	readonly pair: Pair
	/** Ordered newest first. */
	newest: readonly Trade[]
	readonly listeners: Set<TradeListener>
}

const tradesPerRun = 500

/** The trades of each pair as they are counted, whichever node counted them. */
export class TradeFeed {
	readonly #deps: TradeFeedDeps
	readonly #pairs = new Map<string, PairState>()
	/** The last number that was read. */
	#last = 0
	/** The state of corrections when the newest trades were read. */
	#corrections = ''

	constructor(deps: TradeFeedDeps) {
		this.#deps = deps
		for (const pair of deps.pairs) this.#of(pair)
	}

	/** To be called before there are any readers. */
	async start(): Promise<void> {
		const { db } = this.#deps
		this.#last = await lastTradeNumber(db.looks)
		this.#corrections = await stateOfCorrections(db.looks)
		await this.#readNewest()
	}

	/** Keeps the trades of these pairs, too, from now on. */
	async add(pairs: readonly Pair[]): Promise<void> {
		const known = this.#pairs.size
		for (const pair of pairs) this.#of(pair)
		if (this.#pairs.size > known) await this.#readNewest()
	}

	/** Announces trades counted since the last call, and trades removed by a correction. */
	async run(): Promise<'again' | 'done'> {
		const { db } = this.#deps
		const { trades: rows, corrections } = await selectNewTrades(db.looks, { after: this.#last, limit: tradesPerRun })
		for (const row of rows) {
			this.#last = Number(row.trade_number)
			this.#tell(readTrade(row))
		}
		if (corrections !== this.#corrections) {
			await this.#readNewest()
			this.#corrections = corrections
		}
		return rows.length === tradesPerRun ? 'again' : 'done'
	}

	/** The pair's newest trades, newest first. */
	newest(pair: Pair): readonly Trade[] {
		return this.#of(pair).newest
	}

	/** Notifies the listener of each later trade of the pair, until the returned function is called. */
	follow(pair: Pair, listener: TradeListener): () => void {
		const { listeners } = this.#of(pair)
		listeners.add(listener)
		return () => listeners.delete(listener)
	}

	#tell(trade: Trade): void {
		const state = this.#pairs.get(pairKey(trade.pair))
		if (state === undefined) return
		state.newest = withNewTrade(state.newest, trade, streamedTradesMax)
		for (const listener of state.listeners) listener.onTrade(trade)
	}

	async #readNewest(): Promise<void> {
		for (const state of this.#pairs.values()) {
			const query = { pairs: [state.pair], limit: streamedTradesMax, upTo: this.#last }
			const page = await tradesPage(this.#deps.db.looks, query)
			const isSame = idsOf(page.trades) === idsOf(state.newest)
			state.newest = page.trades
			if (!isSame) for (const listener of state.listeners) listener.onNewest(page.trades)
		}
	}

	#of(pair: Pair): PairState {
		const state = this.#pairs.get(pairKey(pair)) ?? { pair, newest: [], listeners: new Set() }
		this.#pairs.set(pairKey(pair), state)
		return state
	}
}

function idsOf(trades: readonly Trade[]): string {
	return trades.map(({ subintentId }) => subintentId).join(' ')
}
