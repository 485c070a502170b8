// Generated from the Rust sources by `npm run generate`. Do not edit.

// Hex is lower-case; amounts are decimal strings.

/** The `code` of every error that the addon throws. */
export type AddonErrorCode = 'bad_argument' | 'bad_hex' | 'bad_payload' | 'wrong_network' | 'bad_manifest' | 'bad_address' | 'bad_signature' | 'too_large' | 'invalid_transaction' | 'ledger_in_use' | 'ledger_damaged' | 'ledger_closed' | 'template_damaged' | 'internal'

/** The curve of a key. */
export type Curve = 'Ed25519' | 'Secp256k1'

export type FungibleBalance = {
	readonly resource: string
	readonly amount: string
	readonly vaults: readonly VaultBalance[]
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
	/** Used only when the ledger is created, like `treasury` and `template`. */
	readonly genesisTimeMs: number
	/** Its account holds 10^12 XRD at genesis. */
	readonly treasury: PublicKey
	/** The directory of a closed ledger that a new one begins as, instead of with genesis. */
	readonly template?: string
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

export type Package = {
	readonly networkId: number
	/** Signs and pays for the transaction. */
	readonly publisher: PublicKey
	/** Hex of the WebAssembly. */
	readonly code: string
	/** Hex of the definition, as Manifest SBOR. */
	readonly definition: string
}

/** What `notarize` takes, and what the publisher signs. */
export type PreparedPublication = {
	readonly signedTransactionIntent: string
	readonly hashToSign: string
}

export type PreviewFlags = {
	readonly useFreeCredit: boolean
	readonly assumeAllSignatureProofs: boolean
	readonly skipEpochCheck: boolean
	readonly disableAuth: boolean
}

/** The key of an account. */
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
	/**
	 * Runs a function of the codec. The parameters are a JSON array, and behind a line break a text that is the first of them; the
	 * answer is JSON of `ok` or of `error`.
	 */
	callCodec(name: string, parameters: string): string
	/** Identifies the sources that this file was built from. */
	contentHash(): string
	/** The transaction that publishes a package at a new ledger's beginning: the same one for the same package. */
	preparePublication(toPublish: Package): PreparedPublication
	Ledger: new (options: LedgerOptions) => Ledger
}
