import {
	CheckedOrder,
	isTerminalOrderState,
	OrderPage,
	OrderStatus,
	OrderStatuses,
	Quote,
	SubmissionResult,
	type WireOf,
} from '@accord/protocol'
import type { orderOperations } from '@accord/protocol/contract'
import type { FastifyReply } from 'fastify'
import { requireAccount } from '../../accounts/account-address.ts'
import type { Quotes } from '../../construction/quote.ts'
import { awaitFinal, type OrderWatch } from '../../orders/order-watch.ts'
import type { Orders } from '../../orders/orders.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Settlement } from '../../settlement/settlement.ts'
import type { EventStreams } from '../http/event-streams.ts'
import type { Call, Handlers } from '../http/routes.ts'
import { hashOf, knownStatus, type OrderStreams } from './order-streams.ts'

type OrdersRooms = {
	readonly platform: Platform
	readonly quotes: Quotes
	readonly orders: Orders
	readonly orderWatch: OrderWatch
	readonly orderStreams: Pick<OrderStreams, 'of'>
	readonly eventStreams: EventStreams
	readonly settlement: Pick<Settlement, 'cancel'>
}

const pageDefault = 50

type Submission = Pick<Call<typeof orderOperations.submitOrder>, 'body' | 'request'>

/** From quote to settlement. */
export function orderHandlers(rooms: OrdersRooms): Handlers<typeof orderOperations> {
	const { quotes, orders, settlement, orderWatch, orderStreams } = rooms
	const { clock, market } = rooms.platform
	const submitOrder = async ({ body, request }: Submission): Promise<WireOf<typeof SubmissionResult>> => {
		const receivedAtMs = clock.nowMs()
		const { id: requestId, client, span } = request
		const traceContext = span?.traceparent
		const { subintentId } = await orders.submit({ ...body, receivedAtMs, client, requestId, traceContext })
		return SubmissionResult.format(subintentId)
	}
	return {
		submitOrder,
		submitOrderWalkThrough: submitOrder,
		quoteOrder: async ({ body, request: { client } }) => Quote.format(await quotes.quote(body, client)),
		checkOrder: async ({ body, request: { client } }) => {
			const receivedAtMs = clock.nowMs()
			return CheckedOrder.format(await orders.check({ source: body, receivedAtMs, client }))
		},
		getOrderStatus: async ({ params: { subintent_id: subintentId }, query: { wait = 0 }, reply }) => {
			const untilMs = clock.nowMs() + wait * 1000
			const status = await knownStatus(orders, subintentId)
			if (wait === 0 || isTerminalOrderState(status.state)) return OrderStatus.format(status)
			const signal = whenClosed(reply)
			const final = await awaitFinal({ clock, orderWatch }, { orderHash: hashOf(subintentId), untilMs, signal })
			return OrderStatus.format(final ?? (await knownStatus(orders, subintentId)))
		},
		getAccountOrders: async ({ params: { address: account }, query: { limit = pageDefault, before } }) => {
			requireAccount(market.networkId, { address: account, pointer: '/address' })
			return OrderPage.format(await orders.ofAccount({ account, limit, before }))
		},
		getOrderStatuses: async ({ body }) => OrderStatuses.format(await statusesOf(orders, body.subintentIds)),
		streamOrderEvents: async ({ params: { subintent_id: subintentId }, headers, request, reply }) => {
			const follow = await orderStreams.of(subintentId, headers['last-event-id'])
			// At 204 an EventSource stops reconnecting.
			if (follow === 'over') return reply.code(204).send()
			follow(rooms.eventStreams.open(request, reply))
			return reply
		},
		cancelOrder: async ({ params: { subintent_id: subintentId }, body }) => {
			const { coSignatures = [], ...signature } = body
			await settlement.cancel({ subintentId, signatures: [signature, ...coSignatures] })
			return OrderStatus.format(await knownStatus(orders, subintentId))
		},
	}
}

async function statusesOf(orders: Orders, ids: readonly string[]): Promise<OrderStatuses> {
	const requested = [...new Set(ids)]
	const known = new Map((await orders.statuses(requested)).map(status => [status.subintentId, status]))
	return {
		orders: requested.flatMap(id => known.get(id) ?? []),
		unknown: requested.filter(id => !known.has(id)),
	}
}

/** Aborts when the answer has been sent, or the client has disconnected. */
function whenClosed(reply: FastifyReply): AbortSignal {
	const closed = new AbortController()
	reply.raw.once('close', () => closed.abort())
	return closed.signal
}
