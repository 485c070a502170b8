import { Decimal, formatAmount, type LimitOrder, TradeError } from '@accord/protocol'

/**
 * The refusal of an order that does not match: its makers have promised all they may, or nobody offers it.
 * `offeredMatches`: whether it would match if they might promise any amount.
 */
export function matchRefusal(
	largest: LimitOrder | undefined,
	{ offeredMatches }: { offeredMatches: () => boolean },
): TradeError {
	return offeredMatches() ? new TradeError('exposure_limit') : noLiquidity(largest)
}

/** The refusal of an order that nothing matches; `largest_amount` is the most of the sold token that would match. */
export function noLiquidity(largest: LimitOrder | undefined): TradeError {
	if (largest === undefined) return new TradeError('no_liquidity')
	const { sell, buy } = largest
	const detail = `at this limit ${Decimal.format(sell.amount)} ${sell.symbol} for ${Decimal.format(buy.amount)} ${buy.symbol} would match`
	return new TradeError('no_liquidity', detail, { extra: { largest_amount: formatAmount(sell) } })
}
