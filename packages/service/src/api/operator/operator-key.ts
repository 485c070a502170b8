import { allowsRole, TradeError } from '@accord/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAllowedFrom, requireAllowedFrom } from '../../accounts/allowed-addresses.ts'
import type { Operator } from '../../accounts/operator-keys.ts'
import type { RefusalTally } from '../../audit/refusal-tally.ts'

// Guarantee: no operator data is shown and no act is done without a key whose role allows it.

declare module 'fastify' {
	interface FastifyContextConfig {
		/** This route reveals no operator data, so it requires no key. */
		isOpen?: true
	}
	interface FastifyRequest {
		/** The owner of the key that a request carries; absent where no key is needed. */
		operator?: Operator
	}
}

const challenge = 'Bearer realm="accord operator"'

/** The key's owner; undefined if the key is not valid. */
export type OperatorOf = (key: string) => Promise<Operator | undefined>

type OperatorKeyDeps = { readonly operatorOf: OperatorOf; readonly refusals: Pick<RefusalTally, 'note'> }

/**
 * Requires a key before reading the rest of a request, even for unknown paths. Only open operations and the view's
 * files need no key.
 */
export function requireOperatorKey(app: FastifyInstance, { operatorOf, refusals }: OperatorKeyDeps): void {
	app.addHook('onRequest', async request => {
		const { operation, isOpen } = request.routeOptions.config ?? {}
		const auth = operation?.auth
		if (auth === 'none' || isOpen === true) return
		const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
		if (given === undefined)
			throw new TradeError('unauthorized', 'expected Authorization: Bearer with an operator’s key')
		const operator = await operatorOf(given)
		if (operator === undefined) {
			refusals.note({ act: 'operator_refused', code: 'unauthorized', actor: request.client })
			throw new TradeError('unauthorized', 'this is not a valid operator’s key')
		}
		if (!isAllowedFrom(operator.allowedFrom, request.sender)) {
			refusals.note({ act: 'operator_refused', code: 'address_not_allowed', actor: operator.name })
			requireAllowedFrom(operator.allowedFrom, request.sender)
		}
		request.operator = operator
		if (auth === undefined || auth === 'key' || auth === 'integrator' || allowsRole(operator.role, auth)) return
		refusals.note({ act: 'operator_refused', code: 'forbidden', actor: operator.name, subject: operation?.id })
		throw new TradeError('forbidden', `this takes the role ${auth}; ${operator.name} is ${operator.role}`)
	})
	app.addHook('onSend', (_request, reply, payload, done) => {
		if (reply.statusCode === 401) reply.header('www-authenticate', challenge)
		done(null, payload)
	})
}

/** The name of the operator whose key the request carries. */
export function actorOf({ operator }: FastifyRequest): string {
	if (operator === undefined) throw new Error('the operation needs no key, so it has no actor')
	return operator.name
}
