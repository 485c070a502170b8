import * as z from 'zod'
import { timestampWire } from '../../fields.ts'
import { omitUndefined } from '../../omit-undefined.ts'
import { type IssuedOperatorKey, type OperatorKey, operatorRoles } from '../../operator/operator-key.ts'

// Keys to the operator API itself.

const operatorNameWire = z
	.string()
	.regex(/^[\w.@-]{1,64}$/, 'up to 64 letters, digits and . _ @ -')
	.describe('Who uses the key. It stands in the audit log.')

/** A key to the operator API without its secret. */
export const operatorKeyWire = z.object({
	key_id: z.string().describe('Identifies the key; it authorizes nothing.'),
	name: operatorNameWire,
	role: z.enum(operatorRoles),
	prefix: z.string().describe('The key’s first characters.'),
	state: z.enum(['valid', 'revoked']),
	created_at_ms: timestampWire,
	created_by: z.string().describe('The name of the key that issued it.'),
	revoked_at_ms: timestampWire.optional(),
})
export type OperatorKeyWire = z.infer<typeof operatorKeyWire>

/** Reads a key to the operator API. */
export function parseOperatorKey(wire: OperatorKeyWire): OperatorKey {
	return omitUndefined({
		keyId: wire.key_id,
		name: wire.name,
		role: wire.role,
		prefix: wire.prefix,
		state: wire.state,
		createdAtMs: wire.created_at_ms,
		createdBy: wire.created_by,
		revokedAtMs: wire.revoked_at_ms,
	})
}

/** The wire's key to the operator API, without its secret. */
export function formatOperatorKey(key: OperatorKey): OperatorKeyWire {
	return omitUndefined({
		key_id: key.keyId,
		name: key.name,
		role: key.role,
		prefix: key.prefix,
		state: key.state,
		created_at_ms: key.createdAtMs,
		created_by: key.createdBy,
		revoked_at_ms: key.revokedAtMs,
	})
}

/** A key that was just issued: the only time its secret is returned. */
export const issuedOperatorKeyWire = operatorKeyWire.extend({ operator_key: z.string() })
export type IssuedOperatorKeyWire = z.infer<typeof issuedOperatorKeyWire>

/** Reads a key that was just issued. */
export function parseIssuedOperatorKey(wire: IssuedOperatorKeyWire): IssuedOperatorKey {
	return { ...parseOperatorKey(wire), operatorKey: wire.operator_key }
}

/** The wire's issued key. */
export function formatIssuedOperatorKey(key: IssuedOperatorKey): IssuedOperatorKeyWire {
	return { ...formatOperatorKey(key), operator_key: key.operatorKey }
}

/** GET /operator/operator-keys. */
export const operatorKeysWire = z.object({ keys: z.array(operatorKeyWire) })
export type OperatorKeysWire = z.infer<typeof operatorKeysWire>

/** Reads the answer of GET /operator/operator-keys. */
export function parseOperatorKeys({ keys }: OperatorKeysWire): OperatorKey[] {
	return keys.map(parseOperatorKey)
}

/** The answer of GET /operator/operator-keys. */
export function formatOperatorKeys(keys: readonly OperatorKey[]): OperatorKeysWire {
	return { keys: keys.map(formatOperatorKey) }
}

/** Body of POST /operator/operator-keys. */
export const issueOperatorKeyWire = z.strictObject({ name: operatorNameWire, role: z.enum(operatorRoles) })
export type IssueOperatorKeyWire = z.infer<typeof issueOperatorKeyWire>
