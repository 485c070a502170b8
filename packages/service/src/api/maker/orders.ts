import {
	formatLimitOrder,
	type MakerOrdersQueryWire,
	type MakerOrdersWire,
	type MakerOrderWire,
	makerOrdersQueryWire,
	type Pair,
} from '@accord/protocol'
import type { MakerOrder, MakerOrdersQuery } from '../../fills/maker-orders.ts'
import type { TradeApp } from '../trade/trade-app.ts'
import type { KeyRequired } from './maker-routes.ts'

export type OrdersDeps = {
	readonly market: { pair(base: string, quote: string): Pair }
	readonly makerOrders: (query: MakerOrdersQuery) => Promise<{ orders: readonly MakerOrder[]; next?: string }>
}

const pageDefault = 100

/** GET /maker/orders */
export function orders(app: TradeApp, { market, makerOrders }: OrdersDeps, keyRequired: KeyRequired): void {
	const options = { ...keyRequired, schema: { querystring: makerOrdersQueryWire } }
	app.get('/maker/orders', options, async ({ makerId, query }): Promise<MakerOrdersWire> => {
		const { state, limit = pageDefault, before } = query
		const { orders, next } = await makerOrders({ makerId, state, pair: pairOf(market, query), limit, before })
		return { orders: orders.map(formatOrder), ...(next === undefined ? {} : { next }) }
	})
}

function pairOf(market: OrdersDeps['market'], { base, quote }: MakerOrdersQueryWire): Pair | undefined {
	return base === undefined || quote === undefined ? undefined : market.pair(base, quote)
}

function formatOrder(order: MakerOrder): MakerOrderWire {
	const { filled, answeredAtMs, rejectReason } = order
	return {
		id: order.id,
		pair: { ...order.pair },
		created_at_ms: order.createdAtMs,
		fill_before_ms: order.fillBeforeMs,
		limit_order: formatLimitOrder(order.limitOrder),
		fill: formatLimitOrder(order.fill),
		state: order.state,
		...(answeredAtMs === undefined ? {} : { answered_at_ms: answeredAtMs }),
		...(rejectReason === undefined ? {} : { reject_reason: rejectReason }),
		...(filled === undefined ? {} : { fill_state: filled.state, fill_subintent_id: filled.subintentId }),
		...(filled?.transactionId === undefined ? {} : { transaction_id: filled.transactionId }),
	}
}
