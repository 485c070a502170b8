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
export * from './key-pair.ts'
export * from './limit-order/item.ts'
export * from './limit-order/manifest-reader.ts'
export * from './limit-order/outer.ts'
export * from './limit-order/preview.ts'
export * from './limit-order/root.ts'
export type { LimitOrderTerms } from './limit-order/terms.ts'
export * from './local/local-ledger.ts'
export * from './local/start-local-ledger.ts'
export * from './local/treasury.ts'
export * from './play-seed.ts'
export * from './preview-receipt.ts'
export * from './subintent.ts'
export * from './transaction.ts'
export * from './transfer.ts'
export * from './verify-signature.ts'
export * from './wall-clock.ts'
