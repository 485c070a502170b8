import { Decimal, type Pair, type Trade, type TradePage, withSurplus } from '@accord/protocol'
import { sql } from 'kysely'
import { pageOf, parsePageCursor } from '../db/page-cursor.ts'
import type { Database } from '../db/tables.ts'
import { limitOrderOf, surplusOf } from '../intents/accepted-intent.ts'
import { type TradeRow, tradeColumns } from './trade-numbers-table.ts'

// The guarantee: the public list of trades shows only what the ledger also shows, including any corrections.

export type TradesQuery = {
	/** One pair, or all of them. */
	readonly pairs: readonly Pair[]
	readonly limit: number
	/** The `next` of the previous page. */
	readonly before?: string | undefined
	/** Only trades with a number up to this one. */
	readonly upTo?: number
}

/** A cursor after every trade, because no hash begins with a g. */
const afterAll = { atMs: Number.MAX_SAFE_INTEGER, orderHash: 'g' }

/** A page of settled orders, newest first. @throws TradeError `validation_failed` */
export async function tradesPage(db: Database, query: TradesQuery): Promise<TradePage> {
	const rows = await selectTrades(db, query)
	const { page, ...next } = pageOf(rows, { limit: query.limit, orderedBy: 'ended_at_ms' })
	return { trades: page.map(readTrade), ...next }
}

/**
 * One more than requested, which shows whether there is a next page. Each pair is read from its own end of the index,
 * followed by the few trades that were settled by a correction. The quote has bounds and a place in the sort order
 * instead of an equality, so that only the index by pair and time fits. With the index by time alone, a pair without
 * trades would scan every trade.
 */
async function selectTrades(db: Database, { pairs, limit, before, upTo }: TradesQuery): Promise<TradeRow[]> {
	const { atMs, orderHash } = before === undefined ? afterAll : parsePageCursor(before)
	const isOfPage = sql`
		o.base = pair.base and o.quote >= pair.quote
		and (o.quote, o.ended_at_ms, o.subintent_hash) < (pair.quote, ${atMs}::int8, ${orderHash})`
	const bases = pairs.map(({ base }) => base)
	const quotes = pairs.map(({ quote }) => quote)
	const counted = upTo === undefined ? sql`true` : sql`trade_number <= ${upTo}`
	const isTrade = sql`(select ${counted} from trade t where t.order_hash = o.subintent_hash)`
	const { rows } = await sql<TradeRow>`
		select trade.* from unnest(${bases}::text[], ${quotes}::text[]) as pair (base, quote)
		cross join lateral (
			(
				select ${tradeColumns} from "order" o
				where o.state = 'settled' and ${isOfPage} and ${isTrade}
				order by o.quote desc, o.ended_at_ms desc, o.subintent_hash desc limit ${limit + 1}
			)
			union all
			select ${tradeColumns} from (select distinct subintent_hash from correction where outcome = 'Settled') c
				join "order" o on o.subintent_hash = c.subintent_hash
			where o.state <> 'settled' and ${isOfPage} and ${isTrade}
		) trade
		order by ended_at_ms desc, subintent_hash desc limit ${limit + 1}`.execute(db)
	return rows
}

/** The trade of an order that settled: what was exchanged, which is the user's limit or better. */
export function readTrade(row: TradeRow): Trade {
	const surplus = surplusOf(row)
	const { sell, buy } = withSurplus(limitOrderOf(row), surplus)
	const [base, quote] = row.side === 'bids' ? [sell.amount, buy.amount] : [buy.amount, sell.amount]
	return {
		subintentId: row.subintent_id,
		transactionId: row.transaction_id,
		pair: { base: row.base, quote: row.quote },
		side: row.side === 'bids' ? 'sell' : 'buy',
		price: Decimal.divDown(quote, base),
		baseAmount: base,
		quoteAmount: quote,
		...(surplus === undefined ? {} : { surplus }),
		settledAtMs: Number(row.ended_at_ms),
	}
}
