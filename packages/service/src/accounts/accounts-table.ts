import type { Database } from '../db/tables.ts'

export async function upsertMaker(
	db: Database,
	maker: { makerId: string; name: string; nowMs: number },
): Promise<void> {
	await db
		.insertInto('maker')
		.values({ maker_id: maker.makerId, name: maker.name, last_sequence: 0n, created_at_ms: maker.nowMs })
		.onConflict(conflict => conflict.column('maker_id').doUpdateSet({ name: maker.name }))
		.execute()
}

/** Accounts that are registered already, for whichever maker, stay as they are. */
export async function insertMakerAccounts(
	db: Database,
	{ makerId, addresses, nowMs }: { makerId: string; addresses: readonly string[]; nowMs: number },
): Promise<void> {
	if (addresses.length === 0) return
	const rows = addresses.map(address => ({ address, maker_id: makerId, created_at_ms: nowMs }))
	await db
		.insertInto('maker_account')
		.values(rows)
		.onConflict(conflict => conflict.doNothing())
		.execute()
}

/** In the order in which they were registered. */
export async function selectMakerAccounts(db: Database, makerId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('maker_account')
		.select('address')
		.where('maker_id', '=', makerId)
		.orderBy('created_at_ms')
		.orderBy('address')
		.execute()
	return rows.map(row => row.address)
}

export async function selectMakerOfAccount(db: Database, address: string): Promise<string | undefined> {
	const row = await db.selectFrom('maker_account').select('maker_id').where('address', '=', address).executeTakeFirst()
	return row?.maker_id
}

export type ApiKeyRow = { keyHash: string; makerId: string; prefix: string; nowMs: number }

/** A key that is there already stays as it is. */
export async function insertApiKey(db: Database, { keyHash, makerId, prefix, nowMs }: ApiKeyRow): Promise<void> {
	await db
		.insertInto('api_key')
		.values({ key_hash: keyHash, maker_id: makerId, prefix, created_at_ms: nowMs })
		.onConflict(conflict => conflict.doNothing())
		.execute()
}

export async function selectApiKey(
	db: Database,
	keyHash: string,
): Promise<{ makerId: string; revoked: boolean } | undefined> {
	const row = await db
		.selectFrom('api_key')
		.select(['maker_id', 'revoked_at_ms'])
		.where('key_hash', '=', keyHash)
		.executeTakeFirst()
	return row && { makerId: row.maker_id, revoked: row.revoked_at_ms !== null }
}

/** Whether there was such a key, revoked now or before. */
export async function updateApiKeyRevoked(
	db: Database,
	{ keyHash, nowMs }: { keyHash: string; nowMs: number },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('api_key')
		.set(set => ({ revoked_at_ms: set.fn.coalesce('revoked_at_ms', set.val(BigInt(nowMs))) }))
		.where('key_hash', '=', keyHash)
		.executeTakeFirst()
	return numUpdatedRows > 0n
}

/** Those of the keys that are revoked. */
export async function selectRevokedApiKeys(db: Database, keyHashes: readonly string[]): Promise<string[]> {
	if (keyHashes.length === 0) return []
	const rows = await db
		.selectFrom('api_key')
		.select('key_hash')
		.where('key_hash', 'in', keyHashes)
		.where('revoked_at_ms', 'is not', null)
		.execute()
	return rows.map(row => row.key_hash)
}

/** The hashes of a maker's keys that begin with `prefix`. */
export async function selectApiKeysByPrefix(
	db: Database,
	{ makerId, prefix }: { makerId: string; prefix: string },
): Promise<string[]> {
	const rows = await db
		.selectFrom('api_key')
		.select('key_hash')
		.where('maker_id', '=', makerId)
		.where('prefix', '=', prefix)
		.execute()
	return rows.map(row => row.key_hash)
}

export async function selectLevel(db: Database, address: string): Promise<number | undefined> {
	const row = await db.selectFrom('account_level').select('level').where('address', '=', address).executeTakeFirst()
	return row?.level
}

export async function upsertLevel(db: Database, { address, level }: { address: string; level: number }): Promise<void> {
	await db
		.insertInto('account_level')
		.values({ address, level })
		.onConflict(conflict => conflict.column('address').doUpdateSet({ level }))
		.execute()
}

export async function selectHighestLevel(db: Database): Promise<number> {
	const row = await db
		.selectFrom('account_level')
		.select(({ fn }) => fn.max('level').as('highest'))
		.executeTakeFirst()
	return row?.highest ?? 0
}
