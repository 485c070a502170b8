import type { JudgedIntent } from './judge-beside.ts'

/** An order that has passed every judgement but the last: whether it can be matched now. */
export type MatchCandidate = JudgedIntent & { readonly level: number }

/**
 * `known`: the same order had been accepted before. `stale`: since it was judged its account has opened something that
 * it must be judged against first.
 */
export type MatchOutcome = 'accepted' | 'known' | 'stale'
