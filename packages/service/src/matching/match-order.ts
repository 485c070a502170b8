import { Amount, Decimal, type LimitOrder, TradeError } from '@accord/protocol'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import type { Market } from '../market/market.ts'
import type { Books } from '../prices/books.ts'
import { isSameLiquidity, type Liquidity, liquidityOf } from '../prices/liquidity.ts'
import type { AvailableLevel } from '../prices/maker-side.ts'
import type { WorkingBooks } from '../prices/working-books.ts'
import { allocateOrder } from './allocate-order.ts'
import { allocateAmong } from './allocation.ts'
import { makerSets, SetBounds } from './maker-sets.ts'
import {
	type MatchedPart,
	type MatchRequest,
	type MatchRules,
	matchRequestOf,
	type OrderSize,
	orderSize,
	sizedLike,
} from './match-request.ts'
import { levelsOf } from './walk.ts'

/** `largest` is the largest order that would match at the same limit price; absent if none would. */
export type Match =
	| { readonly kind: 'matched'; readonly parts: readonly MatchedPart[] }
	| { readonly kind: 'no_liquidity'; readonly largest?: LimitOrder }

/**
 * Matches an order in full or not at all (decisions 4 to 7). The parts' shares add up to the user's limit, and
 * each is worse than its maker's levels by less than one unit of the quote token.
 */
export function matchOrder(request: MatchRequest): Match {
	const parts = allocateOrder(request)
	if (parts !== undefined) return { kind: 'matched', parts }
	const largest = request.routes === undefined ? largestMatch(request) : largestOverRoutes(request)
	return largest === undefined ? { kind: 'no_liquidity' } : { kind: 'no_liquidity', largest }
}

type Offered = Liquidity & { readonly ownMakers: readonly string[] }

/** What an order can be matched with, and the same without exposure caps. */
export function offeredTo(
	{ market }: { readonly market: Pick<Market, 'routesOf'> },
	books: Pick<WorkingBooks, 'available' | 'uncapped'>,
	order: Pick<ValidatedOrder, 'pair' | 'side'>,
): Liquidity & { readonly uncapped: () => Liquidity } {
	return {
		...liquidityOf(market, order, leg => books.available(leg)),
		uncapped: () => liquidityOf(market, order, leg => books.uncapped(leg)),
	}
}

/** How an order matched, and with what. */
export type RequiredMatch = { readonly parts: readonly MatchedPart[]; readonly request: MatchRequest }

/**
 * The match of an order. `uncapped` are the offers without exposure caps: the same objects where no cap has an effect.
 * @throws TradeError `exposure_limit` if it would match without the caps, `self_trade` if it would match with the
 * user's own makers, otherwise `no_liquidity`
 */
export function requireMatch(
	{ uncapped, ...offered }: Offered & { readonly uncapped: () => Liquidity },
	requestOf: (offered: Offered) => MatchRequest,
): RequiredMatch {
	const request = requestOf(offered)
	const match = matchOrder(request)
	if (match.kind === 'matched') return { parts: match.parts, request }
	const wouldMatch = (others: Partial<Offered>) => allocateOrder(requestOf({ ...offered, ...others })) !== undefined
	const others = uncapped()
	if (!isSameLiquidity(others, offered) && wouldMatch(others)) throw new TradeError('exposure_limit')
	if (offered.ownMakers.length > 0 && wouldMatch({ ownMakers: [] })) throw new TradeError('self_trade')
	throw noLiquidity(match.largest)
}

/** `largest_amount` is the most of the sold token that would match. */
function noLiquidity(largest: LimitOrder | undefined): TradeError {
	if (largest === undefined)
		return new TradeError(
			'no_liquidity',
			'no maker offers this trade at its limit now, and orders do not rest: get a new quote',
		)
	const { sell, buy } = largest
	const detail = `at this limit ${Decimal.format(sell.amount)} ${sell.symbol} for ${Decimal.format(buy.amount)} ${buy.symbol} would match`
	return new TradeError('no_liquidity', detail, { extra: { largest_amount: Amount.format(sell) } })
}

/** The books as this node knows them, with which limit orders are matched before anything is locked. */
export type OfferedBooks = { readonly books: Pick<Books, 'allWorking'> }

/**
 * The parts that an order would get if it were matched now. Reserves nothing.
 * @throws TradeError `no_liquidity`, `exposure_limit`, `self_trade`
 */
