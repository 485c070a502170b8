import { Decimal, type FeeInfo, type QuoteWire, quoteFee, type Token } from '@accord/sdk'
import type { SwapRequest } from '../swap/swap-quote.ts'
import type { ManifestTerms } from './limit-order-bytes.ts'

/** A quote of the service that matches what the user asked for. */
export type CheckedQuote = { readonly terms: ManifestTerms; readonly total: Decimal; readonly expectedRebate: Decimal }

type Expected = { readonly request: SwapRequest; readonly account: string; readonly feeInfo: FeeInfo }

/**
 * Turns the service's quote into terms to sign. The exact side must be the amount typed, the tokens those chosen, and the fee
 * that of the fee table. @throws Error naming what differs
 */
export function checkQuote(quote: QuoteWire, { request, account, feeInfo }: Expected): CheckedQuote {
	const sell = amountOf(quote.limit_order.sell, request.sell)
	const buy = amountOf(quote.limit_order.buy, request.buy)
	if ((request.exact === 'sell' ? sell : buy) !== request.amount)
		throw new Error('The service quoted a different amount from the one requested.')
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
	if (!isFee) throw new Error('The service quoted a fee that does not match its fee table.')
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
	if (symbol !== token.symbol) throw new Error(`The service quoted ${symbol} instead of ${token.symbol}.`)
	return Decimal.parse(amount)
}
