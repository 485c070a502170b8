import { Decimal, type Pair, type Trade, type TradePage } from '@accord/protocol'
import { sql } from 'kysely'
import { formatPageCursor, parsePageCursor } from '../db/page-cursor.ts'
import type { Database, OrderTable } from '../db/tables.ts'

// The guarantee: the public list of trades shows only what the ledger shows too.

export type TradesQuery = {
	/** One pair, or all. */
	readonly pairs: readonly Pair[]
	readonly limit: number
	/** The `next` of the previous page. */
	readonly before?: string | undefined
}

/** A page of settled orders, newest first. @throws TradeError `validation_failed` */
export async function trades(db: Database, query: TradesQuery): Promise<TradePage> {
	const rows = await selectTrades(db, query)
	const page = rows.slice(0, query.limit)
	const last = page.at(-1)
	return {
		trades: page.map(readTrade),
		...(rows.length > query.limit && last !== undefined
			? { next: formatPageCursor({ atMs: Number(last.ended_at_ms), orderHash: last.subintent_hash }) }
			: {}),
	}
}

type TradeRow = Pick<OrderTable, 'subintent_hash' | 'subintent_id' | 'base' | 'quote' | 'side'> & {
	sell_amount: string
	buy_amount: string
	transaction_id: string
	ended_at_ms: bigint
}

/** One more than requested, which shows whether there is a next page. Each pair is read from its own end of the index. */
async function selectTrades(db: Database, { pairs, limit, before }: TradesQuery): Promise<TradeRow[]> {
	const cursor = before === undefined ? undefined : parsePageCursor(before)
	const rest =
		cursor === undefined ? sql`` : sql`and (ended_at_ms, subintent_hash) < (${cursor.atMs}, ${cursor.orderHash})`
	const bases = pairs.map(({ base }) => base)
	const quotes = pairs.map(({ quote }) => quote)
	const { rows } = await sql<TradeRow>`
		select trade.* from unnest(${bases}::text[], ${quotes}::text[]) as pair (base, quote)
		cross join lateral (
			select subintent_hash, subintent_id, base, quote, side, sell_amount, buy_amount, transaction_id, ended_at_ms
			from "order" where state = 'settled' and base = pair.base and quote = pair.quote ${rest}
			order by ended_at_ms desc, subintent_hash desc limit ${limit + 1}
		) trade
		order by ended_at_ms desc, subintent_hash desc limit ${limit + 1}`.execute(db)
	return rows
}

function readTrade(row: TradeRow): Trade {
	const sell = Decimal.parse(row.sell_amount)
	const buy = Decimal.parse(row.buy_amount)
	const [base, quote] = row.side === 'bids' ? [sell, buy] : [buy, sell]
	return {
		subintentId: row.subintent_id,
		transactionId: row.transaction_id,
		pair: { base: row.base, quote: row.quote },
		side: row.side === 'bids' ? 'sell' : 'buy',
		price: Decimal.divDown(quote, base),
		baseAmount: base,
		quoteAmount: quote,
		settledAtMs: Number(row.ended_at_ms),
	}
}
