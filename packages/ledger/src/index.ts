export type {
	Constraint,
	Curve,
	Header,
	Instruction,
	PublicKey,
	Signature,
	SignedPartialInfo,
	SubintentInfo,
	Value,
} from './addon.ts'
export {
	accessRuleManifest,
	attachSignatures,
	contentHash,
	hash,
	parseSubintentId,
	parseTransactionId,
	readSignedPartialTransaction,
	subintentId,
	transactionId,
} from './addon.ts'
export * from './address.ts'
export * from './gateway.ts'
export * from './gateway-error.ts'
export * from './instruction.ts'
export * from './intent-header.ts'
export * from './item.ts'
export * from './key-pair.ts'
export * from './local/local-ledger.ts'
export * from './local/start-local-ledger.ts'
export * from './local/treasury.ts'
export * from './order-preview.ts'
export * from './order-terms.ts'
export * from './play-seed.ts'
export * from './preview-receipt.ts'
export * from './read-order-preview.ts'
export * from './root-transaction.ts'
export * from './subintent.ts'
export * from './transaction.ts'
export * from './transfer.ts'
export * from './verify-signature.ts'
export * from './wall-clock.ts'
export * from './wrap.ts'
