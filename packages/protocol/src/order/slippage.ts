import { Decimal } from '../amount/decimal.ts'
import type { LimitOrder } from './limit-order.ts'

/** How much worse for the user an order may be than its quote, so that it still matches after the price has moved. */
export type Slippage = {
	/** The side that was requested exactly and stays as it is. */
	readonly exact: 'sell' | 'buy'
	/** From 0 to less than 1: 0.005 is half a percent. */
	readonly fraction: Decimal
	/** Decimal places of a token by its symbol. */
	readonly divisibilityOf: (symbol: string) => number
}

/**
 * The order with its computed side made worse by a fraction (specification, Limit order): a buy amount is reduced and rounded
 * down, but never to zero; a sell amount is raised and rounded up.
 * @throws RangeError unless 0 ≤ fraction < 1
 */
export function withSlippage(order: LimitOrder, { exact, fraction, divisibilityOf }: Slippage): LimitOrder {
	if (fraction < 0n || fraction >= Decimal.one) throw new RangeError('slippage is a fraction from 0 to less than 1')
	const { symbol, amount } = exact === 'sell' ? order.buy : order.sell
	const divisibility = divisibilityOf(symbol)
	if (exact === 'sell') {
		const kept = Decimal.mulDown(amount, Decimal.subtract(Decimal.one, fraction))
		const least = Decimal.max(Decimal.roundDown(kept, divisibility), Decimal.unit(divisibility))
		return { sell: order.sell, buy: { symbol, amount: least } }
	}
	const raised = Decimal.mulUp(amount, Decimal.add(Decimal.one, fraction))
	return { sell: { symbol, amount: Decimal.roundUp(raised, divisibility) }, buy: order.buy }
}

const hundred = Decimal.fromInteger(100)
const large = Decimal.parse('0.05')

/**
 * Converts slippage as people write it to a fraction: "0.5%" is 0.005, and so is "0.005".
 * @throws TradeError `invalid_decimal`
 */
export function readSlippage(text: string): Decimal {
	const percentage = /^(.*?)\s*%$/.exec(text)?.[1]
	return percentage === undefined ? Decimal.parse(text) : Decimal.divUp(Decimal.parse(percentage), hundred)
}

/** Whether the slippage needs a second confirmation: above 5 %. */
export function isLargeSlippage(fraction: Decimal): boolean {
	return fraction > large
}

/** The warning about slippage above 5 %, and how to allow it. */
export function largeSlippageAdvice(fraction: Decimal, allowed: string): string {
	return `slippage of ${Decimal.format(Decimal.mulUp(fraction, hundred))}%: if it is meant, say ${allowed}; 0.5% is half a percent`
}
