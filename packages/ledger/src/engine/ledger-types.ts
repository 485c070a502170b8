import type { PublicKey } from '../codec.ts'

// Requests and answers of the ledger's program, as JSON. Hex is lower-case; amounts are decimal strings.

export type LedgerOptions = {
	readonly networkId: number
	/** Milliseconds since 1970. Used only when the ledger is created, like `treasury` and `template`. */
	readonly genesisTimeMs: number
	/** Its account holds 10¹² XRD at genesis. */
	readonly treasury: PublicKey
	/** The directory of a closed ledger that a new one starts from, instead of from genesis. */
	readonly template?: string
	/** Created if missing. If absent, the ledger is in memory only. */
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
	/** By the names of the Gateway API. */
	readonly wellKnownAddresses: Readonly<Record<string, string>>
}

/** Exemptions of a preview, which a commit never has. */
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
	/** The engine's name of the type, such as String or GlobalAddressArray. */
	readonly type: string
	/** As text; an array is a JSON array of its elements as text. */
	readonly value: string
	/** Only for an array: one text per element. */
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
