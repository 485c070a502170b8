import { Decimal, formatFee, isTerminalOrderState, type OrderStatusWire } from '@accord/protocol'
import type { Selectable } from 'kysely'
import type { Database, OrderTable } from '../db/tables.ts'

type OrderRow = Selectable<OrderTable>

/** GET /trade/orders/:subintent_id; nothing for an order that is not known. */
export async function orderStatus(db: Database, subintentId: string): Promise<OrderStatusWire | undefined> {
	const order = await db.selectFrom('order').selectAll().where('subintent_id', '=', subintentId).executeTakeFirst()
	if (order === undefined) return undefined
	const parts = await db
		.selectFrom('part')
		.select('state')
		.where('order_hash', '=', order.subintent_hash)
		.orderBy('asked_at_ms')
		.orderBy('part_id')
		.execute()
	return { ...describeOrder(order), parts: parts.map(({ state }) => ({ state })) }
}

function describeOrder(order: OrderRow): Omit<OrderStatusWire, 'parts'> {
	return {
		subintent_id: order.subintent_id,
		state: order.state,
		limit_order: {
			sell: { symbol: order.sell_symbol, amount: shortest(order.sell_amount) },
			buy: { symbol: order.buy_symbol, amount: shortest(order.buy_amount) },
		},
		fee: formatFee({
			symbol: order.sell_symbol,
			platformAmount: Decimal.parse(order.platform_fee),
			settlementAmount: Decimal.parse(order.settlement_fee),
		}),
		account: order.account,
		expires_at: Number(order.expires_at_s),
		created_at_ms: Number(order.accepted_at_ms),
		history: historyOf(order),
		...(isTerminalOrderState(order.state) ? { outcome: order.state } : {}),
		...(order.transaction_id === null ? {} : { transaction_id: order.transaction_id }),
	}
}

function historyOf(order: OrderRow): OrderStatusWire['history'] {
	const reached = [
		{ state: 'accepted', at: order.accepted_at_ms },
		{ state: 'filled', at: order.filled_at_ms },
		{ state: 'published', at: order.published_at_ms },
		{ state: order.state, at: order.ended_at_ms },
	] as const
	return reached.flatMap(({ state, at }) => (at === null ? [] : [{ state, at_ms: Number(at) }]))
}

function shortest(amount: string): string {
	return Decimal.format(Decimal.parse(amount))
}
