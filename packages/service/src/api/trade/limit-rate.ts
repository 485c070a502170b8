import { type RateLimits, rateHeaders, requireWithinRate } from '../rate-limits.ts'
import { routePath } from './route-path.ts'
import type { TradeApp } from './trade-app.ts'

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Answers always: not counted against any limit, and while the service stops. */
		always?: boolean
	}
}

/** Counts every request, also of what does not exist, and tells in every answer how the client stands. */
export function limitRate(app: TradeApp, rateLimits: RateLimits): void {
	app.addHook('onRequest', (request, reply, done) => {
		if (request.routeOptions.config?.always === true) return done()
		const state = rateLimits.count({ ip: request.ip, path: routePath(request), headers: request.headers })
		reply.headers(rateHeaders(state))
		try {
			requireWithinRate(state)
			done()
		} catch (error) {
			done(error as Error)
		}
	})
}
