import { randomBytes } from 'node:crypto'
import {
	type ApiKey,
	type ApiKeyState,
	type Clock,
	type IssuedApiKey,
	type RotatedApiKey,
	simulatorNetworkId,
	TradeError,
} from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Database, Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { type AllowedFrom, isAllowedFrom, requireRanges } from './allowed-addresses.ts'
import {
	type ApiKeyRow,
	insertApiKey,
	selectApiKey,
	selectApiKeyByHash,
	selectApiKeys,
	selectLimitedApiKeys,
	updateApiKeyAllowedFrom,
	updateApiKeyExpiry,
	updateApiKeyRevoked,
	updateApiKeyUsed,
} from './api-keys-table.ts'
import { hashOfKey } from './key-hash.ts'

// The guarantee: a key is shown once and stored only as its hash; a revoked or expired key is never accepted again, and the
// sessions it opened are closed.

type Deps = { readonly database: Database; readonly clock: Clock }
type ImportDeps = { readonly database: Database; readonly clock: Clock; readonly networkId: number }
type RevokeDeps = { readonly database: Database; readonly clock: Clock; readonly bus: Bus }

const prefixLength = 12
const keyIdLength = 16

/** Issues a key. It cannot be shown a second time. */
export async function issueApiKey(
	deps: Deps,
	{ makerId, label, allowedFrom }: Omit<ApiKeyToStore, 'apiKey'>,
): Promise<IssuedApiKey> {
	const apiKey = `accord_${randomBytes(32).toString('base64url')}`
	const stored = await storeApiKey(deps, { makerId, apiKey, label, allowedFrom })
	return { ...stored, apiKey }
}

/** Stores a key that others already know. Only for the local network, whose keys are public anyway (decision 33). */
export async function importApiKey(
	{ networkId, ...deps }: ImportDeps,
	{ makerId, apiKey }: { makerId: string; apiKey: string },
): Promise<void> {
	if (networkId !== simulatorNetworkId)
		throw new Error(`API keys can be configured only on network ${simulatorNetworkId}, not on ${networkId}`)
	const stored = await storeApiKey(deps, { makerId, apiKey })
	if (stored.makerId !== makerId) throw new Error(`the API key ${stored.prefix}… belongs to another maker`)
}

type Rotation = {
	readonly keyId: string
	/** How long the old key stays valid alongside the new one. */
	readonly overlapMs: number
	/** If absent, the old key's label is used. */
	readonly label?: string | undefined
}

/**
 * Replaces a valid key with a new one. The old key expires after the overlap, and its sessions are closed then.
 * @throws TradeError `unknown_key`, `key_ended`
 */
export async function rotateApiKey(
	{ database, clock, bus }: { readonly database: Kysely<Tables>; readonly clock: Clock; readonly bus: Bus },
	{ keyId, overlapMs, label }: Rotation,
): Promise<RotatedApiKey> {
	const nowMs = clock.nowMs()
	const rotated = await inTransaction(database, async trx => {
		const ended = await updateApiKeyExpiry(trx, { keyId, expiresAtMs: nowMs + overlapMs, nowMs })
		if (ended === undefined) throw await rotationError(trx, keyId)
		const replaces = readApiKey(ended, nowMs)
		const issued = await issueApiKey(
			{ database: trx, clock },
			{ makerId: replaces.makerId, label: label ?? replaces.label, allowedFrom: replaces.allowedFrom },
		)
		return { ...issued, replaces }
	})
	bus.publish('api_key', {})
	return rotated
}

/** Revokes a key, given by id or in full, and closes its sessions. Returns the key; undefined if there is no such key. */
export async function revokeApiKey(
	{ database, clock, bus }: RevokeDeps,
	key: { readonly apiKey: string } | { readonly keyId: string },
): Promise<ApiKey | undefined> {
	const keyId = 'keyId' in key ? key.keyId : keyIdOf(hashOfKey(key.apiKey))
	const nowMs = clock.nowMs()
	const revoked = await updateApiKeyRevoked(database, { keyId, nowMs })
	if (revoked === undefined) return undefined
	bus.publish('api_key', {})
	return readApiKey(revoked, nowMs)
}

/**
 * Binds a key to addresses and networks, or to none, and closes its sessions from elsewhere. Undefined if there is no
 * such key.
 */
export async function setKeyAddresses(
	{ database, clock, bus }: RevokeDeps,
	key: { readonly keyId: string; readonly allowedFrom: readonly string[] },
): Promise<ApiKey | undefined> {
	requireRanges(key.allowedFrom)
	const set = await updateApiKeyAllowedFrom(database, key)
	if (set === undefined) return undefined
	bus.publish('api_key', {})
	return readApiKey(set, clock.nowMs())
}

/** The keys of one maker or of all, including expired and revoked ones, oldest first. */
export async function apiKeys({ database, clock }: Deps, makerId?: string): Promise<ApiKey[]> {
	const nowMs = clock.nowMs()
	return (await selectApiKeys(database, makerId)).map(row => readApiKey(row, nowMs))
}

