import { type Decimal, type Pair, pairKey, type Side } from '@accord/protocol'
import type { MakerLevel } from './priority.ts'
import type { BookScope, Quoting } from './quoting-sessions.ts'

/** A part as its maker knows it. Numbers grow in the order in which parts are reserved of a maker, over all pairs. */
export type AskedPart = { readonly orderId: string; readonly number: bigint }

/** The newest book of one maker for one pair. */
export type MakerBook = {
	readonly makerId: string
	readonly pair: Pair
	readonly bids: readonly MakerLevel[]
	readonly asks: readonly MakerLevel[]
	/** When it was set. Reservations that settle later still count against it. */
	readonly setAtMs: number
	/** The part that it accounts for with all that were reserved before: they are not subtracted from it. */
	readonly netOf?: AskedPart
	/** The smallest part that the maker takes on each side, in the token it sells there; absent: any. */
	readonly minParts?: Readonly<Record<Side, Decimal>>
}

/** A maker's book, the session that sent it and, if orders are not matched against it, why. */
export type BookStatus = {
	readonly book: MakerBook
	readonly sessionId: string
	readonly notInForceBecause?: 'withdrawn' | 'paused' | 'no_stream'
	readonly withdrawn?: Withdrawal
}

/**
 * Why a book was withdrawn: its session has ended or fell silent, its maker cancelled it, or sent another that was refused. One
 * that is looked up is not in force yet.
 */
export type Withdrawal = 'session_ended' | 'session_silent' | 'cancelled' | 'refused' | 'looked_up'

export type SessionWithdrawal = {
	readonly makerId: string
	readonly sessionId: string
	readonly scope: BookScope
	readonly because?: Withdrawal
}

export type StoredBook = {
	book: MakerBook
	readonly sessionId: string
	/** The node that has the session; absent: this one. */
	readonly node?: string | undefined
	withdrawn: Withdrawal | undefined
}

/** Which change of a maker's book of a pair came last: later ones have greater numbers, of equal ones the greater node's counts. */
export type BookVersion = { readonly version: number; readonly writer: string }

/** What other nodes must know of the books and sessions of this one. A book without `book` was withdrawn, or removed. */
export type BookEvent =
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
	readonly tell: (event: BookEvent) => void
	/** Called before books are read, so that none is read of a node that has not been heard of for too long. */
	readonly dropSilent: () => void
}

/** Names a maker's book of a pair. */
export function bookKey(makerId: string, pair: Pair): string {
	return `${pairKey(pair)} ${makerId}`
}

/** Of equal versions one must count on every node. */
export function isLater(one: BookVersion, other: BookVersion): boolean {
	return one.version > other.version || (one.version === other.version && one.writer > other.writer)
}
