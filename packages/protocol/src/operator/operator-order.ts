import * as z from '#schema'
import { Amount } from '../amount/amount.ts'
import { Pair } from '../amount/pair.ts'
import { Fee } from '../fee/fee.ts'
import { addressWire, countWire, subintentIdWire, textWire, timestampWire, wholeNumberText } from '../fields.ts'
import { list, message, named, type ValueOf } from '../message.ts'
import { LimitOrder } from '../order/limit-order.ts'
import { orderStateWire } from '../order/states.ts'
import { tradeSideWire } from '../trade/trade.ts'
import { ItemEstimate } from '../trade/trade-trace.ts'

/** The most orders that one GET /operator/orders returns. */
export const operatorOrdersMax = 500

/** Query of GET /operator/orders, newest first; `before` is the `next` of the previous page. */
export const operatorOrdersQueryWire = z.object({
	state: orderStateWire.optional(),
	account: addressWire.optional(),
	subintent: textWire
		.max(128)
		.optional()
		.describe('Only the order with this subintent id or hash, or which a fill with it belongs to.'),
	transaction_id: textWire.max(128).optional().describe('Only orders in this transaction, as the ledger has it.'),
	limit: wholeNumberText({ min: 1, max: operatorOrdersMax }).optional().describe('100 when absent.'),
	before: z.string().max(128).optional(),
})

/** An order in a list. */
export type ListedOrder = ValueOf<typeof ListedOrder>
export const ListedOrder = message({
	subintentId: subintentIdWire,
	state: orderStateWire,
	account: addressWire,
	sell: Amount,
	buy: Amount,
	createdAtMs: timestampWire,
	updatedAtMs: timestampWire.describe('When it reached its state.'),
}).as({
	parse: ({ sell, buy, ...order }) => ({ ...order, limitOrder: { sell, buy } }),
	format: ({ limitOrder, ...order }) => ({ ...order, ...limitOrder }),
})

/** A page of orders, newest first. */
export type ListedOrderPage = ValueOf<typeof ListedOrderPage>
/** GET /operator/orders. */
export const ListedOrderPage = message({
	orders: list(ListedOrder),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})

/** Everything that is stored about one order. */
export type OperatorOrder = ValueOf<typeof OperatorOrder>
/** GET /operator/orders/:subintent_id. */
export const OperatorOrder = message({
	subintentId: subintentIdWire,
	subintentHash: z.string(),
	state: orderStateWire,
	account: addressWire,
	/** The account's fee level when the order was accepted. */
	level: countWire,
	pair: Pair,
	side: tradeSideWire,
	limitOrder: LimitOrder,
	fee: Fee,
	rebate: Amount,
	estimate: named('judged', ItemEstimate),
	createdAtMs: timestampWire,
	filledAtMs: timestampWire.optional(),
	publishedAtMs: timestampWire.optional(),
	endedAtMs: timestampWire.optional(),
	/** Seconds since the Unix epoch. */
	expiresAtS: named('expires_at', timestampWire.describe('Seconds.')),
	transactionId: z.string().optional(),
	bundleNumber: countWire.optional().describe('Its number in the solver stream, once published.'),
	signedPartialTransaction: z.string().describe('The bytes first accepted, in hexadecimal.'),
})
