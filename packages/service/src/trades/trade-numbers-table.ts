import type { Pair } from '@accord/protocol'
import { sql, type Transaction } from 'kysely'
import type { Database, OrderTable, Tables } from '../db/tables.ts'

/** The columns of an order that make up its trade. */
export type TradeRow = Pick<
	OrderTable,
	'subintent_hash' | 'subintent_id' | 'account' | 'base' | 'quote' | 'side' | 'sell_symbol' | 'buy_symbol'
> & {
	sell_amount: string
	buy_amount: string
	surplus: string | null
	transaction_id: string
	ended_at_ms: bigint
}

export type NumberedTradeRow = TradeRow & { trade_number: bigint }

/**
 * The columns of an order `o` that make up its trade, with the transaction of a correction if only the correction names
 * one.
 */
export const tradeColumns = sql`
	o.subintent_hash, o.subintent_id, o.account, o.base, o.quote, o.side, o.sell_symbol, o.sell_amount, o.buy_symbol, o.buy_amount, o.surplus,
	o.ended_at_ms,
	coalesce(o.transaction_id, (
		select c.transaction_id from correction c where c.subintent_hash = o.subintent_hash order by c.corrected_at_ms desc limit 1
	), '') as transaction_id`

/** Whether trades are waiting for their number. */
export async function hasWaitingTrades(db: Database): Promise<boolean> {
	const { rows } = await sql`
		select from (select 1 from trade where trade_number is null limit 1) waiting
		union all select from (select 1 from candle_recount limit 1) recounted`.execute(db)
	return rows.length > 0
}

/**
 * Gives the next numbers to trades without one, in the order in which they settled, and returns these trades in that
 * order.
 */
export async function numberTrades(
	trx: Transaction<Tables>,
	{ limit }: { limit: number },
): Promise<readonly NumberedTradeRow[]> {
	const { rows } = await sql<NumberedTradeRow>`
		with waiting as (
			select order_hash from trade where trade_number is null order by settled_at_ms, order_hash limit ${limit}
		),
		placed as materialized (select order_hash, nextval('trade_number') as number from waiting),
		numbered as (
			update trade t set trade_number = p.number from placed p where t.order_hash = p.order_hash
			returning t.order_hash, t.trade_number
		)
		select ${tradeColumns}, n.trade_number from numbered n join "order" o on o.subintent_hash = n.order_hash
		order by n.trade_number`.execute(trx)
	return rows
}

/** Trades numbered after this one, in order, and the state of corrections. */
export type NewTrades = { readonly trades: readonly NumberedTradeRow[]; readonly corrections: string }

export async function selectNewTrades(
	db: Database,
	{ after, limit }: { after: number; limit: number },
): Promise<NewTrades> {
	const { rows } = await sql<NumberedTradeRow & { corrections: string }>`
		select c.state as corrections, n.* from (${correctionsState}) c left join lateral (
			select ${tradeColumns}, t.trade_number
			from (
				select order_hash, trade_number from trade where trade_number > ${after} order by trade_number limit ${limit}
			) t
			join "order" o on o.subintent_hash = t.order_hash
		) n on true
		order by n.trade_number`.execute(db)
	const trades = rows.filter(({ trade_number }) => trade_number !== null)
	return { trades, corrections: rows[0]?.corrections ?? '' }
}

/** The highest number of any trade; 0 before the first. */
export async function lastTradeNumber(db: Database): Promise<number> {
	const { rows } = await sql<{ last: bigint | null }>`select max(trade_number) as last from trade`.execute(db)
	return Number(rows[0]?.last ?? 0)
}

/** A text that changes with every correction of an outcome, of which there are few. */
export async function stateOfCorrections(db: Database): Promise<string> {
	const { rows } = await correctionsState.execute(db)
	return rows[0]?.state ?? ''
}

const correctionsState = sql<{ state: string }>`
	select concat_ws(' ', count(*), max(corrected_at_ms)) as state from correction`

/** Takes minutes whose candles must be counted again. */
export async function takeRecounts(
	trx: Transaction<Tables>,
	{ limit }: { limit: number },
): Promise<readonly { base: string; quote: string; minute_ms: bigint }[]> {
	const { rows } = await sql<{ base: string; quote: string; minute_ms: bigint }>`
		delete from candle_recount r
		using (select base, quote, minute_ms from candle_recount order by minute_ms, base, quote limit ${limit}) taken
		where r.base = taken.base and r.quote = taken.quote and r.minute_ms = taken.minute_ms
		returning r.base, r.quote, r.minute_ms`.execute(trx)
	return rows
}

/** The numbered trades of a pair that settled in this span, in the order in which they settled. */
export async function selectCountedTrades(
	db: Database,
	{ pair, fromMs, beforeMs }: { pair: Pair; fromMs: number; beforeMs: number },
): Promise<readonly TradeRow[]> {
	const ended = (states: readonly string[]) => sql`
		select ${tradeColumns} from "order" o join trade t on t.order_hash = o.subintent_hash
		where o.state in (${sql.join(states.map(state => sql.lit(state)))}) and o.ended_at_ms >= ${fromMs}
			and o.ended_at_ms < ${beforeMs} and o.base = ${pair.base} and o.quote = ${pair.quote} and t.trade_number is not null`
	const { rows } = await sql<TradeRow>`
		${ended(['settled', 'expired'])} union all ${ended(['unfilled', 'cancelled'])}
		order by ended_at_ms, subintent_hash`.execute(db)
	return rows
}
