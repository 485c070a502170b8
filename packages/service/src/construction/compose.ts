import { accessRuleManifest } from '@accord/ledger'
import {
	type ComposeRequest,
	composeLimitOrderManifest,
	Decimal,
	type ErrorItem,
	type FeeInfo,
	type Token,
	TradeError,
	type Violation,
} from '@accord/protocol'
import { findAccountViolations } from '../accounts/account-address.ts'
import type { Market } from '../market/market.ts'

/**
 * POST /construction/compose: the specification's manifest for these terms. Validates symbols and their pair, divisibility and the address,
 * but not fees or liquidity.
 * @throws TradeError `unknown_token`, `unknown_pair`, `invalid_amount`, `fee_token`, `invalid_address`, `wrong_network`
 */
export function composeLimitOrder(
	{ market, feeInfo }: { market: Market; feeInfo: FeeInfo },
	request: ComposeRequest,
): string {
	const { account, fee } = request
	const { sell, buy } = request.limitOrder
	const sold = findToken(market, sell.symbol)
	const bought = findToken(market, buy.symbol)
	const [first, ...rest] = [
		...findTokenViolations(sold, sell.symbol, '/sell/symbol'),
		...findTokenViolations(bought, buy.symbol, '/buy/symbol'),
		...(sold === undefined || bought === undefined ? [] : findPairViolations(market, { sold, bought })),
		...findFeeTokenViolations(request),
		...findAccountViolations(market.networkId, { address: account, pointer: '/account' }),
		...findAmountViolations(amountsOf(request, { sold, bought })),
	]
	if (first !== undefined) throw TradeError.fromViolations([first, ...rest])
	if (sold === undefined || bought === undefined) throw new Error('an unknown token is a violation')
	return composeLimitOrderManifest({
		account: account.toLowerCase(),
		sell: { resource: sold.resourceAddress, amount: sell.amount },
		buy: { resource: bought.resourceAddress, amount: buy.amount },
		fee,
		verifyParentAccessRule: accessRuleManifest(feeInfo.verifyParentAccessRuleSborHex, market.networkId),
	})
}

function findToken(market: Market, symbol: string): Token | undefined {
	return market.tokens.find(token => token.symbol === symbol)
}

function findTokenViolations(token: Token | undefined, symbol: string, pointer: string): Violation[] {
	if (token !== undefined) return []
	return [violation('unknown_token', { pointer, expected: 'a token of GET /trade/tokens', found: symbol })]
}

/** The two tokens must be a traded pair, whichever of them is its base. */
function findPairViolations(market: Market, { sold, bought }: { sold: Token; bought: Token }): Violation[] {
	if (market.pairOf({ sell: sold.symbol, buy: bought.symbol }) !== undefined) return []
	const found = `${sold.symbol} for ${bought.symbol}`
	return [violation('unknown_pair', { pointer: '/buy/symbol', expected: 'a pair of GET /trade/token_pairs', found })]
}

function findFeeTokenViolations({ limitOrder: { sell }, fee }: ComposeRequest): Violation[] {
	if (fee.symbol === sell.symbol) return []
	return [violation('fee_token', { pointer: '/fee/symbol', expected: sell.symbol, found: fee.symbol })]
}

type AmountField = { pointer: string; amount: Decimal; token: Token | undefined; canBeZero: boolean }

function amountsOf(
	{ limitOrder: { sell, buy }, fee }: ComposeRequest,
	{ sold, bought }: { sold: Token | undefined; bought: Token | undefined },
): AmountField[] {
	return [
		{ pointer: '/sell/amount', amount: sell.amount, token: sold, canBeZero: false },
		{ pointer: '/buy/amount', amount: buy.amount, token: bought, canBeZero: false },
		{ pointer: '/fee/anthic_amount', amount: fee.platformAmount, token: sold, canBeZero: true },
		{ pointer: '/fee/settlement_amount', amount: fee.settlementAmount, token: sold, canBeZero: true },
	]
}

function findAmountViolations(fields: readonly AmountField[]): Violation[] {
	return fields.flatMap(({ pointer, amount, token, canBeZero }) => {
		const found = Decimal.format(amount)
		const places = token?.divisibility ?? 18
		if (Decimal.isNegative(amount) || (Decimal.isZero(amount) && !canBeZero)) {
			return [violation('invalid_amount', { pointer, expected: canBeZero ? '0 or more' : 'more than 0', found })]
		}
		if (Decimal.fits(amount, places)) return []
		return [violation('invalid_amount', { pointer, expected: `at most ${places} decimal places`, found })]
	})
}

function violation(code: Violation['code'], item: ErrorItem): Violation {
	return { code, item }
}
