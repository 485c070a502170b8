import { type Amount, formatAmount, parseAmount } from '../amount/amount.ts'
import type { LimitOrderWire } from '../wire/primitives.ts'

/** What its signer gives at most and gets at least (specification, Limit order). */
export type LimitOrder = { readonly sell: Amount; readonly buy: Amount }

/** Reads the wire's limit order. @throws TradeError `invalid_decimal` */
export function parseLimitOrder(wire: LimitOrderWire): LimitOrder {
	return { sell: parseAmount(wire.sell), buy: parseAmount(wire.buy) }
}

/** The wire's limit order. */
export function formatLimitOrder(order: LimitOrder): LimitOrderWire {
	return { sell: formatAmount(order.sell), buy: formatAmount(order.buy) }
}

/** The other side of the same trade: sells what `order` buys and buys what it sells. */
export function mirror(order: LimitOrder): LimitOrder {
	return { sell: order.buy, buy: order.sell }
}
