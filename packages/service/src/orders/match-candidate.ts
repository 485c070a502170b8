import type { AccountFunds } from './account-funds.ts'
import type { AcceptedIntent } from './signed-limit-order-row.ts'

/** An order that has passed every judgement but the last: whether it can be matched now. */
export type MatchCandidate = AcceptedIntent & {
	readonly level: number
	/** The open intents of its account that its funds and its preview were held against. */
	readonly judgedBeside: ReadonlySet<string>
	/** What the account holds; absent for an order with a prefix, whose funds only a preview can tell. */
	readonly funds?: AccountFunds
}

/**
 * `known`: the same order had been accepted before. `stale`: since it was judged its account has opened something that
 * it must be judged against first.
 */
export type MatchOutcome = 'accepted' | 'known' | 'stale'
