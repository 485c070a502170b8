import {
	Decimal,
	type MakerBookWire,
	type MakerOrderWire,
	type MakerPauseWire,
	makerBooksWire,
	makerLimitsWire,
	makerOrdersWire,
	makerPausesWire,
	makerStatsWire,
	parseLimitOrder,
	parsePriceLevel,
} from '@accord/protocol'
import type {
	MakerBook,
	MakerLimits,
	MakerOrder,
	MakerOrders,
	MakerPause,
	MakerPauses,
	MakerStats,
} from '../maker/maker-state.ts'
import type { Schema } from './trade-api.ts'

// The answers of a maker's own endpoints, read into the types of `maker/maker-state.ts`.

export const makerBooks: Schema<MakerBook[]> = {
	parse: message => makerBooksWire.parse(message).books.map(parseBook),
}

export const makerOrders: Schema<MakerOrders> = {
	parse: message => {
		const { orders, next } = makerOrdersWire.parse(message)
		return { orders: orders.map(parseOrder), ...(next === undefined ? {} : { next }) }
	},
}

export const makerPauses: Schema<MakerPauses> = {
	parse: message => {
		const { paused, pauses } = makerPausesWire.parse(message)
		return { isPaused: paused, pauses: pauses.map(parsePause) }
	},
}

export const makerStats: Schema<MakerStats> = {
	parse: message => {
		const wire = makerStatsWire.parse(message)
		const { asked, filled, rejected, timed_out: timedOut } = wire.orders
		return {
			sinceMs: wire.since_ms,
			orders: { asked, filled, rejected, timedOut },
			fills: wire.fills,
			...(wire.fill_rate === undefined ? {} : { fillRate: Decimal.parse(wire.fill_rate) }),
			...(wire.answer_ms === undefined ? {} : { answerMs: wire.answer_ms }),
			sessions: wire.sessions,
			breaker: {
				missRate: Decimal.parse(wire.breaker.miss_rate),
				pausesAt: Decimal.parse(wire.breaker.pauses_at),
				sample: wire.breaker.sample,
				sampleMin: wire.breaker.sample_min,
				nextPauseSeconds: wire.breaker.next_pause_seconds,
			},
			isPaused: wire.paused,
			pauses: wire.pauses.map(parsePause),
		}
	},
}

export const makerLimits: Schema<MakerLimits> = {
	parse: message => {
		const wire = makerLimitsWire.parse(message)
		return {
			sessions: wire.sessions,
			requestsPerMinute: wire.requests_per_minute,
			messagesPerSecond: wire.messages_per_second,
			priceBookLevels: wire.price_book_levels,
			exposure: wire.exposure.map(({ pair, used, max }) => ({
				pair,
				used: Decimal.parse(used),
				max: Decimal.parse(max),
			})),
		}
	},
}

/** Reads one pause. */
export function parsePause({ by, reason, since_ms, until_ms }: MakerPauseWire): MakerPause {
	return {
		by,
		...(reason === undefined ? {} : { reason }),
		sinceMs: since_ms,
		...(until_ms === undefined ? {} : { untilMs: until_ms }),
	}
}

function parseBook(wire: MakerBookWire): MakerBook {
	const { not_in_force_because: because } = wire
	return {
		pair: wire.pair,
		...parseSides(wire),
		available: parseSides(wire.available),
		setAtMs: wire.set_at_ms,
		isInForce: wire.in_force,
		...(because === undefined ? {} : { notInForceBecause: because }),
		reservations: wire.reservations.map(({ order_id, side, amount, state, levels }) => ({
			orderId: order_id,
			side,
			amount: Decimal.parse(amount),
			state,
			levels: levels.map(parsePriceLevel),
		})),
	}
}

function parseSides({ bids, asks }: Pick<MakerBookWire, 'bids' | 'asks'>): Pick<MakerBook, 'bids' | 'asks'> {
	return { bids: bids.map(parsePriceLevel), asks: asks.map(parsePriceLevel) }
}

function parseOrder(wire: MakerOrderWire): MakerOrder {
	return {
		id: wire.id,
		pair: wire.pair,
		createdAtMs: wire.created_at_ms,
		fillBeforeMs: wire.fill_before_ms,
		limitOrder: parseLimitOrder(wire.limit_order),
		fill: parseLimitOrder(wire.fill),
		state: wire.state,
		...(wire.answered_at_ms === undefined ? {} : { answeredAtMs: wire.answered_at_ms }),
		...(wire.reject_reason === undefined ? {} : { rejectReason: wire.reject_reason }),
		...(wire.fill_state === undefined ? {} : { fillState: wire.fill_state }),
		...(wire.fill_subintent_id === undefined ? {} : { fillSubintentId: wire.fill_subintent_id }),
		...(wire.transaction_id === undefined ? {} : { transactionId: wire.transaction_id }),
	}
}
