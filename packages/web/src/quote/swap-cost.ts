import { type Amount, Decimal, type Fee, type FeeInfo, ordinaryCostXrd, rebate, type Token } from '@accord/protocol'

/** The total cost of a swap against the mid price, in the token sold and as a fraction of the amount sold. */
export type SwapCost = { readonly amount: Decimal; readonly fraction: Decimal; readonly parts: CostParts }

/** What the cost consists of, in the token sold: the parts add up to the total. */
export type CostParts = {
	/** From the middle of the book to its best price; undefined while only one side is quoted. */
	readonly halfSpread: Decimal | undefined
	/** From the best price to the average price, and rounding. */
	readonly impact: Decimal
	readonly platformFee: Decimal
	/** The settlement fee, less the part that is expected back. */
	readonly networkFee: Decimal
}

/** A cost of 2 % or more triggers a warning; 10 % or more must be confirmed. */
export type CostLevel = 'fine' | 'high' | 'severe'

const highCost = Decimal.parse('0.02')
const severeCost = Decimal.parse('0.1')
const two = Decimal.fromInteger(2)

export function costLevelOf({ fraction }: Pick<SwapCost, 'fraction'>): CostLevel {
	if (fraction >= severeCost) return 'severe'
	return fraction >= highCost ? 'high' : 'fine'
}

/** The amounts exchanged, the fees, and the prices to compare with, in quote per base. */
export type TradedAmounts = {
	readonly sold: Decimal
	readonly received: Decimal
	readonly fee: Fee
	readonly refund: Decimal
	readonly sellsBase: boolean
	/** The price of the best level. */
	readonly best: Decimal
	/** The middle of the book; undefined while only one side is quoted. */
	readonly mid: Decimal | undefined
}

/** How much the payment exceeds the value received at the mid price: half the spread, impact and fees. */
export function costOf({ sold, received, fee, refund, sellsBase, best, mid }: TradedAmounts): SwapCost {
	const worthAt = (price: Decimal) => (sellsBase ? Decimal.divDown(received, price) : Decimal.mulDown(received, price))
	const atBest = worthAt(best)
	const parts: CostParts = {
		halfSpread: mid === undefined ? undefined : Decimal.subtract(atBest, worthAt(mid)),
		impact: Decimal.subtract(sold, atBest),
		platformFee: fee.platformAmount,
		networkFee: Decimal.subtract(fee.settlementAmount, refund),
	}
	const { halfSpread = Decimal.zero, ...others } = parts
	const amount = Decimal.max(Decimal.zero, Decimal.sum([halfSpread, ...Object.values(others)]))
	return { amount, fraction: Decimal.divUp(amount, sold), parts }
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
	/** The spread as a fraction of the mid price; undefined while only one side is quoted. */
	readonly spread: Decimal | undefined
}

/**
 * The smallest amount whose total cost is below 2 %, rounded up to two digits; undefined if no amount is cheap enough.
 */
export function sensibleAmount({ feeInfo, level, sell, spread = Decimal.zero }: CostTerms): Decimal | undefined {
	const settlement = feeInfo.perTokenSettlementFee.find(fee => fee.symbol === sell.symbol)
	if (settlement === undefined) return undefined
	const takerFee = feeInfo.perLevelPlatformFee[level]?.takerFee ?? Decimal.zero
	const halfSpread = Decimal.divUp(Decimal.max(Decimal.zero, spread), two)
	const left = Decimal.subtract(highCost, Decimal.add(takerFee, halfSpread))
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
