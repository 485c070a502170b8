import * as z from '#schema'
import { Amount } from '../amount/amount.ts'
import { Pair } from '../amount/pair.ts'
import { Fee } from '../fee/fee.ts'
import { subintentIdWire, symbolWire, timestampWire, wholeNumberText } from '../fields.ts'
import { derived, list, message, type ValueOf } from '../message.ts'
import { LimitOrder } from '../order/limit-order.ts'
import { answeredAtWords, type FillState, fillStateWire, partStateWire } from '../order/states.ts'
import { wholePair } from '../rules.ts'

/** A part of a user's order as its maker is asked to fill it. */
export type NewOrder = ValueOf<typeof NewOrder>
/**
 * Params of platform.new_orders.new. Times in seconds are rounded down, so a maker that relies on them is never late.
 */
export const NewOrder = message({
	id: z.string(),
	createdAt: derived(timestampWire, ({ createdAtMs }: { createdAtMs: number }) => Math.floor(createdAtMs / 1000)),
	createdAtMs: timestampWire,
	fillBefore: derived(timestampWire, ({ fillBeforeMs }: { fillBeforeMs: number }) => Math.floor(fillBeforeMs / 1000)),
	/** The last moment at which a fill is accepted. */
	fillBeforeMs: timestampWire,
	/** The user's side of the part. */
	limitOrder: LimitOrder,
	/** The limit order that the maker must sign: the exact mirror. */
	fill: LimitOrder,
})

/** The most orders that one GET /maker/orders returns. */
export const makerOrdersMax = 500

/** Query of GET /maker/orders, newest first; `before` is the `next` of the previous page. */
export const makerOrdersQueryWire = wholePair(
	z.object({
		id: z
			.string()
			.regex(/^[0-9a-f]{1,64}$/, 'the id of an order, as in platform.new_orders.new')
			.optional()
			.describe('Only this order.'),
		state: partStateWire.optional(),
		base: symbolWire.optional(),
		quote: symbolWire.optional(),
		limit: wholeNumberText({ min: 1, max: makerOrdersMax }).optional().describe('100 when absent.'),
		before: z.string().max(128).optional(),
	}),
)

const makerOrder = message({
	id: z.string(),
	pair: Pair,
	createdAtMs: timestampWire,
	fillBeforeMs: timestampWire,
	limitOrder: LimitOrder,
	fill: LimitOrder,
	state: partStateWire,
	answeredAtMs: timestampWire.optional().describe(answeredAtWords),
	rejectReason: z.string().optional(),
	refusedFills: list(message({ code: z.string(), atMs: timestampWire }))
		.optional()
		.describe('When the service refused fills of it: the first of each code.'),
	fillState: fillStateWire.optional().describe('As the ledger says by now: the newest correction counts.'),
	fillSubintentId: subintentIdWire.optional(),
	transactionId: z.string().optional(),
	fee: Fee.optional().describe('Of the fill, as signed.'),
	rebate: Amount.optional().describe('What came back of its settlement fee, once settled.'),
})
type OfFill = 'fillState' | 'fillSubintentId' | 'transactionId' | 'fee' | 'rebate'

/** A maker's accepted fill. */
type Filled = {
	readonly state: FillState
	readonly subintentId: string
	readonly transactionId?: string
	readonly fee?: Fee
	readonly rebate?: Amount
}

/** A part that a maker was asked to fill, and its outcome. */
export type MakerOrder = Omit<ValueOf<typeof makerOrder>, OfFill> & { readonly filled?: Filled }
export const MakerOrder = makerOrder.as<MakerOrder>({
	parse: ({ fillState: state, fillSubintentId: subintentId, transactionId, fee, rebate, ...order }) => {
		if (state === undefined || subintentId === undefined) return order
		const known = {
			...(transactionId !== undefined && { transactionId }),
			...(fee && { fee }),
			...(rebate && { rebate }),
		}
		return { ...order, filled: { state, subintentId, ...known } }
	},
	format: ({ filled, ...order }) => {
		if (filled === undefined) return order
		const { state: fillState, subintentId: fillSubintentId, ...settled } = filled
		return { ...order, fillState, fillSubintentId, ...settled }
	},
})

/** A page of a maker's orders, newest first. */
export type MakerOrderPage = ValueOf<typeof MakerOrderPage>
/** GET /maker/orders. */
export const MakerOrderPage = message({
	orders: list(MakerOrder),
	next: z.string().optional().describe('For the next page; absent on the last one.'),
})
