import {
	type Clock,
	isTerminalOrderState,
	type OrderStatusesWire,
	type OrderStatusWire,
	orderStatusesQueryWire,
	orderStatusQueryWire,
	type SubmissionResultWire,
	subintentIdWire,
	submitOrderWire,
	TradeError,
} from '@accord/protocol'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { awaitFinal, type OrderWatch } from '../../orders/order-watch.ts'
import type { TradeApp } from './trade-app.ts'

type OrdersDeps = {
	readonly clock: Clock
	readonly submitOrder: (order: {
		signedPartialTransaction: string
		receivedAtMs: number
		requestId: string
	}) => Promise<{ subintentId: string }>
	/** The hash that a known order's subintent id stands for. */
	readonly orderHash: (subintentId: string) => string
	readonly orderStatus: (subintentId: string) => Promise<OrderStatusWire | undefined>
	readonly orderStatuses: (subintentIds: readonly string[]) => Promise<OrderStatusWire[]>
	readonly orderWatch: OrderWatch
}

const params = z.object({ subintent_id: subintentIdWire })

/** POST /trade/orders, and /orders as the walk-through has it; where one order or many of them stand. */
export function orders(app: TradeApp, deps: OrdersDeps): void {
	for (const path of ['/trade/orders', '/orders']) submission(app, path, deps)
	app.addHook('preClose', async () => deps.orderWatch.stop())
	const schema = { params, querystring: orderStatusQueryWire }
	app.get('/trade/orders/:subintent_id', { schema }, async (request, reply): Promise<OrderStatusWire> => {
		const receivedAtMs = deps.clock.nowMs()
		const { subintent_id: subintentId } = request.params
		const status = await knownStatus(deps, subintentId)
		const { wait = 0 } = request.query
		if (wait === 0 || isTerminalOrderState(status.state)) return status
		const untilMs = receivedAtMs + wait * 1000
		const final = await awaitFinal(deps, { orderHash: deps.orderHash(subintentId), untilMs, signal: endOf(reply) })
		return final ?? (await knownStatus(deps, subintentId))
	})
	app.post('/trade/orders/status', { schema: { body: orderStatusesQueryWire } }, async ({ body }) =>
		statusesOf(deps, body.subintent_ids),
	)
}

function submission(app: TradeApp, path: string, { clock, submitOrder }: OrdersDeps): void {
	const options = { schema: { body: submitOrderWire }, config: { submission: true } }
	app.post(path, options, async (request): Promise<SubmissionResultWire> => {
		const receivedAtMs = clock.nowMs()
		const signedPartialTransaction = request.body.signed_partial_transaction
		const { subintentId } = await submitOrder({ signedPartialTransaction, receivedAtMs, requestId: request.id })
		return { success: true, success_response: { subintent_id: subintentId } }
	})
}

async function knownStatus({ orderStatus }: OrdersDeps, subintentId: string): Promise<OrderStatusWire> {
	const status = await orderStatus(subintentId)
	if (status === undefined) throw new TradeError('unknown_order', 'there is no order of this subintent id')
	return status
}

async function statusesOf({ orderStatuses }: OrdersDeps, ids: readonly string[]): Promise<OrderStatusesWire> {
	const asked = [...new Set(ids)]
	const known = new Map((await orderStatuses(asked)).map(status => [status.subintent_id, status]))
	return {
		orders: asked.flatMap(id => known.get(id) ?? []),
		unknown: asked.filter(id => !known.has(id)),
	}
}

/** Aborts when the answer has left, or the one who asked has gone. */
function endOf(reply: FastifyReply): AbortSignal {
	const ended = new AbortController()
	reply.raw.once('close', () => ended.abort())
	return ended.signal
}
