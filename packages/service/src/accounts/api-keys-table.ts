import type { Selectable } from 'kysely'
import type { ApiKeyTable, Database } from '../db/tables.ts'

/** A key's row. */
export type ApiKeyRow = Selectable<ApiKeyTable>

export type NewApiKey = {
	readonly keyHash: string
	readonly keyId: string
	readonly makerId: string
	readonly prefix: string
	readonly label?: string | undefined
	readonly allowedFrom?: readonly string[] | undefined
	readonly nowMs: number
}

/** A key that already exists is left unchanged. */
export async function insertApiKey(db: Database, key: NewApiKey): Promise<void> {
	await db
		.insertInto('api_key')
		.values({
			key_hash: key.keyHash,
			key_id: key.keyId,
			maker_id: key.makerId,
			prefix: key.prefix,
			label: key.label ?? null,
			created_at_ms: key.nowMs,
			allowed_from: key.allowedFrom === undefined ? null : [...key.allowedFrom],
		})
		.onConflict(conflict => conflict.doNothing())
		.execute()
}

export async function selectApiKeyByHash(db: Database, keyHash: string): Promise<ApiKeyRow | undefined> {
	return await db.selectFrom('api_key').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()
}

export async function selectApiKey(db: Database, keyId: string): Promise<ApiKeyRow | undefined> {
	return await db.selectFrom('api_key').selectAll().where('key_id', '=', keyId).executeTakeFirst()
}

/** The keys of one maker or of all, oldest first. */
export async function selectApiKeys(db: Database, makerId?: string): Promise<ApiKeyRow[]> {
	return await db
		.selectFrom('api_key')
		.selectAll()
		.$if(makerId !== undefined, query => query.where('maker_id', '=', makerId ?? ''))
		.orderBy('created_at_ms')
		.orderBy('key_id')
		.execute()
}

/** Revokes a key; a key already revoked keeps its time. Undefined if there is no such key. */
export async function updateApiKeyRevoked(
	db: Database,
	{ keyId, nowMs }: { readonly keyId: string; readonly nowMs: number },
): Promise<ApiKeyRow | undefined> {
	return await db
		.updateTable('api_key')
		.set(set => ({ revoked_at_ms: set.fn.coalesce('revoked_at_ms', set.val(BigInt(nowMs))) }))
		.where('key_id', '=', keyId)
		.returningAll()
		.executeTakeFirst()
}

/** Makes a valid key expire at a time, unless it expires earlier. Undefined if the key is no longer valid. */
export async function updateApiKeyExpiry(
	db: Database,
	{ keyId, expiresAtMs, nowMs }: { readonly keyId: string; readonly expiresAtMs: number; readonly nowMs: number },
): Promise<ApiKeyRow | undefined> {
	return await db
		.updateTable('api_key')
		.set(set => ({ expires_at_ms: set.fn<bigint>('least', ['expires_at_ms', set.val(BigInt(expiresAtMs))]) }))
		.where('key_id', '=', keyId)
		.where('revoked_at_ms', 'is', null)
		.where(where => where.or([where('expires_at_ms', 'is', null), where('expires_at_ms', '>', BigInt(nowMs))]))
		.returningAll()
		.executeTakeFirst()
}

export async function updateApiKeyUsed(
	db: Database,
	{ keyId, nowMs }: { readonly keyId: string; readonly nowMs: number },
): Promise<void> {
	await db.updateTable('api_key').set({ last_used_at_ms: nowMs }).where('key_id', '=', keyId).execute()
}

/** Binds a key to addresses, or to none. Undefined if there is no such key. */
export async function updateApiKeyAllowedFrom(
	db: Database,
	{ keyId, allowedFrom }: { readonly keyId: string; readonly allowedFrom: readonly string[] },
): Promise<ApiKeyRow | undefined> {
	return await db
		.updateTable('api_key')
		.set({ allowed_from: allowedFrom.length === 0 ? null : [...allowedFrom] })
		.where('key_id', '=', keyId)
		.returningAll()
		.executeTakeFirst()
}

/** The keys among these that are revoked or expired, or may be used from some addresses only. */
export async function selectLimitedApiKeys(
	db: Database,
	{ keyIds, nowMs }: { readonly keyIds: readonly string[]; readonly nowMs: number },
): Promise<Pick<ApiKeyRow, 'key_id' | 'revoked_at_ms' | 'expires_at_ms' | 'allowed_from'>[]> {
	if (keyIds.length === 0) return []
	return await db
		.selectFrom('api_key')
		.select(['key_id', 'revoked_at_ms', 'expires_at_ms', 'allowed_from'])
		.where('key_id', 'in', keyIds)
		.where(where =>
			where.or([
				where('revoked_at_ms', 'is not', null),
				where('expires_at_ms', '<=', BigInt(nowMs)),
				where('allowed_from', 'is not', null),
			]),
		)
		.execute()
}
