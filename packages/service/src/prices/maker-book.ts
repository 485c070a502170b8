import type { Decimal, Pair, Side } from '@accord/protocol'
import type { MakerLevel } from './priority.ts'
import type { Quoting, WithdrawalScope } from './quoting-sessions.ts'

/** A part as its maker knows it. Numbers grow in the order in which parts are reserved of a maker, over all pairs. */
export type AskedPart = { readonly orderId: string; readonly number: bigint }

/** The newest book of one maker for one pair. */
export type MakerBook = {
	readonly makerId: string
	readonly pair: Pair
	readonly bids: readonly MakerLevel[]
	readonly asks: readonly MakerLevel[]
	readonly setAtMs: number
	/** Up to which entry its maker's log had been read when it was set: what settles by a later one still counts against it. */
	readonly settledUpTo: number
	/** The part that it accounts for with all that were reserved before: they are not subtracted from it. */
	readonly netOf?: AskedPart
	/** The smallest part that the maker takes on each side, in the token it sells there; absent: any. */
	readonly minParts?: Readonly<Record<Side, Decimal>>
}

/** A maker's book, the session that sent it and, if orders are not matched against it, why. */
export type QuoteStatus = {
	readonly book: MakerBook
	readonly sessionId: string
	readonly notInForceBecause?: 'withdrawn' | 'paused' | 'no_stream'
	readonly withdrawn?: Withdrawal
}

/**
 * Why a book was withdrawn: its session has ended or fell silent, its maker cancelled it, or sent another that was refused, or that
 * has not come here from its node. One that is looked up is not in force yet.
 */
export type Withdrawal = 'session_ended' | 'session_silent' | 'cancelled' | 'refused' | 'replaced' | 'looked_up'

export type SessionWithdrawal = {
	readonly makerId: string
	readonly sessionId: string
	readonly scope: WithdrawalScope
	readonly because?: Withdrawal
}

/** The newest book that a maker sent for a pair, also if it is not in force. */
export type MakerQuote = {
	book: MakerBook
	readonly sessionId: string
	/** The node that has the session; absent: this one. */
	readonly node?: string | undefined
	withdrawn: Withdrawal | undefined
}

/** What other nodes must know of the books and sessions of this one. A book without `book` was withdrawn, or removed. */
export type QuoteEvent =
	| {
			readonly kind: 'book'
			readonly makerId: string
			readonly pair: Pair
			readonly version: number
			readonly sessionId: string
			readonly node: string
			readonly book?: MakerBook
			readonly withdrawn?: Withdrawal
	  }
	| {
			readonly kind: 'session'
			readonly makerId: string
			readonly sessionId: string
			readonly quoting: Quoting
			readonly minAmounts: ReadonlyMap<string, Decimal>
	  }
	| { readonly kind: 'session_ended'; readonly makerId: string; readonly sessionId: string }

/** The other nodes, where there are any. */
export type OtherNodes = {
	readonly nodeId: string
	/** Tells them what changed here. */
	tell(event: QuoteEvent): void
	/** Takes a change of a book that is not known here. */
	note(change: Pick<QuoteEvent & { kind: 'book' }, 'makerId' | 'pair' | 'version'>): void
	/** Takes that a maker's books were withdrawn, of some pairs or all: resolves once every node will know, with the bus or without. */
	cancel(makerId: string, pairs?: readonly Pair[]): Promise<void>
	/** Those that have not been heard of for too long. Their books and sessions do not count, and are dropped soon. */
	silent(): ReadonlySet<string>
}
