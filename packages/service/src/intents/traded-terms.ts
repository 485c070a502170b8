import type { LimitOrderTerms } from '@accord/ledger'
import { Decimal, type Fee, type FeeInfo, type LimitOrder, type Token, type Violation } from '@accord/protocol'
import type { Market } from '../market/market.ts'

/** A manifest's terms, with the market's tokens in place of resources. */
export type TradedTerms = {
	readonly sold: Token
	readonly bought: Token
	/** The pair of these tokens, if they form one, and the side of its book that the order takes. */
	readonly pairAndSide: ReturnType<Market['pairOf']>
	readonly limitOrder: LimitOrder
	readonly fee: Fee
}

/** Looks up the tokens; `traded` is present if both are known. */
export function readTradedTerms(
	market: Market,
	terms: LimitOrderTerms,
): { violations: readonly Violation[]; traded?: TradedTerms | undefined } {
	const { sell, buy, fee, at } = terms
	const sold = market.tokenByAddress(sell.resource)
	const bought = market.tokenByAddress(buy.resource)
	const violations = joinedViolations(
		sold === undefined ? [unknownToken(sell.resource, at.sell)] : [],
		bought === undefined ? [unknownToken(buy.resource, at.buy)] : [],
	)
	if (sold === undefined || bought === undefined) return { violations }
	const limitOrder = {
		sell: { symbol: sold.symbol, amount: sell.amount },
		buy: { symbol: bought.symbol, amount: buy.amount },
	}
	const pairAndSide = market.pairOf({ sell: sold.symbol, buy: bought.symbol })
	const { platformAmount, settlementAmount } = fee
	const paid = { symbol: sold.symbol, platformAmount, settlementAmount }
	return { violations, traded: { sold, bought, pairAndSide, limitOrder, fee: paid } }
}

/** The two tokens must be a traded pair. */
export function findPairViolations({ sold, bought, pairAndSide }: TradedTerms, at: LimitOrderTerms['at']): Violation[] {
	if (pairAndSide !== undefined) return []
	const found = `${sold.symbol} for ${bought.symbol}`
	return [{ code: 'unknown_pair', item: { instruction: at.buy, expected: 'a pair of GET /trade/token_pairs', found } }]
}

/** Amounts must be positive, fees must not be negative, and neither may have more decimal places than its token. */
export function findAmountViolations(market: Market, { sell, buy, fee, at }: LimitOrderTerms): readonly Violation[] {
	const sold = market.tokenByAddress(sell.resource)
	const bought = market.tokenByAddress(buy.resource)
	return joinedViolations(
		findAmountViolation({ amount: sell.amount, minimum: 'more than 0', token: sold, index: at.sell }),
		findAmountViolation({ amount: buy.amount, minimum: 'more than 0', token: bought, index: at.buy }),
		findAmountViolation({ amount: fee.platformAmount, minimum: '0 or more', token: sold, index: at.platformFee }),
		findAmountViolation({ amount: fee.settlementAmount, minimum: '0 or more', token: sold, index: at.settlementFee }),
	)
}

/** The withdrawn amount must be exactly the sum of steps 3, 6 and 7. */
export function findWithdrawViolations({ withdrawn, sell, fee, at }: LimitOrderTerms): Violation[] {
	const sum = Decimal.sum([sell.amount, fee.platformAmount, fee.settlementAmount])
	if (withdrawn.amount === sum) return []
	const expected = `${Decimal.format(sum)}: sell amount + both fees`
	return [
		{
			code: 'withdraw_mismatch',
			item: { instruction: at.withdraw, expected, found: Decimal.format(withdrawn.amount) },
		},
	]
}

/** The access rule of VERIFY_PARENT must be the service's. */
export function findAccessRuleViolations(
	feeInfo: FeeInfo,
	{ accessRuleSborHex: found, at }: LimitOrderTerms,
): Violation[] {
	const { verifyParentAccessRuleSborHex: expected, formerVerifyParentAccessRuleSborHex: former } = feeInfo
	if (found === expected || found === former) return []
	return [{ code: 'verify_parent_mismatch', item: { instruction: at.verifyParent, expected, found } }]
}

type AmountRule = { amount: Decimal; minimum: 'more than 0' | '0 or more'; token: Token | undefined; index: number }

function findAmountViolation({ amount, minimum, token, index }: AmountRule): Violation[] {
	const isEnough = Decimal.isPositive(amount) || (minimum === '0 or more' && Decimal.isZero(amount))
	const places = token?.divisibility ?? 18
	if (isEnough && Decimal.fits(amount, places)) return []
	const expected = isEnough ? `at most ${places} decimal places, like ${token?.symbol}` : minimum
	return [{ code: 'invalid_amount', item: { instruction: index, expected, found: Decimal.format(amount) } }]
}

function unknownToken(found: string, index: number): Violation {
	return { code: 'unknown_token', item: { instruction: index, expected: 'a token of GET /trade/tokens', found } }
}

const none: readonly Violation[] = []

/** All violations of several rules, in order; there are hardly ever any, and then nothing is allocated. */
export function joinedViolations(...found: readonly (readonly Violation[])[]): readonly Violation[] {
	for (const violations of found) if (violations.length > 0) return found.flat()
	return none
}
