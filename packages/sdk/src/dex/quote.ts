import {
	Amount,
	type BookAnswer,
	Decimal,
	type ExactSide,
	expectedFromBook,
	type Fee,
	type FeeInfo,
	type Forms,
	isLargeSlippage,
	isPairOf,
	type LimitOrder,
	largeSlippageAdvice,
	limitOrderFromBook,
	type OrderBook,
	type Pair,
	type QuoteRequest as ProtocolQuoteRequest,
	pairForm,
	type Quote,
	quoteFee,
	readSlippage,
	requireArguments,
	shown,
	type Token,
	type TradedPair,
	TradeError,
	textForm,
	withSlippage,
} from '@accord/protocol'
import { type AmountLike, amountOfForm, type DecimalLike, toAmount, toDecimal } from '../transport/amount-like.ts'

/** What a user wants: to sell an exact amount for a token, or to buy an exact amount with a token. */
export type SwapRequest =
	| { readonly sell: AmountLike; readonly buy: string }
	| { readonly sell: string; readonly buy: AmountLike }

/** A swap and the account that makes it. */
export type BookQuoteRequest = SwapRequest & {
	/** The account's level determines the fee. */
	readonly account: string
	/**
	 * How much worse the computed side may be for the user, so that the order still matches after the book has moved:
	 * "0.5%", or the fraction "0.005".
	 */
	readonly slippage?: DecimalLike
	/** Allows slippage above 5 %. */
	readonly largeSlippage?: boolean
}

/** A limit order and its fee, computed from the current order book and fee table. */
export type BookQuote = {
	readonly pair: TradedPair
	readonly book: OrderBook
	/** The worst case, which is what the user signs. */
	readonly limitOrder: LimitOrder
	/**
	 * What is exchanged if the book stays as it is: the limit, or better in the pair's quote token. What makers give beyond
	 * the limit is the user's, unless it is worth less than its delivery (0.1 XRD by default).
	 */
	readonly expected: LimitOrder
	readonly fee: Fee
	/** The account's index into the fee table. */
	readonly level: number
}

type QuoteSource = {
	tokens(): Promise<readonly Token[]>
	tokenPairs(): Promise<readonly TradedPair[]>
	orderBook(pair: Pair): Promise<OrderBook>
	info(): Promise<FeeInfo>
	accountLevel(address: string): Promise<number>
}

/**
 * Reads the book and the fee table, and computes the limit order and its fee from them (specification, "DEX submit
 * flow").
 * @throws TradeError `unknown_token`, `unknown_pair`, `invalid_amount`, `no_liquidity` (`extra.largest_amount` is the
 * most that the book can fill)
 */
export async function quoteOrder(source: QuoteSource, request: BookQuoteRequest): Promise<BookQuote> {
	const [tokens, pairs, feeInfo, level] = await Promise.all([
		source.tokens(),
		source.tokenPairs(),
		source.info(),
		source.accountLevel(request.account),
	])
	const pair = pairOf(pairs, symbolsOf(request))
	const book = await source.orderBook(pair)
	const places = divisibilityIn(tokens)
	const divisibility = { base: places(pair.base), quote: places(pair.quote) }
	const exact = orderFrom(limitOrderFromBook({ book, divisibility, ...exactSideOf(request) }))
	const fraction = slippageOf(request)
	const limitOrder = withSlippage(exact, { exact: exactSide(request), fraction, divisibilityOf: places })
	const expected = Decimal.isZero(fraction) ? limitOrder : expectedFromBook(limitOrder, { book, divisibility })
	const { sell } = limitOrder
	const fee = quoteFee({ feeInfo, level, role: 'taker', sell, divisibility: places(sell.symbol) })
	return { pair, book, limitOrder, expected, fee, level }
}

