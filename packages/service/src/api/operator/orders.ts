import { ListedOrderPage, OperatorHistory, OperatorOrder, OrderTrace, TradeError } from '@accord/protocol'
import type { operatorOrderOperations } from '@accord/protocol/contract'
import { selectHistory } from '../../operator/history.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import { findOrder, listOrders } from '../../operator/orders-table.ts'
import type { Handlers } from '../http/routes.ts'

type OrdersRooms = Pick<OperatorRooms, 'platform' | 'traces'>

const pageDefault = 100

/** Everyone's orders, and what happened to each. */
export function operatorOrderHandlers(rooms: OrdersRooms): Handlers<typeof operatorOrderOperations> {
	const { traces } = rooms
	const { clock, db } = rooms.platform
	return {
		getHistory: async () => OperatorHistory.format(await selectHistory(db.own, { nowMs: clock.nowMs() })),
		listOrders: async ({ query: { limit = pageDefault, state, account, before } }) =>
			ListedOrderPage.format(await listOrders(db.own, { state, account, limit, before })),
		getOrder: async ({ params }) => OperatorOrder.format(known(await findOrder(db.own, params.subintent_id))),
		getOrderTrace: async ({ params }) => OrderTrace.format(known(await traces.ofOrder(params.subintent_id))),
	}
}

function known<T>(found: T | undefined): T {
	if (found === undefined) throw new TradeError('unknown_order', 'there is no order with this subintent id')
	return found
}
