import { Decimal, type FeeInfo, type QuoteWire, quoteFee, type Token } from '@accord/sdk'
import type { SwapRequest } from '../swap/swap-quote.ts'
import type { ManifestTerms } from './limit-order-bytes.ts'

/** A quote of the service that was compared with what was wished for. */
export type CheckedQuote = { readonly terms: ManifestTerms; readonly total: Decimal; readonly expectedRebate: Decimal }

type Asked = { request: SwapRequest; account: string; feeInfo: FeeInfo }

/**
 * Reads the service's quote as terms to sign: the exact side must be the one that was typed, the tokens those that were chosen,
 * and the fee that of the fee table. @throws Error naming what is not
 */
export function checkQuote(quote: QuoteWire, { request, account, feeInfo }: Asked): CheckedQuote {
	const sell = amountOf(quote.limit_order.sell, request.sell)
	const buy = amountOf(quote.limit_order.buy, request.buy)
	if ((request.exact === 'sell' ? sell : buy) !== request.amount)
		throw new Error('The service quotes another amount than was asked for.')
	const amount = { symbol: request.sell.symbol, amount: sell }
	const fee = quoteFee({
		feeInfo,
		level: quote.level,
		role: 'taker',
		sell: amount,
		divisibility: request.sell.divisibility,
	})
	const isFee =
		quote.fee.symbol === fee.symbol &&
		Decimal.parse(quote.fee.anthic_amount) === fee.platformAmount &&
		Decimal.parse(quote.fee.settlement_amount) === fee.settlementAmount
	if (!isFee) throw new Error('The service quotes another fee than its fee table says.')
	return {
		terms: {
			account,
			sell: { resource: request.sell.resourceAddress, amount: sell },
			buy: { resource: request.buy.resourceAddress, amount: buy },
			fee,
			verifyParentAccessRuleSborHex: feeInfo.verifyParentAccessRuleSborHex,
		},
		total: Decimal.sum([sell, fee.platformAmount, fee.settlementAmount]),
		expectedRebate: Decimal.parse(quote.expected_rebate.amount),
	}
}

function amountOf({ symbol, amount }: { symbol: string; amount: string }, token: Token): Decimal {
	if (symbol !== token.symbol) throw new Error(`The service quotes ${symbol} where ${token.symbol} was asked for.`)
	return Decimal.parse(amount)
}
