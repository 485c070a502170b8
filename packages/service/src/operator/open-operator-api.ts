import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { RateLimits } from '../api/rate-limits.ts'
import { health } from '../api/trade/health.ts'
import { createTradeApp } from '../api/trade/trade-app.ts'
import type { OperatorConfig } from '../config/config.ts'
import { type KeyRoutesDeps, keyRoutes } from './key-routes.ts'
import { levelRoutes } from './level-routes.ts'
import { type MakerRoutesDeps, makerRoutes } from './maker-routes.ts'
import { metricsRoute } from './metrics-route.ts'
import { requireOperatorKey } from './operator-key.ts'
import { orderRoutes } from './order-routes.ts'
import { stateRoutes } from './state-routes.ts'

export type OperatorApiDeps = MakerRoutesDeps &
	KeyRoutesDeps &
	Parameters<typeof orderRoutes>[1] &
	Parameters<typeof stateRoutes>[1] &
	Parameters<typeof metricsRoute>[1] & {
		readonly limits: {
			readonly bodyBytes: number
			readonly requestsPerMinute: number
			readonly requestsPerMinutePerKey: number
		}
		readonly log: Logger
	}

/** The operator's own interface, on a port of its own. */
export type OperatorApi = { readonly url: string; close(): Promise<void> }

/** Opens /operator, /metrics and the health paths for the operator, who proves to be it by the key. */
export async function openOperatorApi(
	deps: OperatorApiDeps,
	{ host, port, key }: OperatorConfig,
): Promise<OperatorApi> {
	const { limits, log } = deps
	const app = createTradeApp({ rateLimits: new RateLimits({ clock: deps.clock, limits }), limits, log })
	requireOperatorKey(app, { key })
	for (const route of [makerRoutes, keyRoutes, levelRoutes, orderRoutes, stateRoutes, metricsRoute]) route(app, deps)
	health(app, deps)
	try {
		await app.listen({ host, port })
	} catch (error) {
		await app.close()
		throw error
	}
	const { port: opened } = app.server.address() as AddressInfo
	return { url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}`, close: () => app.close() }
}
