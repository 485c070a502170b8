import type { Decimal, Pair, Side } from '@accord/protocol'
import type { MakerLevel } from './maker-offer.ts'
import type { Quoting, WithdrawalScope } from './quoting-sessions.ts'

/**
 * A part as its maker knows it. Numbers increase in the order in which parts are reserved from a maker, across all
 * pairs.
 */
export type AskedPart = { readonly orderId: string; readonly number: bigint }

/** The newest book of one maker for one pair. */
export type MakerBook = {
	readonly makerId: string
	readonly pair: Pair
	readonly bids: readonly MakerLevel[]
	readonly asks: readonly MakerLevel[]
	readonly setAtMs: number
	/**
	 * How far its maker's log had been read when the book was set: settlements in later entries still count against it.
	 */
	readonly settledUpTo: number
	/** The part for which it accounts, together with all parts reserved earlier: these are not subtracted from it. */
	readonly netOf?: AskedPart
	/** The smallest part that the maker accepts on each side, in the token it sells there; if absent, any. */
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
 * Why a book is not in force: its session ended or fell silent; its maker cancelled it, or sent another one that was
 * refused or has not arrived from its node; or its order is still being looked up.
 */
export type Withdrawal = 'session_ended' | 'session_silent' | 'cancelled' | 'refused' | 'replaced' | 'looked_up'

export type SessionWithdrawal = {
	readonly makerId: string
	readonly sessionId: string
	readonly scope: WithdrawalScope
	readonly because?: Withdrawal
}

/** The newest book that a maker sent for a pair, even if it is not in force. */
export type MakerQuote = {
	book: MakerBook
	readonly sessionId: string
	/** The node that has the session; absent if it is this one. */
	readonly node?: string | undefined
	withdrawn: Withdrawal | undefined
}

/**
 * A change that other nodes must know about this node's books and sessions. If `book` is absent, the book was withdrawn
 * or removed.
 */
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

/** The other nodes, if any. */
export type OtherNodes = {
	readonly nodeId: string
	/** Tells the other nodes what changed here. */
	tell(event: QuoteEvent): void
	/** Accepts a change of a book that is not known here. */
	note(change: Pick<QuoteEvent & { kind: 'book' }, 'makerId' | 'pair' | 'version'>): void
	/**
	 * Announces that a maker's books of some pairs, or all, were withdrawn; resolves once it is certain that every node
	 * will know, even without the bus.
	 */
	cancel(makerId: string, pairs?: readonly Pair[]): Promise<void>
	/** Nodes that have been silent for too long. Their books and sessions do not count, and will soon be dropped. */
	silent(): ReadonlySet<string>
}