/** @throws TypeError unless one side is an amount, the other a symbol, and there is an account */
export function requireSwap(call: string, { sell, buy, account }: BookQuoteRequest): void {
	if (typeof buy === 'string' && typeof sell === 'string') {
		const found = `found ${shown(sell)} and ${shown(buy)}`
		throw new TypeError(`${call}: expected an amount {symbol, amount} for one of sell and buy, ${found}`)
	}
	const symbol = textForm('a token symbol, since the other side has the amount')
	const sides = typeof sell !== 'string' ? { sell: amountOfForm, buy: symbol } : { sell: symbol, buy: amountOfForm }
	requireArguments(call, { ...sides, account: textForm('the address of an account') }, { sell, buy, account })
}

function symbolsOf({ sell, buy }: SwapRequest): { sold: string; bought: string } {
	return {
		sold: typeof sell === 'string' ? sell : sell.symbol,
		bought: typeof buy === 'string' ? buy : buy.symbol,
	}
}

function pairOf(pairs: readonly TradedPair[], { sold, bought }: { sold: string; bought: string }): TradedPair {
	const pair = pairs.find(pair => isPairOf(pair, sold, bought))
	if (pair === undefined)
		throw new TradeError('unknown_pair', `${sold} and ${bought} are not traded against each other`)
	return pair
}

function divisibilityIn(tokens: readonly Token[]): (symbol: string) => number {
	return symbol => {
		const token = tokens.find(candidate => candidate.symbol === symbol)
		if (token === undefined) throw new TradeError('unknown_token', `${symbol} is not traded`)
		return token.divisibility
	}
}

function exactSide({ sell }: SwapRequest): 'sell' | 'buy' {
	return typeof sell === 'string' ? 'buy' : 'sell'
}

function exactSideOf({ sell, buy }: SwapRequest): ExactSide {
	return typeof sell === 'string' ? { buy: toAmount(buy as AmountLike) } : { sell: toAmount(sell) }
}

function orderFrom(answer: BookAnswer): LimitOrder {
	if (answer.kind === 'order') return answer.order
	if (answer.kind === 'too_small')
		throw new TradeError('invalid_amount', 'the amount is too small to be traded at this price')
	const { symbol, amount } = answer.available
	const text = `${Decimal.format(amount)} ${symbol}`
	throw new TradeError('no_liquidity', `the order book holds only ${text}`, {
		extra: { largest_amount: Amount.format(answer.available) },
	})
}

/** A request for POST /trade/quote, with amounts as text or as `Decimal`s. */
export type QuoteRequest = ExactSideLike & {
	readonly pair: Pair
	/** If there is an account, its fee level is used and the manifest is composed. */
	readonly account?: string
	/** How much worse the other side is made: "0.5%", or the fraction "0.005"; at most half. */
	readonly slippage?: DecimalLike
	/** Allows slippage above 5 %. */
	readonly largeSlippage?: boolean
}

/** A quote for an account, with the limit order manifest. */
export type ComposedQuote = Quote & { readonly manifest: string }

type ExactSideLike =
	| { readonly sell: AmountLike; readonly buy?: undefined }
	| { readonly buy: AmountLike; readonly sell?: undefined }

/** @throws TypeError for other forms, TradeError `invalid_decimal`, RangeError for slippage above 5 % that is not allowed */
export function toQuoteRequest({ pair, sell, buy, account, ...request }: QuoteRequest): ProtocolQuoteRequest {
	const side: Forms = sell === undefined ? { buy: amountOfForm } : { sell: amountOfForm }
	requireArguments('requestQuote', { pair: pairForm, ...side }, { pair, sell, buy })
	return {
		pair,
		...(sell === undefined ? { buy: toAmount(buy) } : { sell: toAmount(sell) }),
		...(account === undefined ? {} : { account }),
		...(request.slippage === undefined ? {} : { slippage: slippageOf(request) }),
	}
}

function slippageOf({ slippage, largeSlippage }: Pick<BookQuoteRequest, 'slippage' | 'largeSlippage'>): Decimal {
	const fraction = typeof slippage === 'string' ? readSlippage(slippage) : toDecimal(slippage ?? Decimal.zero)
	if (isLargeSlippage(fraction) && !largeSlippage)
		throw new RangeError(largeSlippageAdvice(fraction, 'largeSlippage: true'))
	return fraction
}
