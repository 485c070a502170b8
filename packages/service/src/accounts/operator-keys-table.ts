import type { OperatorRole } from '@accord/protocol'
import type { Selectable } from 'kysely'
import type { Database, OperatorKeyTable } from '../db/tables.ts'

/** An operator key's row. */
export type OperatorKeyRow = Selectable<OperatorKeyTable>

export type NewOperatorKey = {
	readonly keyHash: string
	readonly keyId: string
	readonly name: string
	readonly role: OperatorRole
	readonly prefix: string
	readonly createdBy: string
	readonly nowMs: number
}

/** Undefined if a valid key already has the name. */
export async function insertOperatorKey(db: Database, key: NewOperatorKey): Promise<OperatorKeyRow | undefined> {
	return await db
		.insertInto('operator_key')
		.values({
			key_hash: key.keyHash,
			key_id: key.keyId,
			name: key.name,
			role: key.role,
			prefix: key.prefix,
			created_at_ms: key.nowMs,
			created_by: key.createdBy,
		})
		.onConflict(conflict => conflict.doNothing())
		.returningAll()
		.executeTakeFirst()
}

/** Ordered oldest first. */
export async function selectOperatorKeys(db: Database): Promise<OperatorKeyRow[]> {
	return await db.selectFrom('operator_key').selectAll().orderBy('created_at_ms').orderBy('key_id').execute()
}

/** Undefined if there is no such key or it is revoked. */
export async function selectValidOperatorKey(db: Database, keyHash: string): Promise<OperatorKeyRow | undefined> {
	return await db
		.selectFrom('operator_key')
		.selectAll()
		.where('key_hash', '=', keyHash)
		.where('revoked_at_ms', 'is', null)
		.executeTakeFirst()
}

/** Binds a key to addresses, or to none. Undefined if there is no such key. */
export async function updateOperatorKeyAllowedFrom(
	db: Database,
	{ keyId, allowedFrom }: { readonly keyId: string; readonly allowedFrom: readonly string[] },
): Promise<OperatorKeyRow | undefined> {
	return await db
		.updateTable('operator_key')
		.set({ allowed_from: allowedFrom.length === 0 ? null : [...allowedFrom] })
		.where('key_id', '=', keyId)
		.returningAll()
		.executeTakeFirst()
}

/** Revokes a key; a key already revoked keeps its time. Undefined if there is no such key. */
export async function updateOperatorKeyRevoked(
	db: Database,
	{ keyId, nowMs }: { readonly keyId: string; readonly nowMs: number },
): Promise<OperatorKeyRow | undefined> {
	return await db
		.updateTable('operator_key')
		.set(set => ({ revoked_at_ms: set.fn.coalesce('revoked_at_ms', set.val(BigInt(nowMs))) }))
		.where('key_id', '=', keyId)
		.returningAll()
		.executeTakeFirst()
}
