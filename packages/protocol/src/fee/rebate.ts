import { ceilDivide, Decimal } from '../amount/decimal.ts'

/**
 * The most that an order without a prefix costs at settlement, in XRD, including one new vault, what binds it to its fills and
 * the hash of its match; it hardly depends on the tokens.
 */
export const ordinaryCostXrd = Decimal.parse('0.65')

/** The cost of delivering a surplus, in XRD, paid by the item whose outer delivers it. */
export const deliveryCostXrd = Decimal.parse('0.06')

/** An item's cost and the payment for it: `teaXrd` and `teaToken` are transaction_execution_amount in XRD and in the fee token. */
export type RebateRequest = {
	readonly costXrd: Decimal
	readonly teaXrd: Decimal
	readonly teaToken: Decimal
	readonly divisibility: number
}

/**
 * The part of the execution amount that is returned, in the fee token: teaToken less the cost at the fee table's own
 * price, with that cost rounded up to the token's unit; never negative (decision 16).
 */
export function rebate({ costXrd, teaXrd, teaToken, divisibility }: RebateRequest): Decimal {
	const unit = Decimal.unit(divisibility)
	const costUnits = ceilDivide(costXrd * teaToken, teaXrd * unit)
	const rest = Decimal.subtract(teaToken, (costUnits * unit) as Decimal)
	return Decimal.max(Decimal.roundDown(rest, divisibility), Decimal.zero)
}
