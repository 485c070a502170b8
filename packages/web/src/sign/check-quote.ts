import {
	type Amount,
	Decimal,
	type FeeInfo,
	type OrderToSign,
	type Quote,
	quoteFee,
	type Token,
	UnsignableError,
} from '@accord/protocol'
import type { SwapInput } from '../quote/swap-quote.ts'

/** A quote by the service that matches the user's request. */
export type CheckedQuote = { readonly terms: OrderToSign; readonly total: Decimal; readonly expectedRebate: Decimal }

type Expected = { readonly swap: SwapInput; readonly account: string; readonly feeInfo: FeeInfo }

/**
 * Turns the service's quote into terms to sign. The exact side must be the amount typed, the tokens those chosen, and
 * the fee that of the fee table.
 * @throws UnsignableError naming what differs
 */
export function checkQuote(quote: Quote, { swap, account, feeInfo }: Expected): CheckedQuote {
	const sell = amountOf(quote.limitOrder.sell, swap.sell)
	const buy = amountOf(quote.limitOrder.buy, swap.buy)
	if ((swap.exact === 'sell' ? sell : buy) !== swap.amount)
		throw new UnsignableError('amount', 'the quote is of a different amount from the one requested')
	const amount = { symbol: swap.sell.symbol, amount: sell }
	const fee = quoteFee({
		feeInfo,
		level: quote.level,
		role: 'taker',
		sell: amount,
		divisibility: swap.sell.divisibility,
	})
	const isFee =
		quote.fee.symbol === fee.symbol &&
		quote.fee.platformAmount === fee.platformAmount &&
		quote.fee.settlementAmount === fee.settlementAmount
	if (!isFee) throw new UnsignableError('settlement_fee', 'the fee of the quote does not match the fee table')
	return {
		terms: {
			account,
			sell: { resource: swap.sell.resourceAddress, amount: sell },
			buy: { resource: swap.buy.resourceAddress, amount: buy },
			fee,
			verifyParentAccessRuleSborHex: feeInfo.verifyParentAccessRuleSborHex,
		},
		total: Decimal.sum([sell, fee.platformAmount, fee.settlementAmount]),
		expectedRebate: quote.expectedRebate.amount,
	}
}

function amountOf({ symbol, amount }: Amount, token: Token): Decimal {
	if (symbol !== token.symbol)
		throw new UnsignableError('unknown_token', `the quote is of ${symbol} instead of ${token.symbol}`)
	return amount
}
