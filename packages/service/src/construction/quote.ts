import {
	Amount,
	Decimal,
	type ExactSide,
	type Fee,
	type LimitOrder,
	limitOrderFromBook,
	type OrderBook,
	ordinaryCostXrd,
	pairKey,
	type Quote,
	type QuotedLevel,
	type QuoteRequest,
	quoteFee,
	type Side,
	TradeError,
	totalWithdrawn,
	withSlippage,
} from '@accord/protocol'
import { requireAccount } from '../accounts/account-address.ts'
import { levelOf } from '../accounts/accounts-table.ts'
import { orderExpiryS } from '../intents/deadlines.ts'
import type { DepositRules } from '../intents/deposit-rules.ts'
import { type Market, rebateOf } from '../market/market.ts'
import { tentativeMatch } from '../matching/match-order.ts'
import { type MatchedPart, quoteTotal } from '../matching/match-request.ts'
import type { OrderGate } from '../orders/order-gate.ts'
import type { Platform } from '../platform/platform.ts'
import type { Prices } from '../prices/prices.ts'
import { composeLimitOrder } from './compose.ts'
import { describeRounding } from './describe-rounding.ts'

type QuoteRooms = {
	readonly platform: Platform
	readonly intents: { readonly depositRules: Pick<DepositRules, 'isAccepted'> }
	readonly prices: Pick<Prices, 'books' | 'shownBooks'>
	readonly orderGate: Pick<OrderGate, 'requireLoops' | 'requireRoom' | 'readBooks'>
}

const slippageMax = Decimal.parse('0.5')

/** Quotes: the result of trading an exact amount now. */
export class Quotes {
	readonly #rooms: QuoteRooms

	constructor(rooms: QuoteRooms) {
		this.#rooms = rooms
	}

