import {
	type OperatorOrdersWire,
	type OperatorOrderWire,
	type OrderTraceWire,
	operatorOrdersQueryWire,
	subintentIdWire,
	TradeError,
} from '@accord/protocol'
import { z } from 'zod'
import type { TradeApp } from '../api/trade/trade-app.ts'
import type { Database } from '../db/tables.ts'
import { type TraceDeps, traceOrder } from '../trace/trace-order.ts'
import { findOrder, listOrders } from './orders-table.ts'

const pageDefault = 100
const params = z.object({ subintent_id: subintentIdWire })

/** /operator/orders: the orders of everybody, and how each went. */
export function orderRoutes(app: TradeApp, { db, trace }: { readonly db: Database; readonly trace: TraceDeps }): void {
	const listSchema = { querystring: operatorOrdersQueryWire }
	app.get('/operator/orders', { schema: listSchema }, async ({ query }): Promise<OperatorOrdersWire> => {
		const { limit = pageDefault, state, account, before } = query
		return listOrders(db, { state, account, limit, before })
	})
	app.get(
		'/operator/orders/:subintent_id',
		{ schema: { params } },
		async (request): Promise<OperatorOrderWire> => known(await findOrder(db, request.params.subintent_id)),
	)
	app.get(
		'/operator/orders/:subintent_id/trace',
		{ schema: { params } },
		async (request): Promise<OrderTraceWire> => known(await traceOrder(trace, request.params.subintent_id)),
	)
}

function known<T>(found: T | undefined): T {
	if (found === undefined) throw new TradeError('unknown_order', 'there is no order of this subintent id')
	return found
}
