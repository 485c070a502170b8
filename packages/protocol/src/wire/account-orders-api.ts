import * as z from 'zod'
import { wholeNumberText } from '../fields.ts'
import type { OrderPage } from '../order/order-status.ts'
import { omitUndefined } from './omit-undefined.ts'
import { formatOrderStatus, orderStatusWire, parseOrderStatus } from './orders-api.ts'

/** Orders that one GET /trade/account_addresses/:address/orders shows at most. */
export const accountOrdersMax = 100

/** Query of GET /trade/account_addresses/:address/orders, newest first; `before` is the `next` of the previous page. */
export const accountOrdersQueryWire = z.object({
	limit: wholeNumberText({ min: 1, max: accountOrdersMax }).optional().describe('50 when absent.'),
	before: z.string().max(128).optional(),
})
export type AccountOrdersQueryWire = z.infer<typeof accountOrdersQueryWire>

/** GET /trade/account_addresses/:address/orders. */
export const accountOrdersWire = z.object({
	orders: z.array(orderStatusWire),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})
export type AccountOrdersWire = z.infer<typeof accountOrdersWire>

/** Reads a page of an account's orders. @throws TradeError `invalid_decimal` */
export function parseAccountOrders({ orders, next }: AccountOrdersWire): OrderPage {
	return omitUndefined({ orders: orders.map(parseOrderStatus), next })
}

/** The answer of GET /trade/account_addresses/:address/orders. */
export function formatAccountOrders({ orders, next }: OrderPage): AccountOrdersWire {
	return omitUndefined({ orders: orders.map(formatOrderStatus), next })
}
