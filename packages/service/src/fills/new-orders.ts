import { Decimal, type LimitOrder, mirror, type NewOrder, type Pair } from '@accord/protocol'
import { type Selectable, sql } from 'kysely'
import type { Database, PartTable } from '../db/tables.ts'
import { type Ask, ask, askOne } from '../db/together.ts'

/** A new order with its pair, which determines the sessions to which it is sent. */
export type OpenNewOrder = NewOrder & { readonly pair: Pair }

/**
 * The parts that a maker may still fill, in the order in which they were reserved: a maker that has seen one of them
 * has seen all earlier ones.
 */
export type NewOrderPage = {
	readonly orders: readonly OpenNewOrder[]
	/** The number of the last one reserved; 0 if there is none. */
	readonly newest: bigint
}

/** The orders that a maker may still fill. */
export async function openNewOrders(
	db: Database,
	{ makerId, nowMs }: { makerId: string; nowMs: number },
): Promise<NewOrderPage> {
	return (await askOne(db, newOrdersOf([makerId], nowMs))).get(makerId) ?? { orders: [], newest: 0n }
}

/** The orders that each of these makers may still fill; makers without any are left out. */
export function newOrdersOf(makerIds: readonly string[], nowMs: number): Ask<ReadonlyMap<string, NewOrderPage>> {
	// The state is a literal, not a parameter, so that the plan always uses the partial index.
	const open = sql<NewOrderRow & Pick<Selectable<PartTable>, 'maker_id' | 'reserved_number'>>`
		select maker_id, reserved_number, part_id, base, quote, asked_at_ms, fill_before_ms,
			fill_sell_symbol, fill_sell_amount, fill_buy_symbol, fill_buy_amount
		from part where maker_id = any(${makerIds}::text[]) and state = 'asked' and fill_before_ms >= ${nowMs}
		order by reserved_number`
	return ask(open, rows => {
		const pages = [...Map.groupBy(rows, row => row.maker_id)].map(([makerId, own]) => {
			return [makerId, { orders: own.map(readNewOrder), newest: own.at(-1)?.reserved_number ?? 0n }] as const
		})
		return new Map(pages)
	})
}

type NewOrderRow = Pick<
	Selectable<PartTable>,
	| 'part_id'
	| 'base'
	| 'quote'
	| 'asked_at_ms'
	| 'fill_before_ms'
	| 'fill_sell_symbol'
	| 'fill_sell_amount'
	| 'fill_buy_symbol'
	| 'fill_buy_amount'
>

/** A part's row as its maker sees it. */
export function readNewOrder(row: NewOrderRow): OpenNewOrder {
	const fill = readFillTerms(row)
	return {
		id: row.part_id,
		pair: { base: row.base, quote: row.quote },
		createdAtMs: Number(row.asked_at_ms),
		fillBeforeMs: Number(row.fill_before_ms),
		limitOrder: mirror(fill),
		fill,
	}
}

type FillTermsRow = Readonly<
	Record<'fill_sell_symbol' | 'fill_sell_amount' | 'fill_buy_symbol' | 'fill_buy_amount', string>
>

/** What the maker of a part sells and buys. */
export function readFillTerms(row: FillTermsRow): LimitOrder {
	return {
		sell: { symbol: row.fill_sell_symbol, amount: Decimal.parse(row.fill_sell_amount) },
		buy: { symbol: row.fill_buy_symbol, amount: Decimal.parse(row.fill_buy_amount) },
	}
}
