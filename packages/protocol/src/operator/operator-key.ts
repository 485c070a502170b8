import type { ApiKeyState } from './maker.ts'

/** What an operator's key allows, each role all that the ones before it do: to look, to run the service, to issue such keys. */
export const operatorRoles = ['viewer', 'operator', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** The name of the key that the configuration holds: the first admin. No other key may have it. */
export const configuredOperator = 'configuration'

/** A key to the operator API, without its secret. */
export type OperatorKey = {
	/** Identifies the key; it authorizes nothing. */
	readonly keyId: string
	/** Who uses it. */
	readonly name: string
	readonly role: OperatorRole
	/** The key's first characters. */
	readonly prefix: string
	readonly state: Exclude<ApiKeyState, 'expired'>
	readonly createdAtMs: number
	/** The name of the key that issued it. */
	readonly createdBy: string
	readonly revokedAtMs?: number
}

/** A key that was just issued: the only time its secret is available. */
export type IssuedOperatorKey = OperatorKey & { readonly operatorKey: string }

/** Whether a role allows what takes at least another one. */
export function allowsRole(role: OperatorRole, least: OperatorRole): boolean {
	return operatorRoles.indexOf(role) >= operatorRoles.indexOf(least)
}
