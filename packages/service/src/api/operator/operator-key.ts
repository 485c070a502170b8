import { createHash, timingSafeEqual } from 'node:crypto'
import { TradeError } from '@accord/protocol'
import type { FastifyInstance } from 'fastify'

// Guarantee: nothing of the operator is shown or done without the key, and the time that a wrong key takes reveals nothing.

const challenge = 'Bearer realm="accord operator"'

/** Requires the key before anything else of a request is read, also for unknown paths; only open operations need none. */
export function requireOperatorKey(app: FastifyInstance, { key }: { readonly key: string }): void {
	const expected = hashOf(key)
	app.addHook('onRequest', (request, _reply, done) => {
		const isOpen = request.routeOptions.config?.operation?.auth === 'none'
		const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
		if (isOpen || (given !== undefined && timingSafeEqual(hashOf(given), expected))) return done()
		const expectedHeader = 'expected Authorization: Bearer with the operator’s key'
		done(new TradeError('unauthorized', given === undefined ? expectedHeader : 'this is not the operator’s key'))
	})
	app.addHook('onSend', (_request, reply, payload, done) => {
		if (reply.statusCode === 401) reply.header('www-authenticate', challenge)
		done(null, payload)
	})
}

function hashOf(text: string): Buffer {
	return createHash('sha256').update(text).digest()
}
