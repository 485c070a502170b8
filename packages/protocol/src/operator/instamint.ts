import type { Amount } from '../amount/amount.ts'
import type { Decimal } from '../amount/decimal.ts'

/** The Instamint component as the operator sees it (GET /operator/instamint), at one state version of the ledger. */
export type OperatorInstamint = {
	readonly component: string
	readonly customerBadgeResource: string
	readonly stateVersion: number
	/** Whether all mints are paused. */
	readonly isPaused: boolean
	readonly priceValidityS: number
	/** The account of the service's operator key, which pays for its transactions; absent without such a key. */
	readonly operatorAccount?: string
	readonly tokens: readonly InstamintTokenState[]
	readonly customers: readonly InstamintCustomerState[]
}

/** A token that is, or was, minted on credit. */
export type InstamintTokenState = {
	/** Its resource address where it is not traded. */
	readonly symbol: string
	readonly resourceAddress: string
	readonly isEnabled: boolean
	/** For one. */
	readonly priceXrd: Decimal
	readonly pricedAtMs: number
	/** Whether the price is too old to mint at. */
	readonly isStale: boolean
}

export type InstamintCustomerState = {
	readonly customerId: number
	readonly account: string
	readonly allowanceXrd: Decimal
	/** What the loans are worth at the prices in force. */
	readonly loansXrd: Decimal
	readonly isPaused: boolean
	readonly loans: readonly Amount[]
	/** Where on Radix it pays back; absent where the service has no payback key. */
	readonly paybackAddress?: string
}

/** The component after an act of the operator, and the transaction that it was. */
export type InstamintChange = OperatorInstamint & { readonly transactionId: string }

/** New prices of tokens by symbol, in XRD for one, and for how long prices can be minted at; at least one of them. */
export type InstamintPrices = {
	readonly pricesXrd: ReadonlyMap<string, Decimal>
	readonly validityS?: number
}

/** A repayment that was seen elsewhere; each reference counts once. */
export type SeenRepayment = { readonly customerId: number; readonly repaid: Amount; readonly reference: string }
