import type { MakerPause } from '../maker/maker-pause.ts'

export const apiKeyStates = ['valid', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

/** An API key without its secret. */
export type ApiKey = {
	/** Identifies the key; it authorizes nothing. */
	readonly keyId: string
	readonly makerId: string
	readonly label?: string
	/** The key's first characters. */
	readonly prefix: string
	readonly state: ApiKeyState
	readonly createdAtMs: number
	/** Absent: it never expires. */
	readonly expiresAtMs?: number
	readonly revokedAtMs?: number
	/** To the minute. */
	readonly lastUsedAtMs?: number
}

/** A key that was just issued: the only time its secret is available. */
export type IssuedApiKey = ApiKey & { readonly apiKey: string }

/** A new key and the one it replaces, which stays valid until the overlap ends. */
export type RotatedApiKey = IssuedApiKey & { readonly replaces: ApiKey }

/** An account and its index into the fee table. */
export type AccountLevel = { readonly address: string; readonly level: number }

/** A registered market maker (GET /operator/makers). */
export type Maker = {
	readonly makerId: string
	readonly name: string
	readonly createdAtMs: number
	readonly accounts: readonly AccountLevel[]
	readonly keys: readonly ApiKey[]
	/** In force now. */
	readonly pauses: readonly MakerPause[]
	/** Open at the node that answered. */
	readonly sessions: number
	/** Asked of it and not answered. */
	readonly openParts: number
	/** Accepted and not ended. */
	readonly openFills: number
}
