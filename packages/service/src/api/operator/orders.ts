import { ListedOrderPage, OperatorHistory, OperatorOrder, OrderTrace } from '@accord/protocol'
import type { operatorOrderOperations } from '@accord/protocol/contract'
import { subintentHashesOf } from '../../operator/find-subintents.ts'
import { selectHistory } from '../../operator/history.ts'
import type { OperatorRooms } from '../../operator/operator-rooms.ts'
import { findOrder, listOrders } from '../../operator/orders-table.ts'
import { unknownOrder } from '../../orders/unknown-order.ts'
import type { Handlers } from '../http/routes.ts'

type OrdersRooms = Pick<OperatorRooms, 'platform' | 'traces'>

const pageDefault = 100

/** Everyone's orders, and what happened to each. */
export function operatorOrderHandlers(rooms: OrdersRooms): Handlers<typeof operatorOrderOperations> {
	const { traces } = rooms
	const { clock, db } = rooms.platform
	return {
		getHistory: async () => OperatorHistory.format(await selectHistory(db.own, { nowMs: clock.nowMs() })),
		listOrders: async ({ query: { limit = pageDefault, state, account, before, ...wanted } }) => {
			const subintentHashes = await subintentHashesOf(rooms.platform, wanted)
			return ListedOrderPage.format(await listOrders(db.own, { state, account, subintentHashes, limit, before }))
		},
		getOrder: async ({ params }) =>
			OperatorOrder.format((await findOrder(db.own, params.subintent_id)) ?? unknown(params.subintent_id)),
		getOrderTrace: async ({ params }) =>
			OrderTrace.format((await traces.ofOrder(params.subintent_id)) ?? unknown(params.subintent_id)),
	}
}

function unknown(subintentId: string): never {
	throw unknownOrder(subintentId)
}
