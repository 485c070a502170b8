import { formatOperatorOrder, formatOperatorOrders, OrderTrace, TradeError } from '@accord/protocol'
import type { operatorOrderOperations } from '@accord/protocol/contract'
import type { Database } from '../../db/tables.ts'
import { findOrder, listOrders } from '../../operator/orders-table.ts'
import { type TraceDeps, traceOrder } from '../../trace/trace-order.ts'
import type { Handlers } from '../http/routes.ts'

export type OrdersDeps = { readonly db: Database; readonly trace: TraceDeps }

const pageDefault = 100

/** Everyone's orders, and how each went. */
export function operatorOrderHandlers({ db, trace }: OrdersDeps): Handlers<typeof operatorOrderOperations> {
	return {
		listOrders: async ({ query: { limit = pageDefault, state, account, before } }) =>
			formatOperatorOrders(await listOrders(db, { state, account, limit, before })),
		getOrder: async ({ params }) => formatOperatorOrder(known(await findOrder(db, params.subintent_id))),
		getOrderTrace: async ({ params }) => OrderTrace.format(known(await traceOrder(trace, params.subintent_id))),
	}
}

function known<T>(found: T | undefined): T {
	if (found === undefined) throw new TradeError('unknown_order', 'there is no order with this subintent id')
	return found
}
