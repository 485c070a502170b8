import type { Amount } from '../amount/amount.ts'
import type { Decimal } from '../amount/decimal.ts'
import type { Pair } from '../amount/pair.ts'
import type { PriceLevel } from '../book/price-level.ts'
import type { Fee } from '../fee/fee.ts'
import type { LimitOrder } from '../order/limit-order.ts'
import type { FillState, OrderState, PartState } from '../order/states.ts'
import type { TradeSide } from './trade.ts'

/** What an order or fill was estimated to cost when it was accepted. */
export type ItemEstimate = {
	/** Of this item alone, on the ledger. */
	readonly costXrd: Decimal
	readonly executionUnits: number
	/** Whether instructions of its own precede the schema. */
	readonly hasPrefix: boolean
}

/** A maker's accepted answer to a part. */
export type TracedFill = {
	readonly subintentId: string
	readonly account: string
	/** As the maker sees it: it sells what the user buys. */
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	readonly rebate: Amount
	readonly estimate: ItemEstimate
	/** Seconds since the Unix epoch. */
	readonly expiresAtS: number
	readonly state: FillState
	readonly transactionId?: string
}

/** What one maker was asked of the order. */
export type TracedPart = {
	/** The same label throughout one trace: `maker-1`, `maker-2`, … in the order in which they were asked. */
	readonly maker: string
	readonly state: PartState
	readonly askedAtMs: number
	readonly fillBeforeMs: number
	/** When it was filled, rejected or timed out. */
	readonly answeredAtMs?: number
	/** What the maker was asked to sell and buy. */
	readonly limitOrder: LimitOrder
	/** What was taken of the maker's book, amounts in base. */
	readonly levels: readonly PriceLevel[]
	readonly fill?: TracedFill
}

/** What can happen to an order: its own states, and what its makers do. */
export const traceEventKinds = [
	'accepted',
	'asked',
	'fill_accepted',
	'rejected',
	'timed_out',
	'filled',
	'published',
	'settled',
	'unfilled',
	'expired',
	'cancelled',
	'fill_settled',
	'fill_expired',
	'fill_released',
] as const
export type TraceEventKind = (typeof traceEventKinds)[number]

/** Something that happened to an order; `maker` is the label of the maker that was asked or acted. */
export type TraceEvent = { readonly atMs: number; readonly kind: TraceEventKind; readonly maker?: string }

/** One of the signed subintents, and the service's outer around it. */
export type TracedItem = {
	readonly role: 'order' | 'fill'
	readonly maker?: string
	readonly subintentId: string
	/** What the user or maker signed, decoded from its bytes. */
	readonly manifest: string
	/** The bytes that were signed, with the signatures (hex); absent where the trace would become too large. */
	readonly signedPartialTransaction?: string
	/** Present once the bundle is published. */
	readonly outer?: TracedOuter
}

/** The service's outer around a signed subintent. Its bytes contain those inside, and are absent where those are. */
export type TracedOuter = {
	readonly subintentId: string
	readonly manifest: string
	readonly signedPartialTransaction?: string
}

/** The most bytes of signed partial transactions in one trace. An ordinary one has some four thousand. */
export const tracedBytesMax = 262_144

/** A solver's committed transaction, as the ledger has it. */
export type TracedRoot = {
	readonly transactionId: string
	/** The items that it settled. */
	readonly subintentIds: readonly string[]
	/** Decoded from the committed bytes. */
	readonly manifest: string
	/** The account that locked the fee. */
	readonly solver?: string
	readonly feePaidXrd: Decimal
	/** What that account gained, the ledger's fee not subtracted. */
	readonly solverRewards: readonly Amount[]
	readonly stateVersion: number
	/** By the ledger's clock. */
	readonly committedAtMs: number
}

/**
 * How one order went, from the signed manifest to the ledger's transaction (GET /trade/trades/:subintent_id). Levels,
 * fills and items are shown once the order is published.
 */
export type TradeTrace<Part extends TracedPart = TracedPart> = {
	readonly subintentId: string
	readonly state: OrderState
	readonly pair: Pair
	readonly side: TradeSide
	readonly account: string
	readonly limitOrder: LimitOrder
	readonly fee: Fee
	/** The part of the settlement fee that is returned when the order settles. */
	readonly rebate: Amount
	/** The account's fee level when the order was accepted. */
	readonly level: number
	readonly estimate: ItemEstimate
	readonly createdAtMs: number
	/** Seconds since the Unix epoch. */
	readonly expiresAtS: number
	/** The transaction that settled the order. */
	readonly transactionId?: string
	/** In the order in which they happened. */
	readonly events: readonly TraceEvent[]
	/** The order first, then the fills. */
	readonly items: readonly TracedItem[]
	/** The transactions that settled items: usually one, none before, and none while the ledger cannot be reached. */
	readonly roots: readonly TracedRoot[]
	readonly parts: readonly Part[]
}

/** A part as the operator sees it; `maker` is the maker's name. */
export type OperatorPart = TracedPart & {
	/** The order id that the maker knows. */
	readonly id: string
	readonly makerId: string
	readonly rejectReason?: string
}

/** A trace as the operator sees it: everything is shown, and makers have their names (GET /operator/orders/:subintent_id/trace). */
export type OrderTrace = TradeTrace<OperatorPart>
