import { isTerminalOrderState, type OrderStatusWire, subintentIdWire, TradeError } from '@accord/protocol'
import { z } from 'zod'
import { orderEventsAfter, requireHappened } from '../../orders/order-events.ts'
import type { OrderWatch } from '../../orders/order-watch.ts'
import type { EventStream, EventStreams } from '../event-streams.ts'
import type { TradeApp } from './trade-app.ts'

type OrderEventsDeps = {
	readonly eventStreams: EventStreams
	readonly orderHash: (subintentId: string) => string
	readonly orderStatus: (subintentId: string) => Promise<OrderStatusWire | undefined>
	readonly orderWatch: OrderWatch
}

const params = z.object({ subintent_id: subintentIdWire })

/**
 * GET /trade/orders/:subintent_id/events: every entry of the order's history as an event, from where Last-Event-ID says;
 * after the final one the answer ends, and who asks for more is told 204, at which an EventSource stops.
 */
export function orderEvents(app: TradeApp, deps: OrderEventsDeps): void {
	const options = { schema: { params }, exposeHeadRoute: false }
	app.get('/trade/orders/:subintent_id/events', options, async (request, reply) => {
		const { subintent_id: subintentId } = request.params
		const after = lastEventId(request.headers['last-event-id'])
		const status = await deps.orderStatus(subintentId)
		if (status === undefined) throw new TradeError('unknown_order', 'there is no order of this subintent id')
		requireHappened(status, after)
		if (isTerminalOrderState(status.state) && after === status.history.length) return reply.code(204).send()
		const stream = deps.eventStreams.open(request, reply)
		follow(deps, { stream, after, orderHash: deps.orderHash(subintentId) })
	})
}

type Followed = { readonly stream: EventStream; readonly after: number; readonly orderHash: string }

function follow({ orderWatch }: OrderEventsDeps, { stream, after, orderHash }: Followed): void {
	let sent = after
	const changed = (status: OrderStatusWire) => {
		for (const event of orderEventsAfter(status, sent)) {
			stream.send({ event: 'state', id: event.sequence, data: event })
			sent = event.sequence
			if (event.final) stream.end()
		}
	}
	const stopped = () => stream.close(new TradeError('shutting_down'))
	try {
		stream.onClose(orderWatch.watch(orderHash, { changed, stopped }))
	} catch (error) {
		// The answer has begun: what refuses it can only end it.
		stream.close(error instanceof TradeError ? error : new TradeError('internal', undefined, { cause: error }))
	}
}

function lastEventId(header: string | string[] | undefined): number {
	if (header === undefined || header === '') return 0
	const number = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
	if (number !== undefined) return number
	throw TradeError.fromViolations([
		{
			code: 'validation_failed',
			item: { pointer: '/last-event-id', expected: 'the number of an event', found: String(header).slice(0, 64) },
		},
	])
}
