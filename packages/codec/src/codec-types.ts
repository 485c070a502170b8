// The codec's inputs and outputs. Hex is read in any case and written in lower case; amounts are decimal strings.

/** The constraints of manifest text. */
export type ConstraintKind =
	| 'NonZeroAmount'
	| 'ExactAmount'
	| 'AtLeastAmount'
	| 'ExactNonFungibles'
	| 'AtLeastNonFungibles'
	| 'General'

/** The curve of a key or a signature. */
export type Curve = 'Ed25519' | 'Secp256k1'

/** The kind of a manifest value; `Other` covers everything that no rule looks into. */
export type ValueKind =
	| 'Address'
	| 'Decimal'
	| 'Bucket'
	| 'Proof'
	| 'Expression'
	| 'String'
	| 'Enum'
	| 'Tuple'
	| 'Array'
	| 'Map'
	| 'Bool'
	| 'Int'
	| 'Other'

export type AccessRule = {
	/** The argument is Scrypto SBOR, which begins with 5c. */
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
	/** The kinds of things that are signed. */
	readonly subintentHash: string
	readonly subintentId: string
}

/** What an assertion requires of one resource. */
export type Constraint = {
	readonly resource: string
	readonly kind: ConstraintKind
	readonly amount?: string
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
	/** Named as in manifest text: CALL_METHOD, TAKE_FROM_WORKTOP, ASSERT_WORKTOP_IS_EMPTY. */
	readonly name: string
	/** Absent if the address is only allocated within the transaction. */
	readonly address?: string
	readonly blueprint?: string
	readonly method?: string
	readonly args?: readonly Value[]
	readonly resource?: string
	readonly amount?: string
	/** The bucket that is used, or that a TAKE creates; numbered from 0. */
	readonly bucket?: number
	readonly constraints?: readonly Constraint[]
	/** The argument of VERIFY_PARENT, as Scrypto SBOR. */
	readonly accessRuleSborHex?: string
	/** For YIELD_TO_CHILD, the child's place in USE_CHILD order. */
	readonly child?: number
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
	/** The payload for the notary's signature. */
	readonly hashToSign: string
	readonly transactionId: string
	readonly intentHash: string
}

/** A subintent with the keys that count as its signers, or one that is already signed. */
export type PreviewChild = {
	readonly subintent?: string
	readonly signers?: readonly PublicKey[]
	readonly children?: readonly PreviewChild[]
	/** Replaces the other three fields. */
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
	/** The first one acts as the notary. */
	readonly signers: readonly PublicKey[]
}

/** The key of an account, a signer or a notary. */
export type PublicKey = {
	readonly curve: Curve
	/** Hex: 32 bytes for Ed25519, 33 for Secp256k1. */
	readonly publicKey: string
}

export type Signature = {
	readonly curve: Curve
	/** Hex. Required for Ed25519; with Secp256k1 the key is recovered from the signature. */
	readonly publicKey?: string
	/** Hex: 64 bytes for Ed25519; 65 for Secp256k1, with the recovery id first. */
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

/** The root subintent's own information, its signers, and the signers of each subintent below it. */
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
	/** Keys whose signatures over the root are valid; empty if no one signed. */
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
	/** The root's only signer. */
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
	/** For Address, bech32m. For Expression, ENTIRE_WORKTOP or ENTIRE_AUTH_ZONE. For Enum, the variant's number. */
	readonly value?: string
	/** The elements of Enum, Tuple and Array; for Map, keys and values in turn. */
	readonly fields?: readonly Value[]
	/** For Other, manifest SBOR. */
	readonly sborHex?: string
}
