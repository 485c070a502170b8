// Generated from the Rust sources by `npm run generate`. Do not edit.

// Hex is lower-case; amounts are decimal strings.

export type Curve = 'Ed25519' | 'Secp256k1'

export type AccessRule = {
	/** Scrypto SBOR; begins with 5c. */
	sborHex: string
	/** The argument of VERIFY_PARENT. */
	manifest: string
}

export type Address = {
	networkId: number
	/** The engine's name, such as GlobalFungibleResourceManager. */
	entityType: string
	isAccount: boolean
	isResource: boolean
	hex: string
}

export type CompiledSubintent = {
	subintent: string
	/** What is signed. */
	subintentHash: string
	subintentId: string
}

/** What an assertion asks of one resource. */
export type Constraint = {
	resource: string
	kind: 'NonZeroAmount' | 'ExactAmount' | 'AtLeastAmount' | 'ExactNonFungibles' | 'AtLeastNonFungibles' | 'General'
	amount?: string
}

export type FungibleBalance = {
	resource: string
	amount: string
	vaults: VaultBalance[]
}

/** The header of an intent. Times are whole seconds since 1970. */
export type Header = {
	networkId: number
	/** The first epoch in which it holds. */
	startEpoch: number
	/** The first epoch in which it holds no more. */
	endEpoch: number
	minTimestampS?: number
	/** The first second in which it holds no more. */
	maxTimestampS?: number
	/** An unsigned 64-bit number. */
	intentDiscriminator: string
}

export type IdInfo = {
	networkId: number
	hash: string
}

/** One instruction, flat: `name` says which other fields are present. */
export type Instruction = {
	index: number
	/** As in manifest text: CALL_METHOD, TAKE_FROM_WORKTOP, ASSERT_WORKTOP_IS_EMPTY. */
	name: string
	/** Absent where the address is made within the transaction. */
	address?: string
	blueprint?: string
	method?: string
	args?: Value[]
	resource?: string
	amount?: string
	/** The bucket that is used, or that a TAKE makes; numbered from 0. */
	bucket?: number
	constraints?: Constraint[]
	/** Of VERIFY_PARENT: Scrypto SBOR. */
	accessRuleSborHex?: string
	/** Of YIELD_TO_CHILD: the child's place in USE_CHILD order. */
	child?: number
}

export type LedgerInfo = {
	networkId: number
	/** Counts genesis and user transactions. */
	stateVersion: number
	epoch: number
	round: number
	proposerTimestampMs: number
	xrd: string
	faucet: string
	/** By the names of the Gateway API. */
	wellKnownAddresses: Record<string, string>
}

export type LedgerOptions = {
	networkId: number
	/** Only for a ledger that is made anew, as is `treasury`. */
	genesisTimeMs: number
	/** Its account holds 10^12 XRD at genesis. */
	treasury: PublicKey
	/** Must exist. Absent: in memory only. */
	directory?: string
}

export type MetadataEntry = {
	key: string
	/** The engine's name of the type, such as String or GlobalAddressArray. */
	type: string
	/** As text; of an array, its elements as text in a JSON array. */
	value: string
	/** Of an array only: one text per element. */
	values?: string[]
	/** Scrypto SBOR. */
	sborHex: string
}

export type Notarization = {
	signedTransactionIntent: string
	notarySignature: Signature
	networkId: number
}

export type NotarizedTransaction = {
	notarizedTransaction: string
	transactionId: string
	intentHash: string
}

export type PreparedTransaction = {
	signedTransactionIntent: string
	/** What the notary signs. */
	hashToSign: string
	transactionId: string
	intentHash: string
}

/** A subintent and the keys that are to count as its signers; or one already signed. */
export type PreviewChild = {
	subintent?: string
	signers?: PublicKey[]
	children?: PreviewChild[]
	/** In place of the three others. */
	signedPartial?: string
}

export type PreviewCopy = {
	subintent: string
	networkId: number
	/** Index of the ASSERT_NEXT_CALL_RETURNS_ONLY whose every AtLeastAmount becomes 0. */
	zeroAssertionAt?: number
}

export type PreviewDraft = {
	manifest: string
	header: Header
	children: PreviewChild[]
	/** The first stands for the notary. */
	signers: PublicKey[]
}

export type PreviewFlags = {
	useFreeCredit: boolean
	assumeAllSignatureProofs: boolean
	skipEpochCheck: boolean
	disableAuth: boolean
}

/** The key of an account, a signer or a notary. */
export type PublicKey = {
	curve: Curve
	/** Hex: 32 bytes of Ed25519, 33 of Secp256k1. */
	publicKey: string
}

export type ResourceInfo = {
	divisibility: number
	/** Of a resource that does not count its supply: what all vaults hold. */
	totalSupply: string
}

export type Signature = {
	curve: Curve
	/** Hex. Ed25519 needs it; a Secp256k1 signature tells it by itself. */
	publicKey?: string
	/** Hex: 64 bytes of Ed25519; 65 of Secp256k1, the recovery id first. */
	signature: string
}

export type SignatureAttachment = {
	subintent: string
	signatures: Signature[]
	/** Signed partial transactions of the children. */
	children?: string[]
	networkId: number
}

export type SignedPartial = {
	signedPartialTransaction: string
	subintentHash: string
	subintentId: string
	signers: PublicKey[]
}

/** The root subintent's own information, its signers, and who signed what below it. */
export type SignedPartialInfo = {
	subintentHash: string
	subintentId: string
	header: Header
	instructions: Instruction[]
	/** Subintent hashes, in USE_CHILD order. */
	children: string[]
	hasMessage: boolean
	blobs: number
	/** The root subintent's bytes alone. */
	rootSubintent: string
	/** Keys whose signatures over the root hold; empty if nobody signed. */
	signers: PublicKey[]
	subintents: SignedSubintent[]
}

