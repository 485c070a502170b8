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

/** How far a transaction has come, in the Gateway's words. `stateVersion` is present once it is committed. */
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

/** What an account holds at one state version: decimal strings by resource address. */
export type Balances = { readonly stateVersion: number; readonly amounts: ReadonlyMap<string, string> }

/** What an account holds of one resource at one state version: a decimal string. */
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

/** What came to an account in one transaction, of one resource: a decimal string. */
export type Deposit = {
	readonly transactionId: string
	readonly committedAtMs: number
	readonly resource: string
	readonly amount: string
	/** Whether the transaction committed subintents; true where the Gateway does not say. */
	readonly settles: boolean
}

/** Deposits on an account, newest first, of some of its transactions; `next` asks for those before. */
export type DepositsPage = {
	readonly deposits: readonly Deposit[]
	readonly next?: string
	/** When the oldest of these transactions was committed; the largest number if there is none. */
	readonly reachedMs: number
}