	/**
	 * POST /trade/quote: the limit order that an exact amount yields from the shown book, with its fees, levels and
	 * rounding. A quote is not binding.
	 * @throws TradeError `unknown_token`, `unknown_pair`, `invalid_amount`, `invalid_address`, `wrong_network`,
	 * `validation_failed`, `no_liquidity`, `exposure_limit`, `self_trade`; `orders_paused`, because the order would be
	 * refused
	 */
	async quote(request: QuoteRequest, client: string): Promise<Quote> {
		const { platform, orderGate, intents } = this.#rooms
		const { db, market } = platform
		const { account } = request
		const pair = market.pair(request.pair.base, request.pair.quote)
		requireSlippage(request)
		if (account !== undefined) requireAccount(market.networkId, { address: account, pointer: '/account' })
		orderGate.requireLoops()
		orderGate.requireRoom()
		const address = account?.toLowerCase()
		const deposit = address && { account: address, symbol: pair.quote, client }
		const [level, surplusDeliverable] = await Promise.all([
			address === undefined ? 0 : levelOf(db.requests, address),
			deposit ? intents.depositRules.isAccepted(deposit) : undefined,
		])
		const quoted = orderGate.readBooks(() => quoteFromBook(this.#rooms, { ...request, pair }))
		const { limitOrder } = quoted
		const fee = feeOf(platform, { limitOrder, level })
		return {
			...quoted,
			fee,
			level,
			total: { symbol: fee.symbol, amount: totalWithdrawn(limitOrder.sell, fee) },
			expectedRebate: expectedRebate(platform, fee.symbol),
			...(surplusDeliverable === undefined ? {} : { surplusDeliverable }),
			...(surplusDeliverable === false ? { expected: limitOrder } : {}),
			...(account === undefined ? {} : { manifest: composeLimitOrder(platform, { account, limitOrder, fee }) }),
		}
	}
}

function requireSlippage({ slippage = Decimal.zero }: QuoteRequest): void {
	if (slippage >= 0n && slippage <= slippageMax) return
	const item = {
		pointer: '/slippage',
		expected: 'a fraction from 0 to 0.5, such as 0.005 for 0.5 %',
		found: Decimal.format(slippage),
	}
	throw TradeError.fromViolations([{ code: 'validation_failed', item }])
}

type FromBook = Pick<Quote, 'pair' | 'limitOrder' | 'expected' | 'side' | 'levels' | 'rounding' | 'validity'>

/** Synchronous, so that book, sequence number and levels agree. */
function quoteFromBook(rooms: QuoteRooms, request: QuoteRequest): FromBook {
	const { clock, market } = rooms.platform
	const { pair, slippage = Decimal.zero } = request
	const { book, sequence } = rooms.prices.shownBooks.of(pair)
	const unslipped = orderFromBook(market, { book, exact: request })
	const limitOrder = withSlippage(unslipped, {
		exact: request.sell === undefined ? 'buy' : 'sell',
		fraction: slippage,
		divisibilityOf: symbol => market.token(symbol).divisibility,
	})
	const pairAndSide = market.pairOf({ sell: limitOrder.sell.symbol, buy: limitOrder.buy.symbol })
	if (pairAndSide === undefined) throw new Error('an order computed from a book trades its pair')
	const { side } = pairAndSide
	const parts = tentativeMatch(rooms, { ...pairAndSide, limitOrder }, { ownMakers: [] })
	return {
		pair,
		limitOrder,
		expected: expectedOf(limitOrder, { parts, side }),
		side,
		levels: levelsOf(parts, side),
		rounding: describeRounding({ book, side, order: unslipped, exact: request }),
		validity: { bookSequence: sequence, quotedAtMs: clock.nowMs(), expiresInSeconds: orderExpiryS },
	}
}

function orderFromBook(market: Market, { book, exact }: { book: OrderBook; exact: ExactSide }): LimitOrder {
	const divisibility = {
		base: market.token(book.pair.base).divisibility,
		quote: market.token(book.pair.quote).divisibility,
	}
	const result = limitOrderFromBook({ ...exact, book, divisibility })
	if (result.kind === 'order') return result.order
	if (result.kind === 'too_small') {
		throw new TradeError('invalid_amount', 'the amount is so small that the other side rounds to zero')
	}
	const { symbol, amount } = result.available
	if (amount === 0n)
		throw new TradeError('no_liquidity', 'the order book has no offers on this side now: try again later')
	throw new TradeError('no_liquidity', `the order book has at most ${Decimal.format(amount)} ${symbol}: ask for less`, {
		extra: { largest_amount: Amount.format(result.available) },
	})
}

/** The limit with what makers are asked for instead of their shares of it. */
function expectedOf(limit: LimitOrder, { parts, side }: { parts: readonly MatchedPart[]; side: Side }): LimitOrder {
	const asked = quoteTotal(side, parts)
	if (side === 'bids') return { sell: limit.sell, buy: { symbol: limit.buy.symbol, amount: asked } }
	return { sell: { symbol: limit.sell.symbol, amount: asked }, buy: limit.buy }
}

/** Best price first, own levels before those of routes; within a price, makers in the order of their first parts. */
function levelsOf(parts: readonly MatchedPart[], ownSide: Side): QuotedLevel[] {
	// A maker that fills both legs of a route has two parts.
	const makers = [...new Set(parts.map(({ makerId }) => makerId))]
	const taken = parts.map(({ levels, leg, makerId }) => ({ levels, leg, maker: makers.indexOf(makerId) + 1 }))
	const byLeg = Map.groupBy(taken, ({ leg }) => (leg === undefined ? '' : pairKey(leg.pair)))
	return [...byLeg.values()].flatMap(ofLeg => {
		const { side, pair } = ofLeg[0]?.leg ?? { side: ownSide }
		const best = side === 'bids' ? -1 : 1
		return ofLeg
			.flatMap(({ levels, maker }) => levels.map(({ price, amount }) => ({ price, amount, maker })))
			.sort((a, b) => best * Decimal.compare(a.price, b.price) || a.maker - b.maker)
			.map(level => (pair === undefined ? level : { ...level, pair }))
	})
}

function feeOf(
	{ market, feeInfo }: Platform,
	{ limitOrder: { sell }, level }: { limitOrder: LimitOrder; level: number },
): Fee {
	return quoteFee({ feeInfo, level, role: 'taker', sell, divisibility: market.token(sell.symbol).divisibility })
}

function expectedRebate(platform: Platform, symbol: string): Amount {
	return { symbol, amount: rebateOf(platform, { symbol, costXrd: ordinaryCostXrd }) }
}
