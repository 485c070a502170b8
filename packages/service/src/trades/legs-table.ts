import { Decimal, type Pair, type PricedTrade } from '@accord/protocol'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import { newestState } from '../fills/newest-state.ts'

/** What the makers of one leg exchanged for a routed order, in the leg's own pair. */
export type TradedLeg = PricedTrade & { readonly pair: Pair }

/** The legs of these orders as they settled, in the order in which they did. */
export function selectLegsOf(db: Database, orderHashes: readonly string[]): Promise<readonly TradedLeg[]> {
	return selectLegs(db, sql`o.subintent_hash = any(${orderHashes as string[]}::text[])`)
}

/** The legs in a pair of the numbered trades that settled in this span. */
export async function selectCountedLegs(
	db: Database,
	{ pair, fromMs, beforeMs }: { pair: Pair; fromMs: number; beforeMs: number },
): Promise<readonly TradedLeg[]> {
	const ended = (states: readonly string[]) =>
		selectLegs(
			db,
			sql`o.state in (${sql.join(states.map(state => sql.lit(state)))})
				and o.ended_at_ms >= ${fromMs} and o.ended_at_ms < ${beforeMs} and p.base = ${pair.base} and p.quote = ${pair.quote}
				and exists (select from trade t where t.order_hash = o.subintent_hash and t.trade_number is not null)`,
		)
	return [...(await ended(['settled', 'expired'])), ...(await ended(['unfilled', 'cancelled']))]
}

type LegRow = { base: string; quote: string; ended_at_ms: bigint; base_amount: string; quote_amount: string }

async function selectLegs(db: Database, isOfOrders: RawBuilder<unknown>): Promise<readonly TradedLeg[]> {
	const { rows } = await sql<LegRow>`
		select p.base, p.quote, o.ended_at_ms,
			sum(case p.side when 'bids' then f.buy_amount else f.sell_amount end)::text as base_amount,
			sum(case p.side when 'bids' then f.sell_amount else f.buy_amount end)::text as quote_amount
		from "order" o join part p on p.order_hash = o.subintent_hash join fill f on f.part_id = p.part_id
		where ${isOfOrders} and (p.base, p.quote) <> (o.base, o.quote) and ${newestState('f')} = 'Settled'
		group by o.subintent_hash, o.ended_at_ms, p.base, p.quote
		order by o.ended_at_ms, o.subintent_hash`.execute(db)
	return rows.map(row => {
		const [baseAmount, quoteAmount] = [Decimal.parse(row.base_amount), Decimal.parse(row.quote_amount)]
		return {
			pair: { base: row.base, quote: row.quote },
			price: Decimal.divDown(quoteAmount, baseAmount),
			baseAmount,
			quoteAmount,
			settledAtMs: Number(row.ended_at_ms),
		}
	})
}
