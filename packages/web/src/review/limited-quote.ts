import {
	Decimal,
	type FeeInfo,
	type LimitOrder,
	orderToSign,
	type Pair,
	type Quote,
	quoteFee,
	type SignerTerms,
	totalWithdrawn,
} from '@accord/protocol'
import type { SwapInput } from '../quote/swap-quote.ts'
import type { CheckedQuote } from '../sign/check-quote.ts'

/** The swap of a limit that its reader has set: makers are asked for its base, so that is exact. */
export function swapAtLimit(limit: LimitOrder, { swap, pair }: { swap: SwapInput; pair: Pair }): SwapInput {
	const exact = limit.sell.symbol === pair.base ? 'sell' : 'buy'
	return { ...swap, exact, amount: limit[exact].amount, slippage: Decimal.zero }
}

type Limited = {
	readonly limit: LimitOrder
	readonly swap: SwapInput
	readonly account: string
	readonly feeInfo: FeeInfo
	readonly terms: SignerTerms
}

/**
 * The checked quote of {@link swapAtLimit} with exactly the limit in place of what the book gives, which is expected
 * where it is better.
 * @throws UnsignableError if the limit or its fee is out of this browser's bounds
 */
export function limitedQuote(
	{ quote, checked }: { quote: Quote; checked: CheckedQuote },
	{ limit, swap, account, feeInfo, terms }: Limited,
): { readonly quote: Quote; readonly checked: CheckedQuote } {
	const { sell, buy } = limit
	const { level, limitOrder: atBook } = quote
	const fee = quoteFee({ feeInfo, level, role: 'taker', sell, divisibility: swap.sell.divisibility })
	const total = totalWithdrawn(sell, fee)
	const expected = isWithin(limit, atBook) ? atBook : limit
	const bounds = { sell: sell.amount, atLeast: buy.amount }
	return {
		quote: { ...quote, limitOrder: limit, expected, fee, total: { symbol: sell.symbol, amount: total } },
		checked: { ...checked, total, terms: orderToSign({ account, limitOrder: limit, fee }, terms, bounds) },
	}
}

/** Whether an order sells no more than a limit, and buys no less. */
export function isWithin({ sell, buy }: LimitOrder, order: LimitOrder): boolean {
	return order.sell.amount <= sell.amount && order.buy.amount >= buy.amount
}
