// Generated from the Rust sources by `npm run generate`. Do not edit.

// Hex is lower-case; amounts are decimal strings.

/** The `code` of every error that the addon throws. */
export type AddonErrorCode = 'bad_hex' | 'bad_payload' | 'wrong_network' | 'bad_manifest' | 'bad_address' | 'bad_signature' | 'too_large' | 'invalid_transaction' | 'ledger_in_use' | 'ledger_damaged' | 'ledger_closed' | 'internal'

/** The constraints of manifest text. */
export type ConstraintKind = 'NonZeroAmount' | 'ExactAmount' | 'AtLeastAmount' | 'ExactNonFungibles' | 'AtLeastNonFungibles' | 'General'

/** The curve of a key or a signature. */
export type Curve = 'Ed25519' | 'Secp256k1'

/** What a manifest value is; `Other` is whatever no rule looks into. */
export type ValueKind = 'Address' | 'Decimal' | 'Bucket' | 'Proof' | 'Expression' | 'String' | 'Enum' | 'Tuple' | 'Array' | 'Map' | 'Bool' | 'Int' | 'Other'

export type AccessRule = {
	/** Scrypto SBOR; begins with 5c. */
	readonly sborHex: string
	/** The argument of VERIFY_PARENT. */
	readonly manifest: string
}

export type Address = {
	readonly networkId: number
	/** The engine's name, such as GlobalFungibleResourceManager. */
	readonly entityType: string
	readonly isAccount: boolean
	readonly isResource: boolean
	readonly hex: string
}

export type CompiledSubintent = {
	readonly subintent: string
	/** What is signed. */
	readonly subintentHash: string
	readonly subintentId: string
}

/** What an assertion demands of one resource. */
export type Constraint = {
	readonly resource: string
	readonly kind: ConstraintKind
	readonly amount?: string
}

export type FungibleBalance = {
	readonly resource: string
	readonly amount: string
	readonly vaults: readonly VaultBalance[]
}

/** The header of an intent. Times are whole seconds since 1970. */
export type Header = {
	readonly networkId: number
	/** The first epoch in which the intent is valid. */
	readonly startEpoch: number
	/** The first epoch in which the intent is no longer valid. */
	readonly endEpoch: number
	readonly minTimestampS?: number
	/** The first second in which the intent is no longer valid. */
	readonly maxTimestampS?: number
	/** An unsigned 64-bit number. */
	readonly intentDiscriminator: string
}

export type IdInfo = {
	readonly networkId: number
	readonly hash: string
}

/** One instruction, flat: `name` says which other fields are present. */
export type Instruction = {
	readonly index: number
	/** As in manifest text: CALL_METHOD, TAKE_FROM_WORKTOP, ASSERT_WORKTOP_IS_EMPTY. */
	readonly name: string
	/** Absent where the address is only allocated within the transaction. */
	readonly address?: string
	readonly blueprint?: string
	readonly method?: string
	readonly args?: readonly Value[]
	readonly resource?: string
	readonly amount?: string
	/** The bucket that is used, or that a TAKE creates; numbered from 0. */
	readonly bucket?: number
	readonly constraints?: readonly Constraint[]
	/** Of VERIFY_PARENT: Scrypto SBOR. */
	readonly accessRuleSborHex?: string
	/** Of YIELD_TO_CHILD: the child's place in USE_CHILD order. */
	readonly child?: number
}

export type LedgerInfo = {
	readonly networkId: number
	/** Counts genesis and user transactions. */
	readonly stateVersion: number
	readonly epoch: number
	readonly round: number
	readonly proposerTimestampMs: number
	readonly xrd: string
	readonly faucet: string
	/** By the names of the Gateway API. */
	readonly wellKnownAddresses: Record<string, string>
}

export type LedgerOptions = {
	readonly networkId: number
	/** Used only when the ledger is created, like `treasury`. */
	readonly genesisTimeMs: number
	/** Its account holds 10^12 XRD at genesis. */
	readonly treasury: PublicKey
	/** Must exist. If absent, the ledger is in memory only. */
	readonly directory?: string
}

export type MetadataEntry = {
	readonly key: string
	/** The engine's name of the type, such as String or GlobalAddressArray. */
	readonly type: string
	/** As text; for an array, a JSON array of its elements as text. */
	readonly value: string
	/** Only for an array: one text per element. */
	readonly values?: readonly string[]
	/** Scrypto SBOR. */
	readonly sborHex: string
}

