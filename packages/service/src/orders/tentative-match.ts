import type { Pair } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import type { AvailableLevel } from '../prices/available-levels.ts'
import type { JudgedLimitOrder } from './judge-limit-order.ts'
import { type MatchedPart, matchOrder } from './match-order.ts'
import { type MatchRules, matchRequestOf } from './match-rules.ts'
import { noLiquidity } from './no-liquidity.ts'

/** What a limit order is matched with before anything is locked: the book as it is shown. */
export type TentativeMatchDeps = MatchRules & {
	readonly view: { availableOf(pair: Pair, side: Side): readonly AvailableLevel[] }
}

/**
 * The parts that an order would have, were it matched now. Nobody is promised anything by it.
 * @throws TradeError `no_liquidity`
 */
export function tentativeMatch(
	deps: TentativeMatchDeps,
	judged: Pick<JudgedLimitOrder, 'pair' | 'side' | 'limitOrder'>,
): readonly MatchedPart[] {
	const available = deps.view.availableOf(judged.pair, judged.side)
	const match = matchOrder(matchRequestOf(deps, { judged, available }))
	if (match.kind === 'no_liquidity') throw noLiquidity(match.largest)
	return match.parts
}
