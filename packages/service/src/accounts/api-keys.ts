import { createHash, randomBytes } from 'node:crypto'
import { type Clock, TradeError } from '@accord/protocol'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Database, Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import {
	type ApiKeyRow,
	insertApiKey,
	selectApiKey,
	selectApiKeyByHash,
	selectApiKeys,
	selectEndedApiKeys,
	updateApiKeyExpiry,
	updateApiKeyRevoked,
	updateApiKeyUsed,
} from './api-keys-table.ts'

// Guarantee: a key is shown once and kept only as its hash; a revoked or expired key never opens anything again, and what
// it had opened is closed.

type Deps = { readonly db: Database; readonly clock: Clock }

const simulatorId = 242
const prefixLength = 12
const keyIdLength = 16

/** What can be told of a key. */
export type ApiKey = {
	/** Names the key without being it. */
	readonly keyId: string
	readonly makerId: string
	readonly label?: string
	/** What it can be recognised by. */
	readonly prefix: string
	readonly createdAtMs: number
	readonly expiresAtMs?: number
	readonly revokedAtMs?: number
	readonly lastUsedAtMs?: number
}

/** A key that was just made, and the one time that it is told. */
export type IssuedApiKey = ApiKey & { readonly apiKey: string }

/** Makes a key. Nobody can show it a second time. */
export async function issueApiKey(
	deps: Deps,
	{ makerId, label }: { readonly makerId: string; readonly label?: string | undefined },
): Promise<IssuedApiKey> {
	const apiKey = `accord_${randomBytes(32).toString('base64url')}`
	const kept = await keepApiKey(deps, { makerId, apiKey, label })
	return { ...kept, apiKey }
}

/** Takes a key that others know already: on the local network only, whose keys are public anyway (decision 33). */
export async function importApiKey(
	{ networkId, ...deps }: Deps & { networkId: number },
	{ makerId, apiKey }: { makerId: string; apiKey: string },
): Promise<void> {
	if (networkId !== simulatorId)
		throw new Error(`API keys can be given only on network ${simulatorId}, not on ${networkId}`)
	const kept = await keepApiKey(deps, { makerId, apiKey })
	if (kept.makerId !== makerId) throw new Error(`the API key ${kept.prefix}… belongs to another maker`)
}

type Rotation = {
	readonly keyId: string
	/** How long the old key goes on beside the new one. */
	readonly overlapMs: number
	/** That of the old key when absent. */
	readonly label?: string | undefined
}

/**
 * Makes a key in place of a valid one, which ends after the overlap; its sessions are closed then.
 * @throws TradeError `unknown_key`, `key_ended`
 */
export async function rotateApiKey(
	{ db, clock, bus }: { readonly db: Kysely<Tables>; readonly clock: Clock; readonly bus: Bus },
	{ keyId, overlapMs, label }: Rotation,
): Promise<{ issued: IssuedApiKey; replaced: ApiKey }> {
	const nowMs = clock.nowMs()
	const rotated = await inTransaction(db, async trx => {
		const ended = await updateApiKeyExpiry(trx, { keyId, expiresAtMs: nowMs + overlapMs, nowMs })
		if (ended === undefined) throw await cannotRotate(trx, keyId)
		const replaced = readApiKey(ended)
		const issued = await issueApiKey({ db: trx, clock }, { makerId: replaced.makerId, label: label ?? replaced.label })
		return { issued, replaced }
	})
	bus.publish('api_key', {})
	return rotated
}

/** Revokes a key, named or given whole; its sessions are closed. Gives the key, or nothing if there is none. */
export async function revokeApiKey(
	{ db, clock, bus }: Deps & { readonly bus: Bus },
	key: { readonly apiKey: string } | { readonly keyId: string },
): Promise<ApiKey | undefined> {
	const keyId = 'keyId' in key ? key.keyId : keyIdOf(hashOf(key.apiKey))
	const revoked = await updateApiKeyRevoked(db, { keyId, nowMs: clock.nowMs() })
	if (revoked === undefined) return undefined
	bus.publish('api_key', {})
	return readApiKey(revoked)
}

/** The keys of one maker or of all, ended ones too, the oldest first. */
export async function apiKeys(db: Database, makerId?: string): Promise<ApiKey[]> {
	return (await selectApiKeys(db, makerId)).map(readApiKey)
}

