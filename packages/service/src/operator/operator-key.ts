import { createHash, timingSafeEqual } from 'node:crypto'
import { TradeError } from '@accord/protocol'
import type { TradeApp } from '../api/trade/trade-app.ts'

// Guarantee: without the key nothing of the operator is told or done, and how long a wrong one takes tells nothing of it.

const challenge = 'Bearer realm="accord operator"'

/** Asks for the key before anything else of a request under /operator is looked at, whether the path exists or not. */
export function requireOperatorKey(app: TradeApp, { key }: { readonly key: string }): void {
	const expected = hashOf(key)
	app.addHook('onRequest', (request, _reply, done) => {
		const isOpen = request.routeOptions.config?.always === true
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
