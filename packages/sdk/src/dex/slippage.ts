import { Decimal, type LimitOrder } from '@accord/protocol'
import { type DecimalLike, toDecimal } from './amount-like.ts'

/** An amount, by how much it may be made worse ("0.005" is half a percent), and the decimal places of its token. */
export type SlippageRequest = { amount: DecimalLike; slippage: DecimalLike; divisibility: number }

/**
 * The least that must be bought so that the order still matches after the price has moved: rounded down, never to nothing.
 * @throws TradeError `invalid_decimal`; RangeError unless 0 ≤ slippage < 1
 */
export function leastBought({ amount, slippage, divisibility }: SlippageRequest): string {
	const kept = Decimal.mulDown(toDecimal(amount), Decimal.subtract(Decimal.one, fraction(slippage)))
	return Decimal.format(Decimal.max(Decimal.roundDown(kept, divisibility), Decimal.unit(divisibility)))
}

/**
 * The most that may be sold so that the order still matches after the price has moved: rounded up.
 * @throws TradeError `invalid_decimal`; RangeError unless 0 ≤ slippage < 1
 */
export function mostSold({ amount, slippage, divisibility }: SlippageRequest): string {
	const raised = Decimal.mulUp(toDecimal(amount), Decimal.add(Decimal.one, fraction(slippage)))
	return Decimal.format(Decimal.roundUp(raised, divisibility))
}

/** An amount cut (`down`) or raised (`up`) to so many decimal places: what is bought is cut, fees and what is sold are raised. */
export function roundAmount(amount: DecimalLike, divisibility: number, direction: 'down' | 'up'): string {
	const round = direction === 'down' ? Decimal.roundDown : Decimal.roundUp
	return Decimal.format(round(toDecimal(amount), divisibility))
}

/** The order with the side that was computed made worse for the user; the exact one stays as it is. */
export function softened(
	order: LimitOrder,
	{ exact, slippage, places }: { exact: 'sell' | 'buy'; slippage: DecimalLike; places: (symbol: string) => number },
): LimitOrder {
	const { symbol, amount } = exact === 'sell' ? order.buy : order.sell
	const request = { amount, slippage, divisibility: places(symbol) }
	if (exact === 'sell') return { ...order, buy: { symbol, amount: Decimal.parse(leastBought(request)) } }
	return { ...order, sell: { symbol, amount: Decimal.parse(mostSold(request)) } }
}

function fraction(slippage: DecimalLike): Decimal {
	const read = toDecimal(slippage)
	if (read < 0n || read >= Decimal.one) throw new RangeError('slippage is a fraction from 0 to less than 1')
	return read
}
