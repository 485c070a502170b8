import { accessRuleManifest } from '@accord/ledger'
import {
	type AmountWire,
	type ComposeWire,
	composeLimitOrderManifest,
	Decimal,
	type ErrorItem,
	type FeeInfo,
	type ManifestWire,
	type Token,
	TradeError,
	type Violation,
} from '@accord/protocol'
import { findAccountViolations } from '../accounts/account-address.ts'
import type { Market } from '../market/market.ts'

/**
 * POST /construction/compose: the specification's manifest for these terms. Validates symbols, divisibility and the address,
 * but not fees or liquidity.
 * @throws TradeError `unknown_token`, `invalid_amount`, `fee_token`, `invalid_address`, `wrong_network`
 */
export function composeLimitOrder(
	{ market, feeInfo }: { market: Market; feeInfo: FeeInfo },
	body: ComposeWire,
): ManifestWire {
	const sold = findToken(market, body.sell.symbol)
	const bought = findToken(market, body.buy.symbol)
	const [first, ...rest] = [
		...findTokenViolations(sold, body.sell.symbol, '/sell/symbol'),
		...findTokenViolations(bought, body.buy.symbol, '/buy/symbol'),
		...findFeeTokenViolations(body),
		...findAccountViolations(market.networkId, { address: body.account, pointer: '/account' }),
		...findAmountViolations(amountsOf(body, { sold, bought })),
	]
	if (first !== undefined) throw TradeError.fromViolations([first, ...rest])
	if (sold === undefined || bought === undefined) throw new Error('an unknown token is a violation')
	const manifest = composeLimitOrderManifest({
		account: body.account.toLowerCase(),
		sell: { resource: sold.resourceAddress, amount: Decimal.parse(body.sell.amount) },
		buy: { resource: bought.resourceAddress, amount: Decimal.parse(body.buy.amount) },
		fee: {
			platformAmount: Decimal.parse(body.fee.anthic_amount),
			settlementAmount: Decimal.parse(body.fee.settlement_amount),
		},
		verifyParentAccessRule: accessRuleManifest(feeInfo.verifyParentAccessRuleSborHex, market.networkId),
	})
	return { manifest }
}

function findToken(market: Market, symbol: string): Token | undefined {
	return market.tokens.find(token => token.symbol === symbol)
}

function findTokenViolations(token: Token | undefined, symbol: string, pointer: string): Violation[] {
	if (token !== undefined) return []
	return [violation('unknown_token', { pointer, expected: 'a token of GET /trade/tokens', found: symbol })]
}

function findFeeTokenViolations({ sell, fee }: ComposeWire): Violation[] {
	if (fee.symbol === sell.symbol) return []
	return [violation('fee_token', { pointer: '/fee/symbol', expected: sell.symbol, found: fee.symbol })]
}

type AmountField = { pointer: string; text: string; token: Token | undefined; mayBeZero: boolean }

function amountsOf(
	{ sell, buy, fee }: ComposeWire,
	{ sold, bought }: { sold: Token | undefined; bought: Token | undefined },
): AmountField[] {
	const traded = (amount: AmountWire, token: Token | undefined, pointer: string): AmountField => {
		return { pointer, text: amount.amount, token, mayBeZero: false }
	}
	return [
		traded(sell, sold, '/sell/amount'),
		traded(buy, bought, '/buy/amount'),
		{ pointer: '/fee/anthic_amount', text: fee.anthic_amount, token: sold, mayBeZero: true },
		{ pointer: '/fee/settlement_amount', text: fee.settlement_amount, token: sold, mayBeZero: true },
	]
}

function findAmountViolations(fields: readonly AmountField[]): Violation[] {
	return fields.flatMap(({ pointer, text, token, mayBeZero }) => {
		const amount = Decimal.tryParse(text)
		const places = token?.divisibility ?? 18
		if (amount === undefined) {
			return [violation('invalid_decimal', { pointer, expected: 'a decimal with at most 18 places', found: text })]
		}
		if (Decimal.isNegative(amount) || (Decimal.isZero(amount) && !mayBeZero)) {
			return [violation('invalid_amount', { pointer, expected: mayBeZero ? '0 or more' : 'more than 0', found: text })]
		}
		if (Decimal.fits(amount, places)) return []
		return [violation('invalid_amount', { pointer, expected: `at most ${places} decimal places`, found: text })]
	})
}

function violation(code: Violation['code'], item: ErrorItem): Violation {
	return { code, item }
}
