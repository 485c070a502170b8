export type {
	AddonErrorCode,
	Constraint,
	Curve,
	Header,
	Instruction,
	PublicKey,
	Signature,
	SignedPartialInfo,
	SubintentInfo,
	Value,
} from './addon/addon.ts'
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
} from './addon/addon.ts'
export * from './address.ts'
export * from './gateway/gateway-client.ts'
export * from './gateway/gateway-error.ts'
export * from './gateway/preview-receipt.ts'
export * from './keys/key-pair.ts'
export * from './keys/play-keys.ts'
export * from './keys/signature.ts'
export * from './limit-order/item.ts'
export * from './limit-order/manifest-reader.ts'
export * from './limit-order/outer.ts'
export * from './limit-order/preview.ts'
export * from './limit-order/root.ts'
export type { LimitOrderTerms } from './limit-order/terms.ts'
export * from './local/local-ledger.ts'
export * from './local/start-local-ledger.ts'
export * from './local/treasury.ts'
export * from './transaction/instruction.ts'
export * from './transaction/intent-header.ts'
export * from './transaction/subintent.ts'
export * from './transaction/transaction.ts'
export * from './transaction/transfer.ts'
export * from './wall-clock.ts'
