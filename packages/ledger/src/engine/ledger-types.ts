import type { PublicKey } from '../codec.ts'

// Requests and answers of the ledger's program, as JSON. Hex is in lower case; amounts are decimal strings.

export type LedgerOptions = {
	readonly networkId: number
	/** Milliseconds since 1970. Used only when the ledger is created, like `treasury` and `template`. */
	readonly genesisTimeMs: number
	/** Its account holds 10¹² XRD from genesis. */
	readonly treasury: PublicKey
	/** The directory of a closed ledger that a new one starts from, instead of from genesis. */
	readonly template?: string
	/** Created if missing. If the option is absent, the ledger is in memory only. */
	readonly directory?: string
}

export type LedgerInfo = {
	readonly networkId: number
	/** Counts genesis and user transactions. */
	readonly stateVersion: number
	readonly epoch: number
	readonly round: number
	readonly proposerTimestampMs: number
	/** Resource address. */
	readonly xrd: string
	readonly faucet: string
	/** Named as in the Gateway API. */
	readonly wellKnownAddresses: Readonly<Record<string, string>>
}

/** Checks that a preview may skip; a commit never does. */
export type PreviewFlags = {
	readonly useFreeCredit: boolean
	readonly assumeAllSignatureProofs: boolean
	readonly skipEpochCheck: boolean
	readonly disableAuth: boolean
}

/** The contents of all vaults of one fungible resource within an entity. */
export type FungibleBalance = {
	readonly resource: string
	readonly amount: string
	readonly vaults: readonly VaultBalance[]
}

export type VaultBalance = { readonly vault: string; readonly amount: string }

/** A fungible resource. */
export type ResourceInfo = {
	readonly divisibility: number
	/** For a resource that does not track its supply: the sum of all vaults. */
	readonly totalSupply: string
}

export type MetadataEntry = {
	readonly key: string
	/** The engine's name for the type, such as String or GlobalAddressArray. */
	readonly type: string
	/** The value as text; an array is a JSON array of its elements as text. */
	readonly value: string
	/** Only for an array: its elements as text. */
	readonly values?: readonly string[]
	/** Scrypto SBOR. */
	readonly sborHex: string
}

/** A package to publish. */
export type Package = {
	readonly networkId: number
	/** Signs and pays for the transaction. */
	readonly publisher: PublicKey
	/** Hex of the WebAssembly. */
	readonly code: string
	/** Hex of the definition, as Manifest SBOR. */
	readonly definition: string
}

/** The input of `notarize`, and the publisher's hash to sign. */
export type PreparedPublication = { readonly signedTransactionIntent: string; readonly hashToSign: string }
