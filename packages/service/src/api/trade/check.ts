import { type CheckedOrderWire, type Clock, checkOrderWire } from '@accord/protocol'
import type { CheckOrder } from '../../orders/check-order.ts'
import type { TradeApp } from './trade-app.ts'

type CheckDeps = {
	readonly clock: Clock
	readonly checkOrder: (order: CheckOrder) => Promise<CheckedOrderWire>
}

/** POST /trade/orders/check: everything that is wrong with an order; nothing is kept. */
export function check(app: TradeApp, { clock, checkOrder }: CheckDeps): void {
	app.post('/trade/orders/check', { schema: { body: checkOrderWire } }, async ({ body }) =>
		checkOrder({ body, receivedAtMs: clock.nowMs() }),
	)
}
