import { cancelOrderWire, type OrderStatusWire, subintentIdWire, TradeError } from '@accord/protocol'
import { z } from 'zod'
import type { CancelOrder } from '../../settlement/cancel-order.ts'
import type { TradeApp } from './trade-app.ts'

type CancelDeps = {
	readonly cancelOrder: (order: CancelOrder) => Promise<void>
	readonly orderStatus: (subintentId: string) => Promise<OrderStatusWire | undefined>
}

const schema = { params: z.object({ subintent_id: subintentIdWire }), body: cancelOrderWire }

/** DELETE /trade/orders/:subintent_id: takes back an order that is not published, signed by a key that signed it. */
export function cancel(app: TradeApp, { cancelOrder, orderStatus }: CancelDeps): void {
	app.delete('/trade/orders/:subintent_id', { schema }, async ({ params, body }): Promise<OrderStatusWire> => {
		const { subintent_id: subintentId } = params
		const { curve, public_key, signature, rola } = body
		const publicKey = public_key === undefined ? {} : { publicKey: public_key }
		await cancelOrder({ subintentId, signature: { curve, signature, ...publicKey }, rola })
		const status = await orderStatus(subintentId)
		if (status === undefined) throw new TradeError('unknown_order')
		return status
	})
}
