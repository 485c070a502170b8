import type { Pair, Side } from '@accord/protocol'
import type { ValidatedOrder } from '../intents/validate-order.ts'
import { requireMatch } from '../matching/match-order.ts'
import { type MatchedPart, type MatchRules, matchRequestOf } from '../matching/match-request.ts'
import type { MakerOffer } from '../prices/maker-offer.ts'

/** Matches limit orders with the shown books before anything is locked. */
export type TentativeMatchDeps = { readonly platform: MatchRules; readonly prices: OfferedBooks }

type OfferedBooks = {
	readonly shownBooks: {
		availableOf(pair: Pair, side: Side): readonly MakerOffer[]
		/** The offers without exposure caps: the same object if no cap has an effect. */
		uncappedOf(pair: Pair, side: Side): readonly MakerOffer[]
	}
}

/**
 * The parts that an order would get if it were matched now. Reserves nothing.
 * @throws TradeError `no_liquidity`, `exposure_limit`, `self_trade`
 */
export function tentativeMatch(
	{ platform, prices: { shownBooks } }: TentativeMatchDeps,
	validated: Pick<ValidatedOrder, 'pair' | 'side' | 'limitOrder'>,
	{ ownMakers }: { ownMakers: readonly string[] },
): readonly MatchedPart[] {
	const { pair, side } = validated
	const available = shownBooks.availableOf(pair, side)
	const { parts } = requireMatch({ available, uncapped: () => shownBooks.uncappedOf(pair, side), ownMakers }, offered =>
		matchRequestOf(platform, { validated, ...offered }),
	)
	return parts
}
