import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@accord/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../db/tables.ts'
import {
	insertApiKey,
	selectApiKey,
	selectApiKeysByPrefix,
	selectRevokedApiKeys,
	updateApiKeyRevoked,
} from './accounts-table.ts'

// Guarantee: a key is shown once and kept only as its hash; a revoked key never opens anything again, and what it had
// opened is closed.

type Deps = { readonly db: Database; readonly clock: Clock }

const simulatorId = 242
const prefixLength = 12

/** Makes a key. Nobody can show it a second time; `prefix` is what it can be recognised by. */
export async function issueApiKey(
	deps: Deps,
	{ makerId }: { makerId: string },
): Promise<{ apiKey: string; prefix: string }> {
	const apiKey = `accord_${randomBytes(32).toString('base64url')}`
	await keepApiKey(deps, { makerId, apiKey })
	return { apiKey, prefix: prefixOf(apiKey) }
}

/** Takes a key that others know already: on the local network only, whose keys are public anyway (decision 33). */
export async function importApiKey(
	{ networkId, ...deps }: Deps & { networkId: number },
	{ makerId, apiKey }: { makerId: string; apiKey: string },
): Promise<void> {
	if (networkId !== simulatorId)
		throw new Error(`API keys can be given only on network ${simulatorId}, not on ${networkId}`)
	await keepApiKey(deps, { makerId, apiKey })
	const kept = await selectApiKey(deps.db, hashOf(apiKey))
	if (kept?.makerId !== makerId) throw new Error(`the API key ${prefixOf(apiKey)}… belongs to another maker`)
}

/** Revokes a key, given whole or by its maker and prefix; its sessions are closed. Returns whether there was such a key. */
export async function revokeApiKey(
	{ db, clock, bus }: Deps & { readonly bus: Bus },
	key: { apiKey: string } | { makerId: string; prefix: string },
): Promise<boolean> {
	const hashes = 'apiKey' in key ? [hashOf(key.apiKey)] : await selectApiKeysByPrefix(db, key)
	let found = false
	for (const keyHash of hashes) found = (await updateApiKeyRevoked(db, { keyHash, nowMs: clock.nowMs() })) || found
	if (found) bus.publish('api_key', {})
	return found
}

/** What a valid key stands for; `keyId` names the key without being it. */
export type Authenticated = { readonly makerId: string; readonly keyId: string }

/** Whose key it is; undefined for an unknown or revoked one. */
export async function authenticate(db: Database, apiKey: string): Promise<Authenticated | undefined> {
	if (apiKey === '') return undefined
	const keyId = hashOf(apiKey)
	const found = await selectApiKey(db, keyId)
	return found === undefined || found.revoked ? undefined : { makerId: found.makerId, keyId }
}

/** Which of these keys have been revoked. */
export function revokedAmong(db: Database, keyIds: readonly string[]): Promise<string[]> {
	return selectRevokedApiKeys(db, keyIds)
}

async function keepApiKey(
	{ db, clock }: Deps,
	{ makerId, apiKey }: { makerId: string; apiKey: string },
): Promise<void> {
	await insertApiKey(db, { keyHash: hashOf(apiKey), makerId, prefix: prefixOf(apiKey), nowMs: clock.nowMs() })
}

// The key is 256 random bits: a plain hash cannot be searched for it.
function hashOf(apiKey: string): string {
	return createHash('sha256').update(apiKey).digest('hex')
}

function prefixOf(apiKey: string): string {
	return apiKey.slice(0, prefixLength)
}
