import type { Amount } from '../amount/amount.ts'
import type { Decimal } from '../amount/decimal.ts'
import type { ErrorItem } from '../error/trade-error.ts'
import type { Fee, FeeRole } from '../fee/fee.ts'
import type { LimitOrder } from './limit-order.ts'

/** What an order is read from before it is submitted: exactly one of a manifest's text and bytes in hex. */
export type OrderSource =
	| { readonly manifest: string; readonly subintent?: undefined; readonly signedPartialTransaction?: undefined }
	| { readonly manifest?: undefined; readonly subintent: string; readonly signedPartialTransaction?: undefined }
	| { readonly manifest?: undefined; readonly subintent?: undefined; readonly signedPartialTransaction: string }

/** What to read a limit order from, and by whose fees (POST /construction/parse): a user's order unless it says otherwise. */
export type ParseRequest = OrderSource & { readonly role?: FeeRole }

/** The limit order that a source stands for, and the rules that it breaks whenever it is submitted (POST /construction/parse). */
export type ParsedOrder = {
	readonly limitOrder: LimitOrder
	readonly account: string
	readonly fee: Fee
	/** Absent for a manifest. */
	readonly subintentId?: string
	/** Seconds since the Unix epoch; absent for a manifest. */
	readonly expiresAtS?: number
	readonly violations: readonly ErrorItem[]
}

/** The checks of an order, in the order in which they run. A check that needs one that failed is skipped. */
export const orderChecks = [
	'bytes',
	'signatures',
	'schema',
	'fees',
	'header',
	'liquidity',
	'funds',
	'execution',
] as const
export type OrderCheck = (typeof orderChecks)[number]

/** The checks of a maker's fill, likewise; `order` is whether the order is open to exactly this fill. */
export const fillChecks = ['bytes', 'signatures', 'schema', 'fees', 'header', 'order', 'funds', 'execution'] as const
export type FillCheck = (typeof fillChecks)[number]

/** A rule that an order breaks: `rule` is the error code that a submission would be refused with. */
export type OrderViolation = ErrorItem & { readonly rule: string }

/** A fill to check: of this order, by its id. */
export type FillToCheck = { readonly orderId: string; readonly source: OrderSource }

/** The same of a maker's fill (POST /trade/fills/check). */
export type CheckedFill = Omit<CheckedOrder, 'skipped'> & { readonly skipped: readonly FillCheck[] }

/** Everything that is wrong with an order, and what could be read of it (POST /trade/orders/check). Nothing is kept. */
export type CheckedOrder = {
	/** Whether the order would be accepted now; false as long as it is not signed by its account. */
	readonly valid: boolean
	readonly violations: readonly OrderViolation[]
	/** Checks that an earlier violation made impossible. */
	readonly skipped: readonly OrderCheck[]
	readonly subintentId?: string
	readonly limitOrder?: LimitOrder
	readonly account?: string
	readonly fee?: Fee
	/** Seconds since the Unix epoch. */
	readonly expiresAtS?: number
	readonly execution?: {
		/** The estimated cost, at most 5 XRD. */
		readonly costXrd: Decimal
		readonly units: number
		/** In the token sold. */
		readonly expectedRebate: Amount
	}
}
