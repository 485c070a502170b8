import type { Logger } from 'pino'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { TradeApp } from './trade/trade-app.ts'

type CountRequestsDeps = { readonly metrics: Pick<ServiceMetrics, 'answered'>; readonly log: Logger }

/** Counts every answer by its route and status; all that is no route counts as one. */
export function countRequests(app: TradeApp, { metrics, log }: CountRequestsDeps): void {
	app.addHook('onResponse', (request, reply, done) => {
		const { method, routeOptions, id: requestId } = request
		const answer = { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: reply.elapsedTime }
		metrics.answered(answer)
		log.debug({ requestId, ...answer }, 'request answered')
		done()
	})
}
