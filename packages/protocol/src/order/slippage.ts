import { Decimal } from '../amount/decimal.ts'
import type { LimitOrder } from './limit-order.ts'

/**
 * The order with its buy amount reduced by a fraction ("0.005" is half a percent), rounded down to the divisibility of
 * the token bought but never to nothing: likelier to be filled, at worse a price for the user (specification, Limit order).
 * @throws RangeError unless 0 ≤ fraction < 1
 */
export function withSlippage(order: LimitOrder, fraction: Decimal, buyDivisibility: number): LimitOrder {
	if (fraction < 0n || fraction >= Decimal.one) throw new RangeError('slippage is a fraction from 0 to less than 1')
	const kept = Decimal.mulDown(order.buy.amount, Decimal.subtract(Decimal.one, fraction))
	const amount = Decimal.max(Decimal.roundDown(kept, buyDivisibility), Decimal.unit(buyDivisibility))
	return { sell: order.sell, buy: { symbol: order.buy.symbol, amount } }
}
