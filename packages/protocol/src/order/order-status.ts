import * as z from '#schema'
import { Amount } from '../amount/amount.ts'
import { Fee } from '../fee/fee.ts'
import { addressWire, subintentIdWire, timestampWire, wholeNumberText } from '../fields.ts'
import { derived, list, message, named, request, type ValueOf } from '../message.ts'
import { LimitOrder, surplusField } from './limit-order.ts'
import {
	isTerminalOrderState,
	type OrderState,
	orderHistoryStateWire,
	orderStateWire,
	partStateWire,
} from './states.ts'

/** A state that an order has reached, and when it did. */
export type OrderHistoryEntry = ValueOf<typeof orderHistoryEntry>
const orderHistoryEntry = message({ state: orderHistoryStateWire, atMs: timestampWire })

/** The ledger's decision about an order, if it differs from how the order ended. */
export type OrderCorrection = ValueOf<typeof orderCorrection>
const orderCorrection = message({
	state: z.enum(['settled', 'expired']),
	/** When the difference was found. */
	atMs: timestampWire,
	/** The transaction that settled it. */
	transactionId: z.string().optional(),
})

/** The state of a user's order. */
export type OrderStatus = ValueOf<typeof OrderStatus>
/** GET /trade/orders/:subintent_id. */
export const OrderStatus = message({
	subintentId: subintentIdWire,
	state: orderStateWire,
	limitOrder: LimitOrder,
	fee: Fee,
	account: addressWire,
	/** Seconds since the Unix epoch, by the ledger's clock. */
	expiresAtS: named('expires_at', timestampWire.describe('Seconds.')),
	createdAtMs: timestampWire,
	/** Only ever grows at its end, so the position of an entry never changes. */
	history: list(orderHistoryEntry),
	parts: list(message({ state: partStateWire })),
	outcome: derived(
		z.string().optional().describe('The final state, once there is one.'),
		({ state }: { state: OrderState }) => (isTerminalOrderState(state) ? state : undefined),
	),
	/** The transaction that settled it. */
	transactionId: z.string().optional().describe('What settled it.'),
	/** What the user got beyond the limit, in the pair's quote token: more received, or less paid. */
	surplus: surplusField,
	/** The part of the settlement fee that came back when it settled. */
	rebate: Amount.describe('What came back of the settlement fee, once settled.').optional(),
	/** Present if the ledger's decision differs from `state`, which stays unchanged. */
	correction: orderCorrection.optional().describe('What the ledger decided, if it ended otherwise.'),
})

/** The most seconds that `wait` may request. */
export const waitSecondsMax = 30

/** Query of GET /trade/orders/:subintent_id: with `wait`, the answer comes when the order is final or that many seconds have passed. */
export const orderStatusQueryWire = z.object({
	wait: wholeNumberText({ min: 0, max: waitSecondsMax }).optional().describe('Seconds to wait for the final state.'),
})

/** The most orders that one POST /trade/orders/status may request. */
export const orderStatusIdsMax = 100

/** Body of POST /trade/orders/status. An id that appears twice is answered once. */
export const OrderStatusesQuery = request({
	subintentIds: list(subintentIdWire.min(1).max(256), { min: 1, max: orderStatusIdsMax }),
})

/** The status of several orders: the known ones in the order requested, and the ids for which there is no order. */
export type OrderStatuses = ValueOf<typeof OrderStatuses>
/** Answer of POST /trade/orders/status. */
export const OrderStatuses = message({ orders: list(OrderStatus), unknown: list(z.string()) })

/** The most orders that one GET /trade/account_addresses/:address/orders returns. */
export const accountOrdersMax = 100

/** Query of GET /trade/account_addresses/:address/orders, newest first; `before` is the `next` of the previous page. */
export const accountOrdersQueryWire = z.object({
	limit: wholeNumberText({ min: 1, max: accountOrdersMax }).optional().describe('50 when absent.'),
	before: z.string().max(128).optional(),
})

/** A page of orders, newest first. `next` requests the next page; it is absent on the last one. */
export type OrderPage = ValueOf<typeof OrderPage>
/** GET /trade/account_addresses/:address/orders. */
export const OrderPage = message({
	orders: list(OrderStatus),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})

/** One entry of an order's history as it is streamed. `sequence` is its position, counted from 1. */
export type OrderEvent = ValueOf<typeof OrderEvent>
/**
 * Data of the event `state` of GET /trade/orders/:subintent_id/events: one for each entry of the history; `sequence` is
 * its position from 1 on, and the event's id. The answer ends with the final state; a client that resumes after that
 * gets 204, which tells an EventSource to stop.
 */
export const OrderEvent = message({
	subintentId: subintentIdWire,
	sequence: z.number().int().positive(),
	state: orderHistoryStateWire,
	atMs: timestampWire,
	/** Whether this is the last event. */
	isFinal: named('final', z.boolean().describe('Whether this is the last event.')),
	/** The transaction that settled the order, with its final event. */
	transactionId: z.string().optional(),
})

/** The events that led to a status: one for each entry of its history after number `after`. */
export function orderEvents({ subintentId, history, transactionId }: OrderStatus, after = 0): OrderEvent[] {
	const events = history.map(({ state, atMs }, place): OrderEvent => {
		const isFinal = isTerminalOrderState(state)
		const settledBy = isFinal && transactionId !== undefined ? { transactionId } : {}
		return { subintentId, sequence: place + 1, state, atMs, isFinal, ...settledBy }
	})
	return events.slice(after)
}
