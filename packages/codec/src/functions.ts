import type {
	AccessRule,
	Address,
	CompiledSubintent,
	IdInfo,
	Instruction,
	Notarization,
	NotarizedTransaction,
	PreparedTransaction,
	PreviewCopy,
	PreviewDraft,
	PublicKey,
	SignatureAttachment,
	SignedPartial,
	SignedPartialInfo,
	SubintentDraft,
	SubintentInfo,
	TransactionDraft,
	TransactionInfo,
} from './codec-types.ts'
import { call } from './door/door.ts'

// The canonical Radix crates over bytes. They throw CodecErrors.

/** Manifest text of an access rule given as Scrypto SBOR (hex). @throws CodecError `bad_payload` */
export const accessRuleManifest = (sborHex: string, networkId: number): string =>
	call('access_rule_manifest', sborHex, networkId)

/** The preallocated account of a key. */
export const accountAddress = (key: PublicKey, networkId: number): string => call('account_address', key, networkId)

/** Verifies every signature over the subintent's hash. @throws CodecError `bad_signature`; `bad_payload` if the children are not exactly those it uses */
export const attachSignatures = (attachment: SignatureAttachment): SignedPartial =>
	call('attach_signatures', attachment)

/** The payload of a preview, as hex. */
export const compilePreview = (draft: PreviewDraft): string => call('compile_preview', draft)

/** A subintent's bytes, hash and id. @throws CodecError `bad_manifest`, whose message has line and column */
export const compileSubintent = (draft: SubintentDraft): CompiledSubintent => call('compile_subintent', draft)

/** A copy of a subintent that demands nothing in return, so that a preview can run it alone. */
export const copyForPreview = (copy: PreviewCopy): CompiledSubintent => call('copy_for_preview', copy)

/** The manifest text of a subintent, or of a signed partial transaction's root. */
export const decompileSubintent = (bytes: string, networkId: number): string =>
	call('decompile_subintent', bytes, networkId)

/** Manifest text of a notarized transaction's root. Its signatures are not verified. */
export const decompileTransaction = (notarized: string, networkId: number): string =>
	call('decompile_transaction', notarized, networkId)

/** Blake2b-256, the ledger's hash. */
export const hash = (bytes: string): string => call('hash', bytes)

/** Verifies the notary's signature and attaches it. @throws CodecError `bad_signature` */
export const notarize = (notarization: Notarization): NotarizedTransaction => call('notarize', notarization)

/**
 * The network and the hash that a `subtxid_…` encodes.
 * @throws CodecError `bad_address`
 */
export const parseSubintentId = (id: string): IdInfo => call('parse_subintent_id', id)

/**
 * The network and the hash that a `txid_…` encodes.
 * @throws CodecError `bad_address`
 */
export const parseTransactionId = (id: string): IdInfo => call('parse_transaction_id', id)

/** A root transaction for its notary, its only signer, to sign. */
export const prepareTransaction = (draft: TransactionDraft): PreparedTransaction => call('prepare_transaction', draft)

/** Decodes an address. @throws CodecError `bad_address` */
export const readAddress = (address: string): Address => call('read_address', address)

/** The instructions of a subintent's manifest text. @throws CodecError `bad_manifest` */
export const readManifest = (manifest: string, networkId: number): readonly Instruction[] =>
	call('read_manifest', manifest, networkId)

/**
 * Decodes and validates: signatures, structure, header windows. A missing signature is not an error: see `signers`.
 * @throws CodecError `invalid_transaction` if the ledger would refuse it
 */
export const readSignedPartialTransaction = (signedPartialTransaction: string, networkId: number): SignedPartialInfo =>
	call('read_signed_partial_transaction', signedPartialTransaction, networkId)

/** An unsigned subintent. @throws CodecError `bad_payload` */
export const readSubintent = (subintent: string, networkId: number): SubintentInfo =>
	call('read_subintent', subintent, networkId)

/** A notarized transaction of version 2, validated. @throws CodecError `invalid_transaction` */
export const readTransaction = (notarized: string, networkId: number): TransactionInfo =>
	call('read_transaction', notarized, networkId)

/** The rule that is satisfied by a parent that this key has signed. */
export const signatureAccessRule = (key: PublicKey, networkId: number): AccessRule =>
	call('signature_access_rule', key, networkId)

/** The id (`subtxid_…`) of a subintent, from its hash. */
export const subintentId = (hash: string, networkId: number): string => call('subintent_id', hash, networkId)

/** The id (`txid_…`) of a transaction intent, from its hash. */
export const transactionId = (hash: string, networkId: number): string => call('transaction_id', hash, networkId)

/** The root's only child with its descendants, byte for byte as it was wrapped. */
export const unwrap = (signedPartialTransaction: string, networkId: number): SignedPartial =>
	call('unwrap', signedPartialTransaction, networkId)
