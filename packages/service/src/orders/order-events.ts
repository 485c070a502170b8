import { isTerminalOrderState, type OrderEventWire, type OrderStatusWire, TradeError } from '@accord/protocol'

/**
 * What happened to an order after the event of number `after`: one event for each entry of its history, numbered by its
 * place from 1 on.
 */
export function orderEventsAfter(status: OrderStatusWire, after: number): OrderEventWire[] {
	const { subintent_id, transaction_id, history, state } = status
	const isOver = isTerminalOrderState(state)
	const events = history.map((entry, place): OrderEventWire => {
		const final = isOver && place === history.length - 1
		const settledBy = final && transaction_id !== undefined ? { transaction_id } : {}
		return { subintent_id, sequence: place + 1, state: entry.state, at_ms: entry.at_ms, final, ...settledBy }
	})
	return events.slice(after)
}

/** Refuses to go on after an event that has not happened. @throws TradeError `sequence_ahead` */
export function requireHappened({ history }: OrderStatusWire, after: number): void {
	if (after <= history.length) return
	throw new TradeError('sequence_ahead', `the last event of the order is ${history.length}, not ${after}`, {
		extra: { last_sequence_number: history.length },
	})
}
