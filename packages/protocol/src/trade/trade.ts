import type { Decimal } from '../amount/decimal.ts'
import type { Pair } from '../amount/pair.ts'

/** What the user did with base. */
export type TradeSide = 'buy' | 'sell'

/** One settled order as everybody sees it (GET /trade/trades). */
export type Trade = {
	readonly subintentId: string
	readonly transactionId: string
	readonly pair: Pair
	readonly side: TradeSide
	/** Quote per base, without fees, rounded down to 18 places. */
	readonly price: Decimal
	readonly baseAmount: Decimal
	readonly quoteAmount: Decimal
	readonly settledAtMs: number
}

/** A page of trades, newest first. `next` asks for the next page; it is absent on the last one. */
export type TradePage = { readonly trades: readonly Trade[]; readonly next?: string }

/** The newest trades, newest first, with one more of them, which takes the place of its former self; `max` of them are kept. */
export function withNewTrade(newest: readonly Trade[], trade: Trade, max: number): readonly Trade[] {
	const others = newest.filter(({ subintentId }) => subintentId !== trade.subintentId)
	// One that settled by a correction may be older than others that are known.
	const older = others.findIndex(({ settledAtMs }) => settledAtMs <= trade.settledAtMs)
	return others.toSpliced(older === -1 ? others.length : older, 0, trade).slice(0, max)
}
