import {
	type Amount,
	type Clock,
	Decimal,
	type Fee,
	formatAmount,
	formatFee,
	formatLimitOrder,
	type LimitOrder,
	limitOrderFromBook,
	type ManifestWire,
	type OrderBook,
	type Pair,
	parseAmount,
	type QuoteRequestWire,
	type QuoteWire,
	quoteFee,
	TradeError,
	totalWithdrawn,
	withSlippage,
} from '@accord/protocol'
import { requireAccount } from '../accounts/account-address.ts'
import { levelOf } from '../accounts/levels.ts'
import type { Database, Side } from '../db/tables.ts'
import { orderExpiryS } from '../intents/deadlines.ts'
import { rebateOf } from '../market/fee-info.ts'
import type { MatchedPart } from '../matching/match-request.ts'
import { type TentativeMatchDeps, tentativeMatch } from '../orders/tentative-match.ts'
import { composeLimitOrder } from './compose.ts'
import { describeRounding, type ExactSide } from './rounding.ts'

export type QuoteDeps = TentativeMatchDeps & {
	readonly db: Database
	readonly clock: Clock
	readonly shownBooks: { of(pair: Pair): { readonly book: OrderBook; readonly sequence: number } }
}

/** What an order without a prefix costs at settlement, including one new vault; it hardly depends on the tokens. */
const ordinaryCostXrd = Decimal.parse('0.5')
const slippageMax = Decimal.parse('0.5')

type SwapRequest = { readonly pair: Pair; readonly exact: ExactSide; readonly slippage: Decimal }

/**
 * POST /trade/quote: the limit order that an exact amount yields from the shown book, with its fees, levels and rounding. A
 * quote is not binding.
 * @throws TradeError `unknown_token`, `unknown_pair`, `invalid_amount`, `invalid_address`, `wrong_network`,
 * `validation_failed`, `no_liquidity`
 */
export async function quoteOrder(deps: QuoteDeps, body: QuoteRequestWire): Promise<QuoteWire> {
	const { db, market } = deps
	const swap = readSwapRequest(deps, body)
	const { account } = body
	if (account !== undefined) requireAccount(market.networkId, { address: account, pointer: '/account' })
	const level = account === undefined ? 0 : await levelOf(db, account.toLowerCase())
	const quoted = quoteFromBook(deps, swap)
	const { limitOrder } = quoted
	const fee = feeOf(deps, { limitOrder, level })
	return {
		...quoted.wire,
		limit_order: formatLimitOrder(limitOrder),
		fee: formatFee(fee),
		level,
		total: formatAmount({ symbol: fee.symbol, amount: totalWithdrawn(limitOrder.sell, fee) }),
		expected_rebate: formatAmount(expectedRebate(deps, fee.symbol)),
		...(account === undefined ? {} : compose(deps, { account, limitOrder, fee })),
	}
}

function readSwapRequest({ market }: QuoteDeps, body: QuoteRequestWire): SwapRequest {
	const pair = market.pair(body.pair.base, body.pair.quote)
	const slippage = Decimal.parse(body.slippage ?? '0')
	if (slippage < 0n || slippage > slippageMax) {
		const item = { pointer: '/slippage', expected: 'a fraction from 0 to 0.5', found: Decimal.format(slippage) }
		throw TradeError.fromViolations([{ code: 'validation_failed', item }])
	}
	if (body.sell !== undefined) return { pair, slippage, exact: { sell: parseAmount(body.sell) } }
	if (body.buy !== undefined) return { pair, slippage, exact: { buy: parseAmount(body.buy) } }
	throw new Error('a quote request has exactly one exact side')
}

type Quoted = {
	readonly limitOrder: LimitOrder
	readonly wire: Pick<QuoteWire, 'pair' | 'side' | 'levels' | 'rounding' | 'validity'>
}

/** Synchronous, so that book, sequence number and levels are of the same moment. */
function quoteFromBook(deps: QuoteDeps, { pair, exact, slippage }: SwapRequest): Quoted {
	const { clock, market, shownBooks } = deps
	const { book, sequence } = shownBooks.of(pair)
	const unslipped = orderFromBook(deps, { book, exact })
	const limitOrder = withSlippage(unslipped, {
		exact: 'sell' in exact ? 'sell' : 'buy',
		fraction: slippage,
		divisibilityOf: symbol => market.token(symbol).divisibility,
	})
	const pairAndSide = market.pairOf({ sell: limitOrder.sell.symbol, buy: limitOrder.buy.symbol })
	if (pairAndSide === undefined) throw new Error('an order computed from a book trades its pair')
	const parts = tentativeMatch(deps, { ...pairAndSide, limitOrder })
	return {
		limitOrder,
		wire: {
			pair: { base: pair.base, quote: pair.quote },
			side: pairAndSide.side,
			levels: levelsOf(parts, pairAndSide.side),
			rounding: describeRounding({ book, side: pairAndSide.side, order: unslipped, exact }),
			validity: {
				firm: false,
				book_sequence: sequence,
				quoted_at_ms: clock.nowMs(),
				expires_in_seconds: orderExpiryS,
			},
		},
	}
}

function orderFromBook({ market }: QuoteDeps, { book, exact }: { book: OrderBook; exact: ExactSide }): LimitOrder {
	const divisibility = {
		base: market.token(book.pair.base).divisibility,
		quote: market.token(book.pair.quote).divisibility,
	}
	const result = limitOrderFromBook({ book, divisibility, ...exact })
	if (result.kind === 'order') return result.order
	if (result.kind === 'too_small') {
		throw new TradeError('invalid_amount', 'the amount is so small that the other side rounds to zero')
	}
	const { symbol, amount } = result.available
	if (amount === 0n) throw new TradeError('no_liquidity')
	throw new TradeError('no_liquidity', `the book has at most ${Decimal.format(amount)} ${symbol}`, {
		extra: { largest_amount: formatAmount(result.available) },
	})
}

/** Best price first; within a price, makers in the order of their parts. */
function levelsOf(parts: readonly MatchedPart[], side: Side): QuoteWire['levels'] {
	const taken = parts.flatMap(({ levels }, at) => levels.map(level => ({ ...level, maker: at + 1 })))
	const best = side === 'bids' ? -1 : 1
	return taken
		.sort((a, b) => best * Decimal.compare(a.price, b.price) || a.maker - b.maker)
		.map(({ price, amount, maker }) => ({ price: Decimal.format(price), amount: Decimal.format(amount), maker }))
}

function feeOf(
	{ market, feeInfo }: QuoteDeps,
	{ limitOrder: { sell }, level }: { limitOrder: LimitOrder; level: number },
): Fee {
	return quoteFee({ feeInfo, level, role: 'taker', sell, divisibility: market.token(sell.symbol).divisibility })
}

function expectedRebate(deps: QuoteDeps, symbol: string): Amount {
	return { symbol, amount: rebateOf(deps, { symbol, costXrd: ordinaryCostXrd }) }
}

type Composed = { readonly account: string; readonly limitOrder: LimitOrder; readonly fee: Fee }

function compose(deps: QuoteDeps, { account, limitOrder, fee }: Composed): ManifestWire {
	return composeLimitOrder(deps, { type: 'LimitOrder', account, ...formatLimitOrder(limitOrder), fee: formatFee(fee) })
}
