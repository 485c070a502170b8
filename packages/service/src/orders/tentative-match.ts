import type { Pair, Side } from '@accord/protocol'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import { allocate } from '../matching/allocation.ts'
import { matchOrder, matchRefusal } from '../matching/match-order.ts'
import { type MatchedPart, type MatchRules, matchRequestOf } from '../matching/match-request.ts'
import type { MakerOffer } from '../prices/maker-offer.ts'

/** Before anything is locked, a limit order is matched with the shown books. */
export type TentativeMatchDeps = MatchRules & {
	readonly shownBooks: {
		availableOf(pair: Pair, side: Side): readonly MakerOffer[]
		/** The same if makers had no exposure cap: the very same offers if no cap cuts anything. */
		uncappedOf(pair: Pair, side: Side): readonly MakerOffer[]
	}
}

/**
 * The parts that an order would have if it were matched now. Reserves nothing.
 * @throws TradeError `no_liquidity`, `exposure_limit`, `self_trade`
 */
export function tentativeMatch(
	deps: TentativeMatchDeps,
	validated: Pick<ValidatedOrder, 'pair' | 'side' | 'limitOrder'>,
	{ ownMakers }: { ownMakers: readonly string[] },
): readonly MatchedPart[] {
	const { pair, side } = validated
	const requestOf = (available: readonly MakerOffer[], excluded = ownMakers) =>
		matchRequestOf(deps, { validated, ownMakers: excluded, available })
	const available = deps.shownBooks.availableOf(pair, side)
	const match = matchOrder(requestOf(available))
	if (match.kind === 'matched') return match.parts
	const matchesWithoutCaps = () => {
		const uncapped = deps.shownBooks.uncappedOf(pair, side)
		return uncapped !== available && allocate(requestOf(uncapped)) !== undefined
	}
	const matchesOwnMakers = () => ownMakers.length > 0 && allocate(requestOf(available, [])) !== undefined
	throw matchRefusal(match.largest, { matchesWithoutCaps, matchesOwnMakers })
}
