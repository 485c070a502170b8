import type { CandlePage, TradePage } from '@accord/protocol'
import type { DatabaseLanes } from '../db/database-lanes.ts'
import type { Platform } from '../platform/platform.ts'
import { type CandlesQuery, candlesPage } from './candles-table.ts'
import { CandleCount, type Counted } from './count-candles.ts'
import { TradeFeed } from './trade-feed.ts'
import { type TradesQuery, tradesPage } from './trades-table.ts'

type OpenTradesDeps = Pick<Platform, 'db' | 'clock' | 'market'>

/** Settled trades: numbered, counted in candles, listed, and sent to the readers of a pair. */
export class Trades {
	readonly feed: TradeFeed
	readonly #db: DatabaseLanes
	readonly #count: CandleCount

	constructor(deps: OpenTradesDeps) {
		this.#db = deps.db
		this.#count = new CandleCount(deps)
		this.feed = new TradeFeed({ db: deps.db, pairs: deps.market.pairs })
	}

	/** A page of settled orders, newest first. @throws TradeError `validation_failed` */
	page(query: TradesQuery): Promise<TradePage> {
		return tradesPage(this.#db.requests, query)
	}

	/** A page of candles, newest first. */
	candles(query: CandlesQuery): Promise<CandlePage> {
		return candlesPage(this.#db.requests, query)
	}

	/** Numbers and counts the trades that have settled since the last run. */
	count(): Promise<Counted> {
		return this.#count.run()
	}
}

export async function openTrades(deps: OpenTradesDeps): Promise<Trades> {
	const trades = new Trades(deps)
	await trades.feed.start()
	return trades
}
