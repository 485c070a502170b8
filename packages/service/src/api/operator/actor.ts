import type { FastifyRequest } from 'fastify'

/** The name of the operator whose key the request carries. */
export function actorOf({ operator }: FastifyRequest): string {
	if (operator === undefined) throw new Error('the operation needs no key, so it has no actor')
	return operator.name
}
