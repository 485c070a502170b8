import type { TradeApp } from '../api/trade/trade-app.ts'
import type { MetricsDeps } from './metrics-registry.ts'

/** GET /metrics, for Prometheus. What gathers them is loaded when they are first asked for. */
export function metricsRoute(app: TradeApp, deps: MetricsDeps): void {
	const load = async () => (await import('./metrics-registry.ts')).metricsRegistry(deps)
	let registry: ReturnType<typeof load> | undefined
	app.get('/metrics', { config: { always: true } }, async (_request, reply) => {
		registry ??= load()
		const loaded = await registry
		reply.header('content-type', loaded.contentType)
		return loaded.metrics()
	})
}
