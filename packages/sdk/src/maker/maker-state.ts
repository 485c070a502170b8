import type { Decimal, FillState, LimitOrder, Pair, PartState, PriceLevel } from '@accord/protocol'

/** Why a maker's books do not count for now: at its own request, by the circuit breaker, or by the operator. */
export type MakerPause = {
	readonly by: 'maker' | 'breaker' | 'operator'
	readonly reason?: string
	readonly sinceMs: number
	/** When it ends by itself; absent: when it is ended by hand. */
	readonly untilMs?: number
}

/** Every pause in force. */
export type MakerPauses = { readonly isPaused: boolean; readonly pauses: readonly MakerPause[] }

/** The circuit breaker has paused the maker's books, or lets them count again. */
export type BreakerChange = MakerPauses & {
	/** A fraction from 0 to 1. */
	readonly missRate: Decimal
	/** How many orders the rate is taken from. */
	readonly sample: number
	readonly occurredAtMs: number
}

type Sides = { readonly bids: readonly PriceLevel[]; readonly asks: readonly PriceLevel[] }

/** What part of a book is reserved for an order. `side` is that of the book; amounts are in base. */
export type BookReservation = {
	readonly orderId: string
	readonly side: 'bids' | 'asks'
	readonly amount: Decimal
	readonly state: 'asked' | 'filled' | 'settled'
	readonly levels: readonly PriceLevel[]
}

/** One of the maker's books as the service has it. */
export type MakerBook = Sides & {
	readonly pair: Pair
	/** What is left after reservations; a side below the minimum is empty. */
	readonly available: Sides
	readonly setAtMs: number
	/** Whether orders are matched against it. */
	readonly isInForce: boolean
	/** `no_stream`: no session has the new-orders stream on for the pair. */
	readonly notInForceBecause?: 'no_stream' | 'paused' | 'withdrawn'
	readonly reservations: readonly BookReservation[]
}

/** An order that the maker was asked to fill, and what came of it. */
export type MakerOrder = {
	readonly id: string
	readonly pair: Pair
	readonly createdAtMs: number
	readonly fillBeforeMs: number
	/** The user's side. */
	readonly limitOrder: LimitOrder
	/** The maker's side. */
	readonly fill: LimitOrder
	readonly state: PartState
	/** When it was filled, rejected or timed out. */
	readonly answeredAtMs?: number
	readonly rejectReason?: string
	readonly fillState?: FillState
	readonly fillSubintentId?: string
	readonly transactionId?: string
}

/** One page of the maker's orders, newest first. */
export type MakerOrders = {
	readonly orders: readonly MakerOrder[]
	/** `before` of the next page; absent on the last one. */
	readonly next?: string
}

/** The circuit breaker's view of the maker. Rates are fractions from 0 to 1. */
export type BreakerView = {
	/** Smoothed: no answer counts whole, a rejection less. */
	readonly missRate: Decimal
	/** The rate at which it pauses. */
	readonly pausesAt: Decimal
	/** How many orders the rate is taken from: the newest ones since the last pause. */
	readonly sample: number
	/** With a smaller sample it never pauses. */
	readonly sampleMin: number
	/** Doubles with each pause, and shrinks again with time. */
	readonly nextPauseSeconds: number
}

/** How the maker did since `sinceMs`, at most 24 hours ago. */
export type MakerStats = MakerPauses & {
	readonly sinceMs: number
	readonly orders: {
		readonly asked: number
		readonly filled: number
		readonly rejected: number
		readonly timedOut: number
	}
	readonly fills: {
		readonly started: number
		readonly settled: number
		readonly expired: number
		readonly released: number
	}
	/** The filled ones of the orders answered or timed out; absent when there are none. */
	readonly fillRate?: Decimal
	/** From asking to the fill or rejection; absent when there are none. */
	readonly answerMs?: { readonly p50: number; readonly p95: number; readonly p99: number; readonly max: number }
	readonly sessions: number
	readonly breaker: BreakerView
}

/** How much of its limits the maker uses. */
export type MakerLimits = {
	readonly sessions: { readonly open: number; readonly max: number }
	readonly requestsPerMinute: number
	readonly messagesPerSecond: number
	readonly priceBookLevels: number
	/** Per pair, in base: what is promised in open orders and unsettled fills, and the most that may be. */
	readonly exposure: readonly { readonly pair: Pair; readonly used: Decimal; readonly max: Decimal }[]
}