/** The maker of a valid key. */
export type Authenticated = { readonly makerId: string; readonly keyId: string; readonly allowedFrom?: AllowedFrom }

/** The maker that owns the key; undefined for an unknown, revoked or expired key. */
export async function authenticate({ database, clock }: Deps, apiKey: string): Promise<Authenticated | undefined> {
	if (apiKey === '') return undefined
	const found = await selectApiKeyByHash(database, hashOfKey(apiKey))
	if (found === undefined || stateOf(found, clock.nowMs()) !== 'valid') return undefined
	return { makerId: found.maker_id, keyId: found.key_id, allowedFrom: found.allowed_from }
}

/** Whether a key of this kind may still be used from an address. */
export type IsUsable = (address: string) => boolean

/** Which of these keys are revoked, expired or limited to addresses, each with where it may be used. */
export async function limitedApiKeys(
	{ database, clock }: Deps,
	keyIds: readonly string[],
): Promise<ReadonlyMap<string, IsUsable>> {
	const nowMs = clock.nowMs()
	const rows = await selectLimitedApiKeys(database, { keyIds, nowMs })
	return new Map(
		rows.map(row => {
			const isValid = stateOf(row, nowMs) === 'valid'
			return [row.key_id, address => isValid && isAllowedFrom(row.allowed_from, address)]
		}),
	)
}

type ApiKeyToStore = {
	readonly makerId: string
	readonly apiKey: string
	readonly label?: string | undefined
	readonly allowedFrom?: readonly string[] | undefined
}

async function storeApiKey(
	{ database, clock }: Deps,
	{ makerId, apiKey, label, allowedFrom }: ApiKeyToStore,
): Promise<ApiKey> {
	const keyHash = hashOfKey(apiKey)
	const keyId = keyIdOf(keyHash)
	const prefix = apiKey.slice(0, prefixLength)
	const nowMs = clock.nowMs()
	await insertApiKey(database, { keyHash, keyId, makerId, prefix, label, allowedFrom, nowMs })
	const stored = await selectApiKeyByHash(database, keyHash)
	if (stored === undefined) throw new Error(`the key id ${keyId} is taken`)
	return readApiKey(stored, nowMs)
}

async function rotationError(db: Database, keyId: string): Promise<TradeError> {
	const found = await selectApiKey(db, keyId)
	if (found === undefined) return new TradeError('unknown_key', `there is no key ${keyId}`)
	return new TradeError('key_ended', `the key ${keyId} is revoked or expired: issue a new one`)
}

function readApiKey(row: ApiKeyRow, nowMs: number): ApiKey {
	const { label, expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs, last_used_at_ms: lastUsedAtMs } = row
	const { allowed_from: allowedFrom } = row
	return {
		keyId: row.key_id,
		makerId: row.maker_id,
		prefix: row.prefix,
		state: stateOf(row, nowMs),
		createdAtMs: Number(row.created_at_ms),
		...(label === null ? {} : { label }),
		...(expiresAtMs === null ? {} : { expiresAtMs: Number(expiresAtMs) }),
		...(revokedAtMs === null ? {} : { revokedAtMs: Number(revokedAtMs) }),
		...(lastUsedAtMs === null ? {} : { lastUsedAtMs: Number(lastUsedAtMs) }),
		...(allowedFrom === null ? {} : { allowedFrom }),
	}
}

function stateOf(
	{ revoked_at_ms, expires_at_ms }: Pick<ApiKeyRow, 'revoked_at_ms' | 'expires_at_ms'>,
	nowMs: number,
): ApiKeyState {
	if (revoked_at_ms !== null) return 'revoked'
	return expires_at_ms !== null && Number(expires_at_ms) <= nowMs ? 'expired' : 'valid'
}

function keyIdOf(keyHash: string): string {
	return keyHash.slice(0, keyIdLength)
}

type ApiKeyUsesDeps = {
	readonly database: Database
	readonly clock: Clock
	readonly onError: (error: unknown) => void
}

const writtenEveryMs = 60_000

/** Records when keys were last used, at most once a minute each: a key may be used a thousand times a second. */
export class ApiKeyUses {
	readonly #deps: ApiKeyUsesDeps
	readonly #writtenAtMs = new Map<string, number>()

	constructor(deps: ApiKeyUsesDeps) {
		this.#deps = deps
	}

	/**
	 * Records that a valid key was used now. Resolves once that is written, if a write is due; there is no need to wait
	 * for it.
	 */
	async note(keyId: string): Promise<void> {
		const { database, clock, onError } = this.#deps
		const nowMs = clock.nowMs()
		if (nowMs - (this.#writtenAtMs.get(keyId) ?? Number.NEGATIVE_INFINITY) < writtenEveryMs) return
		this.#writtenAtMs.set(keyId, nowMs)
		await updateApiKeyUsed(database, { keyId, nowMs }).catch(onError)
	}
}
