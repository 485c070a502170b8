// The JSON of `native/ledger/src/record.rs`. Amounts are decimal strings.

/** The effects of one user transaction, as the engine writes them into the ledger's log. */
export type CommitRecord = {
	readonly stateVersion: number
	readonly epoch: number
	readonly round: number
	readonly timestampMs: number
	readonly kind: 'user'
	/** Bech32m, `txid_…`. */
	readonly transactionId: string
	readonly intentHash: string
	readonly status: CommitStatus
	readonly errorMessage?: string
	readonly feeXrd: FeeXrd
	readonly costUnits: CostUnits
	/** Excludes the fee: only what the transaction itself moved. */
	readonly balanceChanges: readonly { readonly entity: string; readonly resource: string; readonly change: string }[]
	/** In XRD; negative for the payer. */
	readonly feeBalanceChanges: readonly {
		readonly kind: FeeBalanceChangeKind
		readonly entity: string
		readonly change: string
	}[]
	readonly subintents: readonly {
		readonly subintentHash: string
		readonly subintentId: string
		/** Whether this commit consumed it; only a successful commit does. */
		readonly finalized: boolean
	}[]
	readonly newEntities: readonly { readonly type: 'Package' | 'Component' | 'Resource'; readonly address: string }[]
	/** Only for published components; absent if there are none. */
	readonly events?: readonly ComponentEvent[]
}

/** An event emitted by a component's method, with its data as the Core API's programmatic JSON. */
export type ComponentEvent = { readonly name: string; readonly emitter: string; readonly data: unknown }

/** The first entry of every ledger. */
export type GenesisRecord = { readonly stateVersion: number; readonly kind: 'genesis' }

/** How a transaction was committed. A failed one pays its fee and changes nothing else. */
export type CommitStatus = 'CommittedSuccess' | 'CommittedFailure'

/** Why a balance changed because of a fee. */
export type FeeBalanceChangeKind = 'FeePayment' | 'FeeDistributed' | 'RoyaltyDistributed'

/** The ledger's charges, in XRD. */
export type FeeXrd = {
	readonly total: string
	readonly execution: string
	readonly finalization: string
	readonly storage: string
	readonly royalty: string
	readonly tip: string
}

/** The units that a transaction consumed. */
export type CostUnits = { readonly execution: number; readonly finalization: number }

/** The outcome of a submission. `record` is present if this submission committed it. */
export type SubmitResult = {
	readonly outcome: CommitStatus | 'Rejected' | 'Duplicate'
	readonly transactionId?: string
	readonly errorMessage?: string
	readonly record?: CommitRecord
}

/** The effects that a previewed transaction would have had. */
export type PreviewResult = {
	readonly status: 'Success' | 'Failure' | 'Rejected'
	readonly errorMessage?: string
	readonly feeXrd: FeeXrd
	readonly costUnits: CostUnits
	/** One entry per instruction; empty unless the preview succeeded. */
	readonly outputs: readonly {
		/** Scrypto SBOR. */
		readonly hex: string
		/** The same value as the node's programmatic JSON. */
		readonly programmaticJson: unknown
	}[]
	/** The state on which the preview ran. */
	readonly stateVersion: number
}
