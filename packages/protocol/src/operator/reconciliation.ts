import type { Amount } from '../amount/amount.ts'

/** Where the database and the ledger do not agree. */
export const reconciliationKinds = [
	'missing',
	'platform_fee',
	'item',
	'unexplained_settlement',
	'unexplained_deposit',
] as const

/**
 * One difference: a transaction that the ledger does not have (`missing`); platform fees that did not come as recorded
 * (`platform_fee`); an order or fill that moved something else than recorded (`item`); something that came to the platform's account
 * and no record explains, in a transaction that settles subintents (`unexplained_settlement`) or in another one, which anyone can
 * make (`unexplained_deposit`).
 */
export type ReconciliationDifference = {
	readonly kind: (typeof reconciliationKinds)[number]
	readonly transactionId: string
	readonly subintentId?: string
	readonly detail: string
}

/** A day (UTC) of settled orders, the database against the ledger. */
export type ReconciledDay = {
	/** `2026-11-22`. */
	readonly day: string
	readonly checkedAtMs: number
	readonly orders: number
	readonly fills: number
	readonly transactions: number
	readonly platformFees: readonly Amount[]
	readonly rebates: readonly Amount[]
	/** What came to the platform's account on the ledger, whatever it was. */
	readonly deposits: readonly Amount[]
	/** The first hundred. */
	readonly differences: readonly ReconciliationDifference[]
	/** All but deposits that anyone can make. */
	readonly differencesCount: number
}
