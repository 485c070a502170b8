import { type Amount, Decimal, type FeeInfo, ordinaryCostXrd, rebate, type Token } from '@accord/protocol'

/** The total cost of a swap, in the token sold and as a fraction of the amount sold. */
export type SwapCost = { readonly amount: Decimal; readonly fraction: Decimal }

/** A cost of 2 % or more triggers a warning; 10 % or more must be confirmed. */
export type CostLevel = 'fine' | 'high' | 'severe'

const highCost = Decimal.parse('0.02')
const severeCost = Decimal.parse('0.1')

export function costLevelOf({ fraction }: SwapCost): CostLevel {
	if (fraction >= severeCost) return 'severe'
	return fraction >= highCost ? 'high' : 'fine'
}

/** The totals paid and received, and the best level's price, in quote per base. */
export type TradedAmounts = {
	readonly paid: Decimal
	readonly sold: Decimal
	readonly received: Decimal
	readonly sellsBase: boolean
	readonly best: Decimal
}

/** How much the payment exceeds the value received at the best price: fees, impact and rounding. */
export function costOf({ paid, sold, received, sellsBase, best }: TradedAmounts): SwapCost {
	const worth = sellsBase ? Decimal.divDown(received, best) : Decimal.mulDown(received, best)
	const amount = Decimal.max(Decimal.zero, Decimal.subtract(paid, worth))
	return { amount, fraction: Decimal.divUp(amount, sold) }
}

/** The fraction of the settlement fee that an ordinary order gets back, as estimated by the service. */
export function expectedRefund(feeInfo: FeeInfo, { symbol, divisibility }: Token): Amount {
	const executionOf = (one: string) =>
		feeInfo.perTokenSettlementFee.find(fee => fee.symbol === one)?.transactionExecutionAmount ?? Decimal.zero
	const [teaXrd, teaToken] = [executionOf('XRD'), executionOf(symbol)]
	if (teaXrd === 0n) return { symbol, amount: Decimal.zero }
	return { symbol, amount: rebate({ costXrd: ordinaryCostXrd, teaXrd, teaToken, divisibility }) }
}

/** The fees used to compute a swap. */
export type CostTerms = {
	readonly feeInfo: FeeInfo
	/** The account's level; 0 without an account. */
	readonly level: number
	readonly sell: Token
}

/**
 * The smallest amount whose total cost is below 2 %, rounded up to two digits; undefined if no amount is cheap enough.
 */
export function sensibleAmount({ feeInfo, level, sell }: CostTerms): Decimal | undefined {
	const settlement = feeInfo.perTokenSettlementFee.find(fee => fee.symbol === sell.symbol)
	if (settlement === undefined) return undefined
	const takerFee = feeInfo.perLevelPlatformFee[level]?.takerFee ?? Decimal.zero
	const left = Decimal.subtract(highCost, takerFee)
	if (left <= 0n) return undefined
	const fixed = Decimal.subtract(
		Decimal.add(settlement.solverAmount, settlement.transactionExecutionAmount),
		expectedRefund(feeInfo, sell).amount,
	)
	return roundUpTo2Digits(Decimal.divUp(fixed, left), sell.divisibility)
}

function roundUpTo2Digits(amount: Decimal, divisibility: number): Decimal {
	let step = 1n
	while (step * 100n <= amount) step *= 10n
	return Decimal.roundUp((((amount + step - 1n) / step) * step) as Decimal, divisibility)
}
