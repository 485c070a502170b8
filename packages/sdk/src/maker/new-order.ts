import type { LimitOrder, Pair } from '@accord/protocol'
import type { DecimalLike } from '../transport/amount-like.ts'

/** A part of a user's order as one maker is asked to fill it. */
export type NewOrder = {
	readonly id: string
	readonly createdAtMs: number
	/** The last moment at which a fill is accepted. */
	readonly fillBeforeMs: number
	/** The user's side. */
	readonly limitOrder: LimitOrder
	/** What the maker is to sign: the exact mirror. */
	readonly fill: LimitOrder
}

/** Which orders a maker wants, and what happens to its books when its session ends. */
export type NewOrdersOptions = {
	/** Only orders of these pairs. */
	readonly pairs?: readonly Pair[]
	/** By symbol: no order for which the maker would sell less of the token than this. */
	readonly minAmounts?: Readonly<Record<string, DecimalLike>>
	/**
	 * The books that are withdrawn at once when this session ends: those it set last, or all of the maker's. Absent: those it set
	 * last, 2 s later.
	 */
	readonly cancelOnDisconnect?: 'session' | 'account'
	/**
	 * Withdraws the same books when the service has received nothing from this session for that many seconds (1 to 3600): this
	 * process hangs, for example, while its socket stays open. The client pings three times as often; the next book counts again.
	 */
	readonly deadManTimerS?: number
}
