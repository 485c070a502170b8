import { type LimitOrder, type NewOrderWire, parseLimitOrder } from '@accord/protocol'

/** A part of a user's order as one maker is asked to fill it. */
export type NewOrder = {
	id: string
	createdAtMs: number
	/** The last moment at which a fill is still taken, in milliseconds. */
	fillBeforeMs: number
	/** The user's side. */
	limitOrder: LimitOrder
	/** What the maker is to sign: the exact mirror. */
	fill: LimitOrder
}

/** Reads the params of platform.new_orders.new. @throws TradeError `invalid_decimal` */
export function parseNewOrder(wire: NewOrderWire): NewOrder {
	return {
		id: wire.id,
		createdAtMs: wire.created_at_ms,
		fillBeforeMs: wire.fill_before_ms,
		limitOrder: parseLimitOrder(wire.limit_order),
		fill: parseLimitOrder(wire.fill),
	}
}