export type Notarization = {
	readonly signedTransactionIntent: string
	readonly notarySignature: Signature
	readonly networkId: number
}

export type NotarizedTransaction = {
	readonly notarizedTransaction: string
	readonly transactionId: string
	readonly intentHash: string
}

export type PreparedTransaction = {
	readonly signedTransactionIntent: string
	/** What the notary signs. */
	readonly hashToSign: string
	readonly transactionId: string
	readonly intentHash: string
}

/** A subintent and the keys that count as its signers; or one that is already signed. */
export type PreviewChild = {
	readonly subintent?: string
	readonly signers?: readonly PublicKey[]
	readonly children?: readonly PreviewChild[]
	/** In place of the other three fields. */
	readonly signedPartial?: string
}

export type PreviewCopy = {
	readonly subintent: string
	readonly networkId: number
	/** Index of the ASSERT_NEXT_CALL_RETURNS_ONLY whose every AtLeastAmount becomes 0. */
	readonly zeroAssertionAt?: number
}

export type PreviewDraft = {
	readonly manifest: string
	readonly header: Header
	readonly children: readonly PreviewChild[]
	/** The first is taken for the notary. */
	readonly signers: readonly PublicKey[]
}

export type PreviewFlags = {
	readonly useFreeCredit: boolean
	readonly assumeAllSignatureProofs: boolean
	readonly skipEpochCheck: boolean
	readonly disableAuth: boolean
}

/** The key of an account, a signer or a notary. */
export type PublicKey = {
	readonly curve: Curve
	/** Hex: 32 bytes of Ed25519, 33 of Secp256k1. */
	readonly publicKey: string
}

export type ResourceInfo = {
	readonly divisibility: number
	/** For a resource that does not count its supply: what all vaults hold. */
	readonly totalSupply: string
}

export type Signature = {
	readonly curve: Curve
	/** Hex. Required for Ed25519; from a Secp256k1 signature the key is recovered. */
	readonly publicKey?: string
	/** Hex: 64 bytes of Ed25519; 65 of Secp256k1, the recovery id first. */
	readonly signature: string
}

export type SignatureAttachment = {
	readonly subintent: string
	readonly signatures: readonly Signature[]
	/** Signed partial transactions of the children. */
	readonly children?: readonly string[]
	readonly networkId: number
}

export type SignedPartial = {
	readonly signedPartialTransaction: string
	readonly subintentHash: string
	readonly subintentId: string
	readonly signers: readonly PublicKey[]
}

/** The root subintent's own information, its signers, and who signed what below it. */
export type SignedPartialInfo = {
	readonly subintentHash: string
	readonly subintentId: string
	readonly header: Header
	readonly instructions: readonly Instruction[]
	/** Subintent hashes, in USE_CHILD order. */
	readonly children: readonly string[]
	readonly hasMessage: boolean
	readonly blobs: number
	/** The root subintent's bytes alone. */
	readonly rootSubintent: string
	/** Keys whose signatures over the root hold; empty if no one signed. */
	readonly signers: readonly PublicKey[]
	readonly subintents: readonly SignedSubintent[]
}

/** A subintent below the root of a signed partial transaction. */
export type SignedSubintent = {
	readonly subintentHash: string
	readonly subintentId: string
	readonly signers: readonly PublicKey[]
}

export type SubintentDraft = {
	/** Manifest text, version 2, of a subintent. */
	readonly manifest: string
	readonly header: Header
	/** Plain text that the signer sees. */
	readonly message?: string
}

export type SubintentInfo = {
	readonly subintentHash: string
	readonly subintentId: string
	readonly header: Header
	readonly instructions: readonly Instruction[]
	/** Subintent hashes, in USE_CHILD order. */
	readonly children: readonly string[]
	readonly hasMessage: boolean
	readonly blobs: number
}

export type TransactionDraft = {
	/** Manifest text, version 2, of a root. */
	readonly manifest: string
	readonly header: Header
	/** Its only signer. */
	readonly notary: PublicKey
	readonly tipBasisPoints?: number
	/** Signed partial transactions. */
	readonly children: readonly string[]
	readonly message?: string
}

export type TransactionInfo = {
	readonly transactionId: string
	readonly intentHash: string
	readonly header: Header
	readonly instructions: readonly Instruction[]
	readonly subintents: readonly SubintentInfo[]
	readonly signers: readonly PublicKey[]
}

