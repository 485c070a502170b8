import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
	type Clock,
	configuredOperator,
	type IssuedOperatorKey,
	type OperatorKey,
	type OperatorRole,
	TradeError,
} from '@accord/protocol'
import type { Database } from '../db/tables.ts'
import { type AllowedFrom, requireRanges } from './allowed-addresses.ts'
import { hashOfKey } from './key-hash.ts'
import {
	insertOperatorKey,
	type OperatorKeyRow,
	selectOperatorKeys,
	selectValidOperatorKey,
	updateOperatorKeyAllowedFrom,
	updateOperatorKeyRevoked,
} from './operator-keys-table.ts'

// The guarantee: a key is shown once and stored only as its hash; a revoked key is never accepted again; no two valid
// keys share a name, so a name identifies who acted.

type Deps = { readonly database: Database; readonly clock: Clock }

/** The author of a request to the operator API. */
export type Operator = {
	readonly name: string
	readonly role: OperatorRole
	/** Absent for the configuration's key, which may be used from anywhere. */
	readonly allowedFrom?: AllowedFrom
}

/**
 * The owner of a valid key, otherwise undefined. The configuration's key needs no database. The time to refuse a wrong
 * key reveals nothing, because keys are compared by hash.
 */
export async function operatorOf(
	{ database, configuredKey }: Pick<Deps, 'database'> & { readonly configuredKey: string },
	key: string,
): Promise<Operator | undefined> {
	if (timingSafeEqual(Buffer.from(hashOfKey(key)), Buffer.from(hashOfKey(configuredKey))))
		return { name: configuredOperator, role: 'admin' }
	if (!key.startsWith(keyPrefix)) return undefined
	const found = await selectValidOperatorKey(database, hashOfKey(key))
	return found && { name: found.name, role: found.role, allowedFrom: found.allowed_from }
}

const keyPrefix = 'accord_operator_'
const prefixLength = 20
const keyIdLength = 16

/** Issues a key. It cannot be shown a second time. @throws TradeError `name_taken` */
export async function issueOperatorKey(
	{ database, clock }: Deps,
	{ name, role, createdBy }: { readonly name: string; readonly role: OperatorRole; readonly createdBy: string },
): Promise<IssuedOperatorKey> {
	if (name === configuredOperator) throw new TradeError('name_taken', `${name} names the key of the configuration`)
	const operatorKey = `${keyPrefix}${randomBytes(32).toString('base64url')}`
	const keyHash = hashOfKey(operatorKey)
	const row = await insertOperatorKey(database, {
		keyHash,
		keyId: keyHash.slice(0, keyIdLength),
		name,
		role,
		prefix: operatorKey.slice(0, prefixLength),
		createdBy,
		nowMs: clock.nowMs(),
	})
	if (row === undefined) throw new TradeError('name_taken', `a valid key is already named ${name}`)
	return { ...readOperatorKey(row), operatorKey }
}

/** Revokes a key; no effect if already revoked. @throws TradeError `unknown_key` */
export async function revokeOperatorKey({ database, clock }: Deps, keyId: string): Promise<OperatorKey> {
	const revoked = await updateOperatorKeyRevoked(database, { keyId, nowMs: clock.nowMs() })
	if (revoked === undefined) throw new TradeError('unknown_key', `there is no operator key ${keyId}`)
	return readOperatorKey(revoked)
}

/** Binds a key to addresses and networks, or to none. @throws TradeError `unknown_key`, `validation_failed` */
export async function setOperatorKeyAddresses(
	{ database }: Pick<Deps, 'database'>,
	key: { readonly keyId: string; readonly allowedFrom: readonly string[] },
): Promise<OperatorKey> {
	requireRanges(key.allowedFrom)
	const set = await updateOperatorKeyAllowedFrom(database, key)
	if (set === undefined) throw new TradeError('unknown_key', `there is no operator key ${key.keyId}`)
	return readOperatorKey(set)
}

/** Every key, including revoked ones, oldest first. */
export async function operatorKeys(db: Database): Promise<OperatorKey[]> {
	return (await selectOperatorKeys(db)).map(readOperatorKey)
}

function readOperatorKey(row: OperatorKeyRow): OperatorKey {
	return {
		keyId: row.key_id,
		name: row.name,
		role: row.role,
		prefix: row.prefix,
		state: row.revoked_at_ms === null ? 'valid' : 'revoked',
		createdAtMs: Number(row.created_at_ms),
		createdBy: row.created_by,
		...(row.allowed_from === null ? {} : { allowedFrom: row.allowed_from }),
		...(row.revoked_at_ms === null ? {} : { revokedAtMs: Number(row.revoked_at_ms) }),
	}
}
