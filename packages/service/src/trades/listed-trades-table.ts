import { Decimal, type Pair, type Trade, type TradeSide } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { type NumberedTradeRow, tradeColumns } from './trade-numbers-table.ts'
import { readTrade } from './trades-table.ts'

// The guarantee: market lists see exactly the public list's trades, each once, in its own pair, with its number: legs of
// routed trades are not among them.

/** A trade with its number, which never changes, and the account that traded. */
export type ListedTrade = Trade & { readonly number: number; readonly account: string }

type Span = { readonly fromMs: number; readonly beforeMs: number }

/** The numbered trades of a pair in a span, newest first. */
export async function listedTrades(
	db: Database,
	{ pair, side, limit, ...span }: Span & { pair: Pair; side?: TradeSide | undefined; limit: number },
): Promise<readonly ListedTrade[]> {
	const { rows } = await sql<NumberedTradeRow>`
		select * from (${tradesIn(sql`o.base = ${pair.base} and o.quote = ${pair.quote}`, span, tradeColumns)}) listed
		where ${side === undefined ? sql`true` : sql`side = ${side === 'sell' ? 'bids' : 'asks'}`}
		order by ended_at_ms desc, subintent_hash desc limit ${limit}`.execute(db)
	return rows.map(readListed)
}

/** The trades with these numbers, in order. */
export async function tradesByNumber(
	db: Database,
	{ from, to }: { readonly from: number; readonly to: number },
): Promise<readonly ListedTrade[]> {
	const { rows } = await sql<NumberedTradeRow>`
		select ${tradeColumns}, t.trade_number from trade t join "order" o on o.subintent_hash = t.order_hash
		where t.trade_number between ${from} and ${to} order by t.trade_number`.execute(db)
	return rows.map(readListed)
}

/** The trade with the highest number, if there is any. */
export async function lastListedTrade(db: Database): Promise<ListedTrade | undefined> {
	const { rows } = await sql<NumberedTradeRow>`
		select ${tradeColumns}, t.trade_number from trade t join "order" o on o.subintent_hash = t.order_hash
		where t.trade_number is not null order by t.trade_number desc limit 1`.execute(db)
	return rows.map(readListed)[0]
}

/** What was traded in a pair in some span of time. */
export type TradedInSpan = {
	readonly pair: Pair
	readonly baseVolume: Decimal
	readonly quoteVolume: Decimal
	readonly first: Decimal
	readonly last: Decimal
	readonly high: Decimal
	readonly low: Decimal
}

type SpanRow = Record<'base' | 'quote' | 'base_volume' | 'quote_volume' | 'first' | 'last' | 'high' | 'low', string>

/** What was traded in each of these pairs; a pair without trades is absent. Prices are cut at 18 places, as in a {@link Trade}. */
export async function tradedInSpan(
	db: Database,
	{ pairs, ...span }: Span & { readonly pairs: readonly Pair[] },
): Promise<readonly TradedInSpan[]> {
	const bases = pairs.map(({ base }) => base)
	const quotes = pairs.map(({ quote }) => quote)
	const amounts = sql`
		o.ended_at_ms, o.subintent_hash, case o.side when 'bids' then o.sell_amount else o.buy_amount end as base_amount,
		case o.side when 'bids' then o.buy_amount + coalesce(o.surplus, 0) else o.sell_amount - coalesce(o.surplus, 0) end
			as quote_amount`
	const traded = tradesIn(sql`o.base = pair.base and o.quote = pair.quote`, span, amounts)
	const priced = sql`select *, div(quote_amount * ${sql.lit(scale)}, base_amount) * ${sql.lit(unit)} as price from (${traded}) traded`
	const { rows } = await sql<SpanRow>`
		select pair.base, pair.quote, totals.*, first.price::text as first, last.price::text as last
		from unnest(${bases}::text[], ${quotes}::text[]) as pair (base, quote)
		cross join lateral (
			select sum(base_amount)::text as base_volume, sum(quote_amount)::text as quote_volume, max(price)::text as high,
				min(price)::text as low from (${priced}) priced
		) totals
		cross join lateral (${priced} order by ended_at_ms, subintent_hash limit 1) first
		cross join lateral (${priced} order by ended_at_ms desc, subintent_hash desc limit 1) last`.execute(db)
	return rows.map(({ base, quote, base_volume: baseVolume, quote_volume: quoteVolume, ...prices }) => ({
		pair: { base, quote },
		baseVolume: decimalOf(baseVolume),
		quoteVolume: decimalOf(quoteVolume),
		first: decimalOf(prices.first),
		last: decimalOf(prices.last),
		high: decimalOf(prices.high),
		low: decimalOf(prices.low),
	}))
}

// A product is exact; a quotient by the scale would be rounded to some sixteen digits.
const scale = '1000000000000000000'
const unit = '0.000000000000000001'

/** PostgreSQL may write more than 18 places, of which all further ones are zeros. */
function decimalOf(text: string): Decimal {
	return Decimal.parse(text.replace(/(\.\d{18})0+$/, '$1'))
}

/** The numbered trades of orders that fit, including those that only a correction settled. */
function tradesIn(isOfPair: RawBuilder<unknown>, { fromMs, beforeMs }: Span, columns: RawBuilder<unknown>) {
	const isInSpan = sql`${isOfPair} and o.ended_at_ms >= ${fromMs} and o.ended_at_ms < ${beforeMs}`
	return sql`
		select ${columns}, t.trade_number from "order" o join trade t on t.order_hash = o.subintent_hash
		where o.state = 'settled' and ${isInSpan} and t.trade_number is not null
		union all
		select ${columns}, t.trade_number from (select distinct subintent_hash from correction where outcome = 'Settled') c
			join "order" o on o.subintent_hash = c.subintent_hash join trade t on t.order_hash = o.subintent_hash
		where o.state <> 'settled' and ${isInSpan} and t.trade_number is not null`
}

function readListed(row: NumberedTradeRow): ListedTrade {
	return { ...readTrade(row), number: Number(row.trade_number), account: row.account }
}
