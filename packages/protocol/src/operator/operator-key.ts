import * as z from '#schema'
import { timestampWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'
import { allowedFromWire } from './allowed-from.ts'

/** The roles of operators' keys: to view, to run the service, to issue such keys. Each includes the ones before it. */
export const operatorRoles = ['viewer', 'operator', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** The name of the key in the configuration, which belongs to the first admin. No other key may have this name. */
export const configuredOperator = 'configuration'

const operatorName = z
	.string()
	.regex(/^[\w.@-]{1,64}$/, 'up to 64 letters, digits and . _ @ -')
	.describe('Who uses the key. It stands in the audit log.')

/** A key to the operator API, without its secret. */
export type OperatorKey = ValueOf<typeof OperatorKey>
export const OperatorKey = message({
	keyId: z.string().describe('Identifies the key; it authorizes nothing.'),
	name: operatorName,
	role: z.enum(operatorRoles),
	prefix: z.string().describe('The key’s first characters.'),
	state: z.enum(['valid', 'revoked']),
	createdAtMs: timestampWire,
	createdBy: z.string().describe('The name of the key that issued it.'),
	revokedAtMs: timestampWire.optional(),
	allowedFrom: allowedFromWire.optional().describe('Absent: from anywhere.'),
})

/** A key that was just issued: the only time its secret is available. */
export type IssuedOperatorKey = ValueOf<typeof IssuedOperatorKey>
export const IssuedOperatorKey = OperatorKey.extend({ operatorKey: z.string() })

/** GET /operator/operator-keys. */
export const OperatorKeys = message({ keys: list(OperatorKey) }).as<readonly OperatorKey[]>({
	parse: ({ keys }) => keys,
	format: keys => ({ keys }),
})

/** Body of POST /operator/operator-keys. */
export const issueOperatorKeyWire = z.strictObject({ name: operatorName, role: z.enum(operatorRoles) })

/** Whether a role includes the required one. */
export function allowsRole(role: OperatorRole, least: OperatorRole): boolean {
	return operatorRoles.indexOf(role) >= operatorRoles.indexOf(least)
}
