import { Amount, Decimal, type LimitOrder, TradeError } from '@accord/protocol'
import type { MakerOffer } from '../prices/maker-offer.ts'
import { allocate } from './allocation.ts'
import { largestMatch } from './largest-match.ts'
import type { MatchedPart, MatchRequest } from './match-request.ts'

/** `largest` is the largest order that would match at the same limit price; absent if none would. */
export type Match =
	| { readonly kind: 'matched'; readonly parts: readonly MatchedPart[] }
	| { readonly kind: 'no_liquidity'; readonly largest?: LimitOrder }

/**
 * Matches an order in full or not at all (decisions 4 to 7). The parts add up to the exact mirror of the user's limits, and
 * each is worse than its maker's levels by less than one unit of the quote token.
 */
export function matchOrder(request: MatchRequest): Match {
	const parts = allocate(request)
	if (parts !== undefined) return { kind: 'matched', parts }
	const largest = largestMatch(request)
	return largest === undefined ? { kind: 'no_liquidity' } : { kind: 'no_liquidity', largest }
}

type Offered = { readonly available: readonly MakerOffer[]; readonly ownMakers: readonly string[] }

/** How an order matched, and with what. */
export type RequiredMatch = { readonly parts: readonly MatchedPart[]; readonly request: MatchRequest }

/**
 * The match of an order. `uncapped` are the offers without exposure caps: the same object if no cap has an effect.
 * @throws TradeError `exposure_limit` if it would match without the caps, `self_trade` if it would match with the
 * user's own makers, otherwise `no_liquidity`
 */
export function requireMatch(
	{ uncapped, ...offered }: Offered & { readonly uncapped: () => readonly MakerOffer[] },
	requestOf: (offered: Offered) => MatchRequest,
): RequiredMatch {
	const request = requestOf(offered)
	const match = matchOrder(request)
	if (match.kind === 'matched') return { parts: match.parts, request }
	const wouldMatch = (others: Partial<Offered>) => allocate(requestOf({ ...offered, ...others })) !== undefined
	const available = uncapped()
	if (available !== offered.available && wouldMatch({ available })) throw new TradeError('exposure_limit')
	if (offered.ownMakers.length > 0 && wouldMatch({ ownMakers: [] })) throw new TradeError('self_trade')
	throw noLiquidity(match.largest)
}

/** `largest_amount` is the most of the sold token that would match. */
function noLiquidity(largest: LimitOrder | undefined): TradeError {
	if (largest === undefined) return new TradeError('no_liquidity')
	const { sell, buy } = largest
	const detail = `at this limit ${Decimal.format(sell.amount)} ${sell.symbol} for ${Decimal.format(buy.amount)} ${buy.symbol} would match`
	return new TradeError('no_liquidity', detail, { extra: { largest_amount: Amount.format(sell) } })
}