/** One manifest value, flat: `kind` says which other field is present. */
export type Value = {
	readonly kind: ValueKind
	/** Address: bech32m. Expression: ENTIRE_WORKTOP or ENTIRE_AUTH_ZONE. Enum: the variant's number. */
	readonly value?: string
	/** Of Enum, Tuple and Array; of Map key, value, key, value. */
	readonly fields?: readonly Value[]
	/** Of Other: manifest SBOR. */
	readonly sborHex?: string
}

export type VaultBalance = {
	readonly vault: string
	readonly amount: string
}

/** The real engine over a state of its own. What it returns is durable, if it has a directory. */
export type Ledger = {
	info(): LedgerInfo
	/** JSON of each CommitRecord from a state version on, in order, at most `limit` of them. */
	history(fromStateVersion: number, limit: number): readonly string[]
	/**
	 * Commits a notarized transaction, or reports why not: JSON of a SubmitResult.
	 * It is durable before the promise resolves.
	 */
	submit(notarized: string, nowMs: number): Promise<string>
	/** Runs the payload of compilePreview: JSON of a PreviewResult. */
	preview(preview: string, flags: PreviewFlags, nowMs: number): Promise<string>
	/** Advances the ledger's time, if `nowMs` is in a later second. */
	tick(nowMs: number): Promise<void>
	/** What all vaults within an account or another entity hold. */
	fungibles(address: string): readonly FungibleBalance[]
	/** A fungible resource, or null. */
	resource(address: string): ResourceInfo | null
	metadata(address: string): readonly MetadataEntry[]
	/** Whether anything has been written at the address. An account that was never used does not exist yet. */
	exists(address: string): boolean
	/** The notarized transaction of a state version, as hex. */
	rawTransaction(stateVersion: number): string
	/** Finishes what is under way and releases the directory. Every later call fails with ledger_closed. */
	close(): void
}

/** What the addon exports. */
export type Addon = {
	/** Manifest text of an access rule given as Scrypto SBOR. */
	accessRuleManifest(sborHex: string, networkId: number): string
	/** The preallocated account of a key. */
	accountAddress(key: PublicKey, networkId: number): string
	/** Verifies every signature over the subintent's hash; else bad_signature. */
	attachSignatures(attachment: SignatureAttachment): SignedPartial
	/** The payload of a preview, as hex. */
	compilePreview(draft: PreviewDraft): string
	/** A subintent's bytes, hash and id. The message of a bad_manifest has line and column. */
	compileSubintent(draft: SubintentDraft): CompiledSubintent
	/** Identifies the sources that this file was built from. */
	contentHash(): string
	/** A copy of a subintent that demands nothing in return, so that a preview can run it alone. */
	copyForPreview(copy: PreviewCopy): CompiledSubintent
	/** Manifest text of a subintent, or of a signed partial transaction's root. */
	decompileSubintent(bytes: string, networkId: number): string
	/** Manifest text of a notarized transaction's root. Its signatures are not verified. */
	decompileTransaction(notarized: string, networkId: number): string
	/** Blake2b-256. */
	hash(bytes: string): string
	/** Verifies the notary's signature and attaches it. */
	notarize(notarization: Notarization): NotarizedTransaction
	parseSubintentId(id: string): IdInfo
	parseTransactionId(id: string): IdInfo
	/** A root transaction for its notary to sign. */
	prepareTransaction(draft: TransactionDraft): PreparedTransaction
	/** What an address stands for; bad_address if it is malformed. */
	readAddress(address: string): Address
	/** The instructions of a subintent's manifest text. */
	readManifest(manifest: string, networkId: number): readonly Instruction[]
	/**
	 * Decodes and validates: signatures, structure, header windows; else invalid_transaction.
	 * A missing signature is not an error: see `signers`.
	 */
	readSignedPartialTransaction(signedPartialTransaction: string, networkId: number): SignedPartialInfo
	/** An unsigned subintent. */
	readSubintent(subintent: string, networkId: number): SubintentInfo
	/** A notarized transaction of version 2, validated. */
	readTransaction(notarized: string, networkId: number): TransactionInfo
	/** The rule that a parent satisfies when this key has signed it. */
	signatureAccessRule(key: PublicKey, networkId: number): AccessRule
	subintentId(hash: string, networkId: number): string
	transactionId(hash: string, networkId: number): string
	/** The root's only child with its descendants, byte for byte as it was wrapped. */
	unwrap(signedPartialTransaction: string, networkId: number): SignedPartial
	Ledger: new (options: LedgerOptions) => Ledger
}
