import { Decimal, mirror, type NewOrder, type Pair } from '@accord/protocol'
import { type Selectable, sql } from 'kysely'
import type { Database, PartTable } from '../db/tables.ts'

/** A new order with its pair, which decides the sessions that it is sent to. */
export type OpenNewOrder = NewOrder & { readonly pair: Pair }

/** The parts that a maker may still fill, in the order in which they were reserved: who has seen one has seen all before it. */
export async function openNewOrders(
	db: Database,
	{ makerId, nowMs }: { makerId: string; nowMs: number },
): Promise<OpenNewOrder[]> {
	const rows = await db
		.selectFrom('part')
		.select(newOrderColumns)
		.where('maker_id', '=', makerId)
		// A literal, not a parameter, so that the plan always uses the partial index.
		.where('state', '=', sql.lit('asked'))
		.where('fill_before_ms', '>=', BigInt(nowMs))
		.orderBy('reserved_number')
		.execute()
	return rows.map(readNewOrder)
}

const newOrderColumns = [
	'part_id',
	'base',
	'quote',
	'asked_at_ms',
	'fill_before_ms',
	'fill_sell_symbol',
	'fill_sell_amount',
	'fill_buy_symbol',
	'fill_buy_amount',
] as const

type NewOrderRow = Pick<Selectable<PartTable>, (typeof newOrderColumns)[number]>

/** A part's row as its maker sees it. */
export function readNewOrder(row: NewOrderRow): OpenNewOrder {
	const fill = {
		sell: { symbol: row.fill_sell_symbol, amount: Decimal.parse(row.fill_sell_amount) },
		buy: { symbol: row.fill_buy_symbol, amount: Decimal.parse(row.fill_buy_amount) },
	}
	return {
		id: row.part_id,
		pair: { base: row.base, quote: row.quote },
		createdAtMs: Number(row.asked_at_ms),
		fillBeforeMs: Number(row.fill_before_ms),
		limitOrder: mirror(fill),
		fill,
	}
}
