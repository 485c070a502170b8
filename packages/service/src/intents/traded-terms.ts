import type { LimitOrderTerms } from '@accord/ledger'
import { Decimal, type Fee, type LimitOrder, type Token, type Violation } from '@accord/protocol'
import type { Market } from '../market/market.ts'

/** A manifest's terms in the market's words: tokens for resources. */
export type TradedTerms = {
	readonly sold: Token
	readonly bought: Token
	readonly limitOrder: LimitOrder
	readonly fee: Fee
}

/** Names the tokens; `traded` is there when both are known. */
export function readTradedTerms(
	market: Market,
	terms: LimitOrderTerms,
): { violations: Violation[]; traded?: TradedTerms | undefined } {
	const { sell, buy, fee, at } = terms
	const sold = market.tokenByAddress(sell.resource)
	const bought = market.tokenByAddress(buy.resource)
	const violations = [
		...(sold === undefined ? [unknownToken(sell.resource, at.sell)] : []),
		...(bought === undefined ? [unknownToken(buy.resource, at.buy)] : []),
	]
	if (sold === undefined || bought === undefined) return { violations }
	const limitOrder = {
		sell: { symbol: sold.symbol, amount: sell.amount },
		buy: { symbol: bought.symbol, amount: buy.amount },
	}
	return { violations, traded: { sold, bought, limitOrder, fee: { symbol: sold.symbol, ...fee } } }
}

/** The two tokens are a pair that is traded. */
export function findPairViolations(
	market: Market,
	{ limitOrder: { sell, buy } }: TradedTerms,
	at: LimitOrderTerms['at'],
): Violation[] {
	if (market.pairOf({ sell: sell.symbol, buy: buy.symbol }) !== undefined) return []
	const found = `${sell.symbol} for ${buy.symbol}`
	return [{ code: 'unknown_pair', item: { instruction: at.buy, expected: 'a pair of GET /trade/token_pairs', found } }]
}

/** Amounts are positive, fees not negative, and neither has more decimal places than its token. */
export function findAmountViolations(market: Market, { sell, buy, fee, at }: LimitOrderTerms): Violation[] {
	const [sold, bought] = [market.tokenByAddress(sell.resource), market.tokenByAddress(buy.resource)]
	return [
		...findAmountViolation({ amount: sell.amount, least: 'more than 0', token: sold, index: at.sell }),
		...findAmountViolation({ amount: buy.amount, least: 'more than 0', token: bought, index: at.buy }),
		...findAmountViolation({ amount: fee.platformAmount, least: '0 or more', token: sold, index: at.platformFee }),
		...findAmountViolation({ amount: fee.settlementAmount, least: '0 or more', token: sold, index: at.settlementFee }),
	]
}

/** The withdrawn amount is exactly what steps 3, 6 and 7 take. */
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

/** The rule of VERIFY_PARENT is the service's own. */
export function findAccessRuleViolations(
	expected: string,
	{ accessRuleSborHex: found, at }: LimitOrderTerms,
): Violation[] {
	if (found === expected) return []
	return [{ code: 'verify_parent_mismatch', item: { instruction: at.verifyParent, expected, found } }]
}

type AmountRule = { amount: Decimal; least: 'more than 0' | '0 or more'; token: Token | undefined; index: number }

function findAmountViolation({ amount, least, token, index }: AmountRule): Violation[] {
	const isEnough = Decimal.isPositive(amount) || (least === '0 or more' && Decimal.isZero(amount))
	const places = token?.divisibility ?? 18
	if (isEnough && Decimal.fits(amount, places)) return []
	const expected = isEnough ? `at most ${places} decimal places, as ${token?.symbol} has` : least
	return [{ code: 'invalid_amount', item: { instruction: index, expected, found: Decimal.format(amount) } }]
}

function unknownToken(found: string, index: number): Violation {
	return { code: 'unknown_token', item: { instruction: index, expected: 'a token of GET /trade/tokens', found } }
}
