import {
	type Amount,
	Decimal,
	type Fee,
	type FeeInfo,
	type OrderToSign,
	orderToSign,
	type Quote,
	quoteFee,
	type SignerTerms,
	sameOrder,
	totalWithdrawn,
	UnsignableError,
	withSlippage,
} from '@accord/protocol'
import type { SwapInput } from '../quote/swap-quote.ts'

/** A quote by the service that matches the user's request. */
export type CheckedQuote = { readonly terms: OrderToSign; readonly total: Decimal; readonly expectedRebate: Decimal }

type Expected = {
	readonly swap: SwapInput
	readonly account: string
	readonly feeInfo: FeeInfo
	/** What this browser itself knows. */
	readonly terms: SignerTerms
}

/**
 * Turns the service's quote into terms to sign. The exact side must be the amount typed, the tokens those chosen, the
 * fee that of the fee table and within this browser's bounds, and no more given up than the slippage chosen.
 * @throws UnsignableError naming what differs
 */
export function checkQuote(quote: Quote, { swap, account, feeInfo, terms }: Expected): CheckedQuote {
	const { limitOrder, fee } = quote
	const { sell, buy } = limitOrder
	expectToken(sell, swap.sell.symbol)
	expectToken(buy, swap.buy.symbol)
	if (limitOrder[swap.exact].amount !== swap.amount)
		throw new UnsignableError('amount', 'the quote is of a different amount from the one requested')
	expectFee(fee, quoteFee({ feeInfo, level: quote.level, role: 'taker', sell, divisibility: swap.sell.divisibility }))
	expectSlippage(quote, swap)
	const total = totalWithdrawn(sell, fee)
	if (quote.total.symbol !== sell.symbol || quote.total.amount !== total)
		throw new UnsignableError('amount', 'the total of the quote is not the sum of its parts')
	expectHonest(quote, swap)
	checkRebate(quote.expectedRebate, fee)
	const bounds = swap.exact === 'sell' ? { sell: swap.amount, atLeast: buy.amount } : { atLeast: swap.amount }
	return {
		terms: orderToSign({ account, limitOrder, fee }, terms, bounds),
		total,
		expectedRebate: quote.expectedRebate.amount,
	}
}

/** @throws UnsignableError unless it is a part of the settlement fee, so that the cost shown is not too low */
export function checkRebate({ symbol, amount }: Amount, fee: Fee): void {
	if (symbol === fee.symbol && amount >= 0n && amount <= fee.settlementAmount) return
	throw new UnsignableError('settlement_fee', 'the service promises back what it does not take')
}

function expectToken({ symbol }: Amount, wanted: string): void {
	if (symbol !== wanted) throw new UnsignableError('unknown_token', `the quote is of ${symbol} instead of ${wanted}`)
}

function expectFee(found: Fee, wanted: Fee): void {
	const isSame =
		found.symbol === wanted.symbol &&
		found.platformAmount === wanted.platformAmount &&
		found.settlementAmount === wanted.settlementAmount
	if (!isSame) throw new UnsignableError('settlement_fee', 'the fee of the quote does not match the fee table')
}

/** The limits are the quote's own price, made worse by exactly the slippage chosen. */
function expectSlippage({ limitOrder, rounding }: Quote, { sell, buy, exact, slippage: fraction }: SwapInput): void {
	const computed = { symbol: exact === 'sell' ? buy.symbol : sell.symbol, amount: rounding.rounded }
	const atBook = exact === 'sell' ? { ...limitOrder, buy: computed } : { ...limitOrder, sell: computed }
	const divisibilityOf = (symbol: string) => (symbol === sell.symbol ? sell : buy).divisibility
	const isSame =
		rounding.symbol === computed.symbol &&
		sameOrder(limitOrder, withSlippage(atBook, { exact, fraction, divisibilityOf }))
	if (!isSame) throw new UnsignableError('at_least', 'the quote gives up something other than the slippage chosen')
}

/**
 * What the page shows as expected is the limit or better, by no more than about the slippage, what one unit of base that the
 * exact amount was rounded to is worth, and along a route what the digits are worth that its prices do not have.
 */
function expectHonest({ pair, limitOrder, expected, levels }: Quote, swap: SwapInput): void {
	const { sell, buy } = limitOrder
	expectToken(expected.sell, sell.symbol)
	expectToken(expected.buy, buy.symbol)
	const isSale = sell.symbol === pair.base
	const [limit, better] = isSale ? [buy.amount, expected.buy.amount] : [expected.sell.amount, sell.amount]
	const [base, signed] = isSale ? [expected.sell.amount, sell.amount] : [expected.buy.amount, buy.amount]
	const unit = Decimal.unit((isSale ? swap.sell : swap.buy).divisibility)
	const rounding = Decimal.mulUp(Decimal.divUp(better, signed), unit)
	const digits = levels.some(level => level.pair !== undefined) ? Decimal.mulUp(base, Decimal.unit(18)) : Decimal.zero
	const most = Decimal.sum([rounding, digits, Decimal.mulUp(better, Decimal.add(swap.slippage, swap.slippage))])
	if (base === signed && limit <= better && Decimal.subtract(better, limit) <= most) return
	throw new UnsignableError('at_least', 'the service expects more than the limit allows for')
}