/** A subintent below the root of a signed partial transaction. */
export type SignedSubintent = {
	subintentHash: string
	subintentId: string
	signers: PublicKey[]
}

export type SubintentDraft = {
	/** Manifest text, version 2, of a subintent. */
	manifest: string
	header: Header
	/** Plain text that the signer sees. */
	message?: string
}

export type SubintentInfo = {
	subintentHash: string
	subintentId: string
	header: Header
	instructions: Instruction[]
	/** Subintent hashes, in USE_CHILD order. */
	children: string[]
	hasMessage: boolean
	blobs: number
}

export type TransactionDraft = {
	/** Manifest text, version 2, of a root. */
	manifest: string
	header: Header
	/** Its only signer. */
	notary: PublicKey
	tipBasisPoints?: number
	/** Signed partial transactions. */
	children: string[]
	message?: string
}

export type TransactionInfo = {
	transactionId: string
	intentHash: string
	header: Header
	instructions: Instruction[]
	subintents: SubintentInfo[]
	signers: PublicKey[]
}

/** One manifest value, flat: `kind` says which other field is present. */
export type Value = {
	kind: 'Address' | 'Decimal' | 'Bucket' | 'Proof' | 'Expression' | 'String' | 'Enum' | 'Tuple' | 'Array' | 'Map' | 'Bool' | 'Int' | 'Other'
	/** Address: bech32m. Expression: ENTIRE_WORKTOP or ENTIRE_AUTH_ZONE. Enum: the variant's number. */
	value?: string
	/** Of Enum, Tuple and Array; of Map key, value, key, value. */
	fields?: Value[]
	/** Of Other: manifest SBOR. */
	sborHex?: string
}

export type VaultBalance = {
	vault: string
	amount: string
}

/** The real engine over a state of its own. What it shows is durable, if it has a directory. */
export type Ledger = {
	info(): LedgerInfo
	/** JSON of each CommitRecord from a state version on, in order, at most `limit`. */
	history(fromStateVersion: number, limit: number): string[]
	/**
	 * Commits a notarized transaction, or says why not: JSON of a SubmitResult.
	 * It is durable before the promise resolves.
	 */
	submit(notarized: string, nowMs: number): Promise<string>
	/** Runs the payload of compilePreview: JSON of a PreviewResult. */
	preview(preview: string, flags: PreviewFlags, nowMs: number): Promise<string>
	/** Moves the ledger's time on, if `nowMs` is in a later second. */
	tick(nowMs: number): Promise<void>
	/** What all vaults within an account or another entity hold. */
	fungibles(address: string): FungibleBalance[]
	/** A fungible resource, or null. */
	resource(address: string): ResourceInfo | null
	metadata(address: string): MetadataEntry[]
	/** Whether anything has been written at the address. An untouched account is not there yet. */
	exists(address: string): boolean
	/** The notarized transaction of a state version, as hex. */
	rawTransaction(stateVersion: number): string
	/** Finishes what is under way and gives the directory back. Every later call is ledger_closed. */
	close(): void
}

/** What the addon exports. */
export type Addon = {
	/** Manifest text of an access rule given as Scrypto SBOR. */
	accessRuleManifest(sborHex: string, networkId: number): string
	/** The account that a key has without making one. */
	accountAddress(key: PublicKey, networkId: number): string
	/** Every signature is verified over the subintent's hash; else bad_signature. */
	attachSignatures(attachment: SignatureAttachment): SignedPartial
	/** The payload of a preview, as hex. */
	compilePreview(draft: PreviewDraft): string
	/** A subintent's bytes, hash and id. bad_manifest tells line and column. */
	compileSubintent(draft: SubintentDraft): CompiledSubintent
	/** Identifies the sources that this file was built from. */
	contentHash(): string
	/** A subintent that asks for nothing back, so that a preview can run it alone. */
	copyForPreview(copy: PreviewCopy): CompiledSubintent
	/** Manifest text of a subintent, or of a signed partial transaction's root. */
	decompileSubintent(bytes: string, networkId: number): string
	/** Manifest text of a notarized transaction's root. Its signatures are not looked at. */
	decompileTransaction(notarized: string, networkId: number): string
	/** Blake2b-256. */
	hash(bytes: string): string
	/** Verifies the notary's signature and attaches it. */
	notarize(notarization: Notarization): NotarizedTransaction
	parseSubintentId(id: string): IdInfo
	parseTransactionId(id: string): IdInfo
	/** A root transaction for its notary to sign. */
	prepareTransaction(draft: TransactionDraft): PreparedTransaction
	/** What an address is of; bad_address if it is none. */
	readAddress(address: string): Address
	/** The instructions of a subintent's manifest text. */
	readManifest(manifest: string, networkId: number): Instruction[]
	/**
	 * Decodes and validates: signatures, structure, header windows. What fails is invalid_transaction.
	 * A missing signature does not fail: see `signers`.
	 */
	readSignedPartialTransaction(signedPartialTransaction: string, networkId: number): SignedPartialInfo
	/** An unsigned subintent. */
	readSubintent(subintent: string, networkId: number): SubintentInfo
	/** A notarized transaction of version 2, validated. */
	readTransaction(notarized: string, networkId: number): TransactionInfo
	/** The rule that a parent meets when this key has signed it. */
	signatureAccessRule(key: PublicKey, networkId: number): AccessRule
	subintentId(hash: string, networkId: number): string
	transactionId(hash: string, networkId: number): string
	/** The root's only child with its descendants, byte for byte as it was wrapped. */
	unwrap(signedPartialTransaction: string, networkId: number): SignedPartial
	Ledger: new (options: LedgerOptions) => Ledger
}
