import { parseSubintentId } from '@accord/ledger'
import { isTerminalOrderState, OrderEvent, type OrderStatus, orderEvents, TradeError } from '@accord/protocol'
import type { OrderWatch } from '../../orders/order-watch.ts'
import type { Orders } from '../../orders/orders.ts'
import { unknownOrder } from '../../orders/unknown-order.ts'
import { FormattedEvent } from '../http/event-bytes.ts'
import type { EventSink } from '../http/event-streams.ts'

type OrdersWatched = { readonly orders: Pick<Orders, 'status'>; readonly orderWatch: Pick<OrderWatch, 'watch'> }

/** The histories of orders, for the streams that follow them. */
export class OrderStreams {
	readonly #watched: OrdersWatched

	constructor(watched: OrdersWatched) {
		this.#watched = watched
	}

	/**
	 * Has every entry of the order's history after number `after` written to a sink, which ends after the final one;
	 * `over` if there will be none.
	 * @throws TradeError `unknown_order`, `sequence_ahead`
	 */
	async of(subintentId: string, after = 0): Promise<((sink: EventSink) => void) | 'over'> {
		const status = await knownStatus(this.#watched.orders, subintentId)
		requireHappened(status, after)
		if (isTerminalOrderState(status.state) && after === status.history.length) return 'over'
		return sink => this.#follow(sink, { after, orderHash: hashOf(subintentId) })
	}

	#follow(sink: EventSink, { after, orderHash }: { readonly after: number; readonly orderHash: string }): void {
		let sent = after
		const changed = (status: OrderStatus) => {
			for (const event of orderEvents(status, sent)) {
				sink.send(FormattedEvent.of({ event: 'state', id: event.sequence, data: OrderEvent.format(event) }))
				sent = event.sequence
				if (event.isFinal) sink.end()
			}
		}
		const stopped = () => sink.close(new TradeError('shutting_down'))
		try {
			sink.onClose(this.#watched.orderWatch.watch(orderHash, { changed, stopped }))
		} catch (error) {
			// The answer has already begun, so a refusal can only end it.
			sink.close(error instanceof TradeError ? error : new TradeError('internal', undefined, { cause: error }))
		}
	}
}

/** The hash in the subintent id of a known order. */
export function hashOf(subintentId: string): string {
	return parseSubintentId(subintentId).hash
}

/** @throws TradeError `unknown_order` */
export async function knownStatus(orders: Pick<Orders, 'status'>, subintentId: string): Promise<OrderStatus> {
	const status = await orders.status(subintentId)
	if (status === undefined) throw unknownOrder(subintentId)
	return status
}

/** @throws TradeError `sequence_ahead` unless event number `after` has happened; 0 means none */
function requireHappened({ history }: OrderStatus, after: number): void {
	if (after <= history.length) return
	throw new TradeError('sequence_ahead', `the last event of the order is ${history.length}, not ${after}`, {
		extra: { last_sequence_number: history.length },
	})
}
