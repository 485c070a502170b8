import { TradeError } from '@accord/protocol'
import type { JudgedIntent } from './judge-beside.ts'
import type { OpenIntentOfAccount } from './open-intents-table.ts'

/** An order that has passed every judgement but the last: whether it can be matched now. */
export type MatchCandidate = JudgedIntent & { readonly level: number }

/**
 * `known`: the same order had been accepted before. `stale`: since it was judged its account has opened something that
 * it must be judged against first.
 */
export type MatchOutcome = 'accepted' | 'known' | 'stale'

/**
 * Whether the order of this hash is among what its account has open.
 * @throws TradeError `subintent_in_use` if a fill is
 */
export function isKnownOrder(open: readonly OpenIntentOfAccount[], subintentHash: string): boolean {
	const known = open.find(intent => intent.subintentHash === subintentHash)
	if (known?.role === 'fill') throw new TradeError('subintent_in_use')
	return known !== undefined
}
