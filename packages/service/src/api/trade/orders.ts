import {
	type Clock,
	type OrderStatusWire,
	type SubmissionResultWire,
	submitOrderWire,
	TradeError,
} from '@accord/protocol'
import { z } from 'zod'
import type { TradeApp } from './trade-app.ts'

type OrdersDeps = {
	readonly clock: Clock
	readonly submitOrder: (order: {
		signedPartialTransaction: string
		receivedAtMs: number
	}) => Promise<{ subintentId: string }>
	readonly orderStatus: (subintentId: string) => Promise<OrderStatusWire | undefined>
}

/** POST /trade/orders, and /orders as the walk-through has it; GET /trade/orders/:subintent_id */
export function orders(app: TradeApp, deps: OrdersDeps): void {
	for (const path of ['/trade/orders', '/orders']) submission(app, path, deps)
	const params = z.object({ subintent_id: z.string() })
	app.get('/trade/orders/:subintent_id', { schema: { params } }, async (request): Promise<OrderStatusWire> => {
		const status = await deps.orderStatus(request.params.subintent_id)
		if (status === undefined) throw new TradeError('unknown_order', 'there is no order of this subintent id')
		return status
	})
}

function submission(app: TradeApp, path: string, { clock, submitOrder }: OrdersDeps): void {
	const options = { schema: { body: submitOrderWire }, config: { submission: true } }
	app.post(path, options, async (request): Promise<SubmissionResultWire> => {
		const receivedAtMs = clock.nowMs()
		const signedPartialTransaction = request.body.signed_partial_transaction
		const { subintentId } = await submitOrder({ signedPartialTransaction, receivedAtMs })
		return { success: true, success_response: { subintent_id: subintentId } }
	})
}
