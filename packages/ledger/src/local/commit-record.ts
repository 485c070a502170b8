/** What one user transaction did, as the addon writes it into the ledger's log. Amounts are decimal strings. */
export type CommitRecord = {
	stateVersion: number
	epoch: number
	round: number
	timestampMs: number
	kind: 'user'
	transactionId: string
	intentHash: string
	status: 'CommittedSuccess' | 'CommittedFailure'
	errorMessage?: string
	feeXrd: FeeXrd
	costUnits: CostUnits
	/** Without the fee: what the transaction itself moved. */
	balanceChanges: { entity: string; resource: string; change: string }[]
	/** In XRD, negative for who pays. */
	feeBalanceChanges: { kind: FeeBalanceChangeKind; entity: string; change: string }[]
	subintents: { subintentHash: string; subintentId: string; finalized: boolean }[]
	newEntities: { type: 'Package' | 'Component' | 'Resource'; address: string }[]
}

/** The entry that a ledger begins with. */
export type GenesisRecord = { stateVersion: number; kind: 'genesis' }

export type FeeBalanceChangeKind = 'FeePayment' | 'FeeDistributed' | 'RoyaltyDistributed'

export type FeeXrd = {
	total: string
	execution: string
	finalization: string
	storage: string
	royalty: string
	tip: string
}

export type CostUnits = { execution: number; finalization: number }

/** What became of a submission. */
export type SubmitResult = {
	outcome: 'CommittedSuccess' | 'CommittedFailure' | 'Rejected' | 'Duplicate'
	transactionId?: string
	errorMessage?: string
	record?: CommitRecord
}

/** What a preview would have done. */
export type PreviewResult = {
	status: 'Success' | 'Failure' | 'Rejected'
	errorMessage?: string
	feeXrd: FeeXrd
	costUnits: CostUnits
	/** What it was previewed on. */
	stateVersion: number
}