/** Whether a key opens anything at this time. */
export function apiKeyState({ expiresAtMs, revokedAtMs }: ApiKey, nowMs: number): 'valid' | 'expired' | 'revoked' {
	if (revokedAtMs !== undefined) return 'revoked'
	return expiresAtMs !== undefined && expiresAtMs <= nowMs ? 'expired' : 'valid'
}

/** What a valid key stands for. */
export type Authenticated = { readonly makerId: string; readonly keyId: string }

/** Whose key it is; undefined for an unknown, revoked or expired one. */
export async function authenticate({ db, clock }: Deps, apiKey: string): Promise<Authenticated | undefined> {
	if (apiKey === '') return undefined
	const found = await selectApiKeyByHash(db, hashOf(apiKey))
	if (found === undefined || apiKeyState(readApiKey(found), clock.nowMs()) !== 'valid') return undefined
	return { makerId: found.maker_id, keyId: found.key_id }
}

/** Which of these keys are revoked or expired. */
export function endedAmong({ db, clock }: Deps, keyIds: readonly string[]): Promise<string[]> {
	return selectEndedApiKeys(db, { keyIds, nowMs: clock.nowMs() })
}

type KeptApiKey = { readonly makerId: string; readonly apiKey: string; readonly label?: string | undefined }

async function keepApiKey({ db, clock }: Deps, { makerId, apiKey, label }: KeptApiKey): Promise<ApiKey> {
	const keyHash = hashOf(apiKey)
	const keyId = keyIdOf(keyHash)
	const prefix = apiKey.slice(0, prefixLength)
	await insertApiKey(db, { keyHash, keyId, makerId, prefix, label, nowMs: clock.nowMs() })
	const kept = await selectApiKeyByHash(db, keyHash)
	if (kept === undefined) throw new Error(`the key id ${keyId} is taken`)
	return readApiKey(kept)
}

async function cannotRotate(db: Database, keyId: string): Promise<TradeError> {
	const found = await selectApiKey(db, keyId)
	if (found === undefined) return new TradeError('unknown_key', `there is no key ${keyId}`)
	return new TradeError('key_ended', `the key ${keyId} is revoked or expired: issue a new one`)
}

function readApiKey(row: ApiKeyRow): ApiKey {
	const { label, expires_at_ms: expiresAtMs, revoked_at_ms: revokedAtMs, last_used_at_ms: lastUsedAtMs } = row
	return {
		keyId: row.key_id,
		makerId: row.maker_id,
		prefix: row.prefix,
		createdAtMs: Number(row.created_at_ms),
		...(label === null ? {} : { label }),
		...(expiresAtMs === null ? {} : { expiresAtMs: Number(expiresAtMs) }),
		...(revokedAtMs === null ? {} : { revokedAtMs: Number(revokedAtMs) }),
		...(lastUsedAtMs === null ? {} : { lastUsedAtMs: Number(lastUsedAtMs) }),
	}
}

// The key is 256 random bits: a plain hash cannot be searched for it, and a part of that hash opens nothing.
function hashOf(apiKey: string): string {
	return createHash('sha256').update(apiKey).digest('hex')
}

function keyIdOf(keyHash: string): string {
	return keyHash.slice(0, keyIdLength)
}

type ApiKeyUsesDeps = {
	readonly db: Database
	readonly clock: Clock
	readonly onError: (error: unknown) => void
}

const writtenEveryMs = 60_000

/** Remembers when keys were last used, to the minute: what is asked a thousand times a second is not written as often. */
export class ApiKeyUses {
	readonly #deps: ApiKeyUsesDeps
	readonly #writtenAtMs = new Map<string, number>()

	constructor(deps: ApiKeyUsesDeps) {
		this.#deps = deps
	}

	/** A valid key was used now. Resolves when that is written, if it has to be; nobody need wait for it. */
	async note(keyId: string): Promise<void> {
		const { db, clock, onError } = this.#deps
		const nowMs = clock.nowMs()
		if (nowMs - (this.#writtenAtMs.get(keyId) ?? Number.NEGATIVE_INFINITY) < writtenEveryMs) return
		this.#writtenAtMs.set(keyId, nowMs)
		await updateApiKeyUsed(db, { keyId, nowMs }).catch(onError)
	}
}
