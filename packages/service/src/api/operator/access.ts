import { type Clock, formatIssuedOperatorKey, formatOperatorKey, formatOperatorKeys } from '@accord/protocol'
import type { operatorAccessOperations } from '@accord/protocol/contract'
import type { FastifyRequest } from 'fastify'
import { issueOperatorKey, type Operator, operatorKeys, revokeOperatorKey } from '../../accounts/operator-keys.ts'
import type { Database } from '../../db/tables.ts'
import type { Handlers } from '../http/routes.ts'

export type AccessDeps = { readonly db: Database; readonly clock: Clock }

/** The keys to the operator API itself. */
export function operatorAccessHandlers(deps: AccessDeps): Handlers<typeof operatorAccessOperations> {
	return {
		getOperatorKeys: async () => formatOperatorKeys(await operatorKeys(deps.db)),
		issueOperatorKey: async ({ request, body }) =>
			formatIssuedOperatorKey(await issueOperatorKey(deps, { ...body, createdBy: actorOf(request).name })),
		revokeOperatorKey: async ({ params }) => formatOperatorKey(await revokeOperatorKey(deps, params.key_id)),
	}
}

/** Whose key a request carries that needs one. */
export function actorOf({ operator }: FastifyRequest): Operator {
	if (operator === undefined) throw new Error('the operation needs no key, so it has no actor')
	return operator
}
