import { Amount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import { message, type ValueOf } from '../message.ts'

/** The most that the signer gives and the least that the signer gets (specification, Limit order). */
export type LimitOrder = ValueOf<typeof LimitOrder>
export const LimitOrder = message({ sell: Amount, buy: Amount })

/** The other side of the same trade: sells what `order` buys and buys what it sells. */
export function mirror(order: LimitOrder): LimitOrder {
	return { sell: order.buy, buy: order.sell }
}

/** What a settled order got beyond its limit, in its pair's quote token: more received, or less paid. */
export const surplusField = Amount.describe(
	'Once settled: how much better than the limit, in the quote token.',
).optional()

/** What an order exchanged: its limit, with more bought or less sold by the surplus, which is in its pair's quote token. */
export function withSurplus({ sell, buy }: LimitOrder, surplus: Amount | undefined): LimitOrder {
	const amount = surplus?.amount ?? Decimal.zero
	if (surplus?.symbol === sell.symbol) return { sell: { ...sell, amount: Decimal.subtract(sell.amount, amount) }, buy }
	return { sell, buy: { ...buy, amount: Decimal.add(buy.amount, amount) } }
}

/** Whether both sell the same amount of the same token, and buy the same. */
export function sameOrder(a: LimitOrder, b: LimitOrder): boolean {
	return sameAmount(a.sell, b.sell) && sameAmount(a.buy, b.buy)
}

function sameAmount(a: Amount, b: Amount): boolean {
	return a.symbol === b.symbol && a.amount === b.amount
}
