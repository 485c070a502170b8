import type { TransactionStatusResponse } from '@radixdlt/babylon-gateway-api-sdk'

/** The newest state of the ledger, as a Gateway sees it. */
export type LedgerState = {
	/** The network's name, such as `simulator`. */
	readonly network: string
	readonly stateVersion: number
	readonly epoch: number
	readonly round: number
	/** The ledger's own clock, which decides expiry. */
	readonly proposerTimestampMs: number
}

/** Whether a subintent is committed, and the ledger state for which that is true. */
export type SubintentStatus = {
	readonly status: 'Unknown' | 'CommittedSuccess'
	readonly finalizingTransactionId?: string
	readonly finalizedAtStateVersion?: number
	readonly ledger: LedgerState
}

/** The status of a transaction, in the Gateway's words. `stateVersion` is present once it is committed. */
export type TransactionStatus = {
	readonly status: TransactionStatusResponse['status']
	readonly intentStatus: TransactionStatusResponse['intent_status']
	readonly errorMessage?: string
	readonly stateVersion?: number
}

/** A committed transaction and the ids of its subintents, which are absent where the Gateway does not list them. */
export type CommittedTransaction = {
	readonly stateVersion: number
	readonly transactionId: string
	readonly subintentIds?: readonly string[]
}

/** An account's balances at one state version: decimal strings by resource address. */
export type Balances = { readonly stateVersion: number; readonly amounts: ReadonlyMap<string, string> }

/** An account's balance of one resource at one state version, as a decimal string. */
export type Balance = { readonly stateVersion: number; readonly amount: string }

/** A fungible resource as the ledger describes it. */
export type TokenInfo = {
	readonly resource: string
	/** How many decimal places an amount may have. */
	readonly divisibility: number
	/** A decimal string. */
	readonly totalSupply: string
	readonly symbol?: string
	readonly name?: string
	readonly iconUrl?: string
}

/** The next transactions of the ledger; `isAll` when no later one exists yet. */
export type CommittedPage = {
	readonly transactions: readonly CommittedTransaction[]
	readonly isAll: boolean
	readonly ledger: LedgerState
}

/** A deposit of one resource in one transaction, as a decimal string. */
export type Deposit = {
	readonly transactionId: string
	readonly committedAtMs: number
	readonly resource: string
	readonly amount: string
	/** Whether the transaction committed subintents; true if the Gateway does not say. */
	readonly settles: boolean
}

/** A page of an account's deposits, newest first; `next` requests the page before it. */
export type DepositsPage = {
	readonly deposits: readonly Deposit[]
	readonly next?: string
	/** When the oldest transaction on the page was committed; the largest number if the page is empty. */
	readonly reachedMs: number
}
