import type { Amount } from '../amount/amount.ts'

/** What its signer gives at most and gets at least (specification, Limit order). */
export type LimitOrder = { readonly sell: Amount; readonly buy: Amount }

/** The other side of the same trade: sells what `order` buys and buys what it sells. */
export function mirror(order: LimitOrder): LimitOrder {
	return { sell: order.buy, buy: order.sell }
}
