import {
	Decimal,
	type LimitOrder,
	type NewOrderWire,
	type Pair,
	parseLimitOrder,
	type StartNewOrdersWire,
} from '@accord/protocol'
import { type DecimalLike, toDecimal } from '../dex/amount-like.ts'

/** A part of a user's order as one maker is asked to fill it. */
export type NewOrder = {
	id: string
	createdAtMs: number
	/** The last moment at which a fill is still taken, in milliseconds. */
	fillBeforeMs: number
	/** The user's side. */
	limitOrder: LimitOrder
	/** What the maker is to sign: the exact mirror. */
	fill: LimitOrder
}

/** Reads the params of platform.new_orders.new. @throws TradeError `invalid_decimal` */
export function parseNewOrder(wire: NewOrderWire): NewOrder {
	return {
		id: wire.id,
		createdAtMs: wire.created_at_ms,
		fillBeforeMs: wire.fill_before_ms,
		limitOrder: parseLimitOrder(wire.limit_order),
		fill: parseLimitOrder(wire.fill),
	}
}

/** Which orders a maker wants, and what becomes of its books when it is gone. */
export type NewOrdersOptions = {
	/** Only orders of these pairs. */
	pairs?: readonly Pair[]
	/** By symbol: no order for which the maker would sell less of the token than this. */
	minAmounts?: Readonly<Record<string, DecimalLike>>
	/**
	 * The books that are withdrawn at once when this session ends: those it set last, or all of the maker. Absent: those it set
	 * last, 2 s later.
	 */
	cancelOnDisconnect?: 'session' | 'account'
	/**
	 * The same books are withdrawn when the service has heard nothing of this session for so many seconds (1 to 3600): this
	 * process hangs, say, while its socket stays open. The client pings three times as often; the next book counts again.
	 */
	deadManTimerS?: number
}

/** The params of platform.new_orders.start_stream. @throws TradeError `invalid_decimal` */
export function formatNewOrdersOptions(options: NewOrdersOptions): StartNewOrdersWire {
	const { pairs, minAmounts, cancelOnDisconnect, deadManTimerS } = options
	return {
		...(pairs === undefined ? {} : { token_pairs: pairs.map(({ base, quote }) => ({ base, quote })) }),
		...(minAmounts === undefined ? {} : { min_amounts: formatAmounts(minAmounts) }),
		...(cancelOnDisconnect === undefined ? {} : { cancel_on_disconnect: cancelOnDisconnect }),
		...(deadManTimerS === undefined ? {} : { dead_man_timer_s: deadManTimerS }),
	}
}

function formatAmounts(amounts: Readonly<Record<string, DecimalLike>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(amounts).map(([symbol, amount]) => [symbol, Decimal.format(toDecimal(amount))]),
	)
}
