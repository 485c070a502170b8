import { ListedOrderPage, OperatorOrder, OrderTrace, TradeError } from '@accord/protocol'
import type { operatorOrderOperations } from '@accord/protocol/contract'
import type { DatabaseLanes } from '../../db/database-lanes.ts'
import { findOrder, listOrders } from '../../operator/orders-table.ts'
import type { Traces } from '../../trace/traces.ts'
import type { Handlers } from '../http/routes.ts'

export type OrdersDeps = { readonly db: Pick<DatabaseLanes, 'own'>; readonly traces: Pick<Traces, 'ofOrder'> }

const pageDefault = 100

/** Everyone's orders, and how each went. */
export function operatorOrderHandlers({ db, traces }: OrdersDeps): Handlers<typeof operatorOrderOperations> {
	return {
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
