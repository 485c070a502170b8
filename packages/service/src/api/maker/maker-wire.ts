import {
	type BreakerWire,
	Decimal,
	formatLimitOrder,
	type MakerBookWire,
	type MakerOrderWire,
	type MakerPausesWire,
	type MakerPauseWire,
	type PriceLevel,
	type PriceLevelWire,
} from '@accord/protocol'
import type { BreakerState } from '../../breaker/breaker.ts'
import type { MakerPause } from '../../breaker/maker-pauses.ts'
import type { MakerOrder } from '../../fills/maker-orders.ts'
import type { MakerBookDetails } from '../../prices/maker-books.ts'
import type { OrderReservation } from '../../prices/reservations-table.ts'

/** A price book as its maker sees it. */
export function formatMakerBook({ book, available, notInForceBecause, reservations }: MakerBookDetails): MakerBookWire {
	return {
		pair: { ...book.pair },
		...formatSides(book),
		available: formatSides(available),
		set_at_ms: book.setAtMs,
		in_force: notInForceBecause === undefined,
		...(notInForceBecause === undefined ? {} : { not_in_force_because: notInForceBecause }),
		reservations: reservations.map(formatReservation),
	}
}

/** A part as its maker sees it. */
export function formatMakerOrder(order: MakerOrder): MakerOrderWire {
	const { filled, answeredAtMs, rejectReason } = order
	return {
		id: order.id,
		pair: { ...order.pair },
		created_at_ms: order.createdAtMs,
		fill_before_ms: order.fillBeforeMs,
		limit_order: formatLimitOrder(order.limitOrder),
		fill: formatLimitOrder(order.fill),
		state: order.state,
		...(answeredAtMs === undefined ? {} : { answered_at_ms: answeredAtMs }),
		...(rejectReason === undefined ? {} : { reject_reason: rejectReason }),
		...(filled === undefined ? {} : { fill_state: filled.state, fill_subintent_id: filled.subintentId }),
		...(filled?.transactionId === undefined ? {} : { transaction_id: filled.transactionId }),
	}
}

/** The circuit breaker's view of a maker. */
export function formatBreaker({ missRate, pausesAt, sample, sampleMin, nextPauseSeconds }: BreakerState): BreakerWire {
	return {
		miss_rate: Decimal.format(missRate),
		pauses_at: Decimal.format(pausesAt),
		sample,
		sample_min: sampleMin,
		next_pause_seconds: nextPauseSeconds,
	}
}

/** One pause of a maker's books. */
export function formatPause({ by, reason, sinceMs, untilMs }: MakerPause): MakerPauseWire {
	return {
		by,
		...(reason === undefined ? {} : { reason }),
		since_ms: sinceMs,
		...(untilMs === undefined ? {} : { until_ms: untilMs }),
	}
}

/** The pauses in force, and whether there are any. */
export function formatPauses(pauses: readonly MakerPause[]): MakerPausesWire {
	return { paused: pauses.length > 0, pauses: pauses.map(formatPause) }
}

function formatReservation(reservation: OrderReservation): MakerBookWire['reservations'][number] {
	const { orderId, side, amount, levels, state, partState } = reservation
	return {
		order_id: orderId,
		side,
		amount: Decimal.format(amount),
		state: state === 'settled' ? 'settled' : partState === 'asked' ? 'asked' : 'filled',
		levels: levels.map(formatLevel),
	}
}

function formatSides({ bids, asks }: { bids: readonly PriceLevel[]; asks: readonly PriceLevel[] }) {
	return { bids: bids.map(formatLevel), asks: asks.map(formatLevel) }
}

function formatLevel({ price, amount }: PriceLevel): PriceLevelWire {
	return [Decimal.format(price), Decimal.format(amount)]
}
