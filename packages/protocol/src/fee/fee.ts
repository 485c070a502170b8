import type { Amount } from '../amount/amount.ts'
import { Decimal } from '../amount/decimal.ts'
import { decimal, symbolWire } from '../fields.ts'
import { message, named, type ValueOf } from '../message.ts'
import { type FeeInfo, tokenSettlementFee } from './fee-info.ts'

/** Both fees of one order or fill, in the token it sells (specification, Fee). */
export type Fee = ValueOf<typeof Fee>
export const Fee = message({
	symbol: symbolWire,
	platformAmount: named('anthic_amount', decimal),
	settlementAmount: decimal,
})
/** A fee in a request. */
export const GivenFee = Fee.strict()

/** Users pay the taker's fraction, makers the maker's (decision 15). */
export type FeeRole = 'taker' | 'maker'

/** The inputs of one fee; `divisibility` is that of the token sold. */
export type FeeRequest = {
	readonly feeInfo: FeeInfo
	readonly level: number
	readonly role: FeeRole
	readonly sell: Amount
	readonly divisibility: number
}

/**
 * The fee to compose with: both amounts rounded up to the token's unit.
 * @throws TradeError `unknown_token`; RangeError for a level without an entry
 */
export function quoteFee(request: FeeRequest): Fee {
	const { feeInfo, sell, divisibility } = request
	const platformAmount = Decimal.roundUp(Decimal.mulUp(platformFraction(request), sell.amount), divisibility)
	return { symbol: sell.symbol, platformAmount, settlementAmount: settlementFee(feeInfo, sell.symbol, divisibility) }
}

/**
 * The lowest platform fee that is accepted: the product rounded down to 18 places, as in the ledger's own arithmetic,
 * then rounded up to the unit (decision 15). It is at most one unit below the quoted fee.
 */
export function lowestPlatformFee(request: FeeRequest): Decimal {
	const product = Decimal.mulDown(platformFraction(request), request.sell.amount)
	return Decimal.roundUp(product, request.divisibility)
}

/** solver_amount + transaction_execution_amount, rounded up to the unit. @throws TradeError `unknown_token` */
export function settlementFee(feeInfo: FeeInfo, symbol: string, divisibility: number): Decimal {
	const { solverAmount, transactionExecutionAmount } = tokenSettlementFee(feeInfo, symbol)
	return Decimal.roundUp(Decimal.add(solverAmount, transactionExecutionAmount), divisibility)
}

/** The total that the user gives: the amount sold plus both fees. */
export function totalWithdrawn(sell: Amount, fee: Fee): Decimal {
	return Decimal.sum([sell.amount, fee.platformAmount, fee.settlementAmount])
}

function platformFraction({ feeInfo, level, role }: FeeRequest): Decimal {
	const entry = feeInfo.perLevelPlatformFee[level]
	if (entry === undefined) throw new RangeError(`no fee is set for account level ${level}`)
	return role === 'taker' ? entry.takerFee : entry.makerFee
}