export function tentativeMatch(
	{ platform, prices: { books } }: { readonly platform: MatchRules; readonly prices: OfferedBooks },
	validated: Pick<ValidatedOrder, 'pair' | 'side' | 'limitOrder'>,
	{ ownMakers }: { ownMakers: readonly string[] },
): readonly MatchedPart[] {
	const offered = { ...offeredTo(platform, books.allWorking(), validated), ownMakers }
	return requireMatch(offered, given => matchRequestOf(platform, { validated, ...given })).parts
}

/** The limit of search steps; with about 15 makers, all sets are tried. */
const stepsMax = 3000

/**
 * The largest order at the same limit price that would match now, reported when an order that does not match is
 * refused.
 */
function largestMatch(request: MatchRequest): LimitOrder | undefined {
	const bounds = new SetBounds(request)
	const { offers } = bounds
	let largest: { base: Decimal; order: LimitOrder } | undefined
	for (const makers of candidateSets(request, { bounds, reached: () => largest?.base ?? Decimal.zero })) {
		const base = largestBase(request, levelsOf(makers.flatMap(index => offers[index] ?? [])))
		const order = base > (largest?.base ?? 0n) ? orderOf(request, base) : undefined
		if (order === undefined) continue
		if (allocateAmong({ ...request, limitOrder: order }, { offers, makers }) !== undefined) largest = { base, order }
	}
	return largest?.order
}

const halvings = 12

/** About the largest, found by halving: routes have no sets of makers to try. */
function largestOverRoutes(request: MatchRequest): LimitOrder | undefined {
	let largest = largestMatch(request)
	let low = largest === undefined ? 0n : (orderSize({ ...request, limitOrder: largest }).base as bigint)
	let high = orderSize(request).base as bigint
	for (let n = 0; n < halvings && low < high; n++) {
		const middle = Decimal.roundDown(((low + high) / 2n) as Decimal, request.divisibility.base)
		const order = middle > low ? orderOf(request, middle) : undefined
		if (order === undefined) break
		if (allocateOrder({ ...request, limitOrder: order }) === undefined) high = middle
		else [low, largest] = [middle, order]
	}
	return largest
}

/** All sets of makers that may hold more base than has been reached so far, the most likely ones first. */
function* candidateSets(
	request: MatchRequest,
	{ bounds, reached }: { bounds: SetBounds; reached: () => Decimal },
): Generator<readonly number[]> {
	const { offers } = bounds
	const makersMax = Math.min(request.makersMax, offers.length)
	if (makersMax < 1) return
	yield* bounds.likelySets(makersMax)
	let steps = 0
	for (let size = 1; size <= makersMax; size++) {
		const worthwhile = (chosen: readonly number[], next: number) => {
			steps += 1
			return steps <= stepsMax && bounds.mayHoldMore({ chosen, next, more: size - chosen.length }, reached())
		}
		yield* makerSets(offers.length, { size, worthwhile })
	}
}

/**
 * How much base the levels hold at the limit price or better on average. Better levels build up a surplus first, which then
 * pays for worse ones; it is counted in quote times the order's base, so that the only division comes last.
 */
function largestBase(request: MatchRequest, levels: readonly AvailableLevel[]): Decimal {
	const { side, divisibility } = request
	const size = orderSize(request)
	let base = Decimal.zero
	let gained = 0n
	for (const { price, amount } of levels) {
		const rate = gainRate(side, size, price)
		const affordable = rate >= 0n ? amount : Decimal.roundDown((gained / -rate) as Decimal, divisibility.base)
		const taken = Decimal.min(amount, affordable)
		base = Decimal.add(base, taken)
		gained += rate * taken
		if (taken < amount) break
	}
	return base
}

function gainRate(side: MatchRequest['side'], { base, quote }: OrderSize, price: Decimal): bigint {
	const better = price * base - quote * Decimal.one
	return side === 'bids' ? better : -better
}

function orderOf(request: MatchRequest, base: Decimal): LimitOrder | undefined {
	const { side, limitOrder, divisibility } = request
	const size = orderSize(request)
	if (base >= size.base) return undefined
	const round = side === 'bids' ? Decimal.roundDown : Decimal.roundUp
	const exact = side === 'bids' ? (size.quote * base) / size.base : (size.quote * base + size.base - 1n) / size.base
	const quote = round(exact as Decimal, divisibility.quote)
	return base === 0n || quote === 0n ? undefined : sizedLike(limitOrder, side, { base, quote })
}
