import type { FastifyInstance } from 'fastify'
import type { OpenSpan, Tracing } from '../../telemetry/tracing.ts'
import { requestPath } from './request-path.ts'

declare module 'fastify' {
	interface FastifyRequest {
		/** The request's span, while requests are traced. */
		span?: OpenSpan | undefined
	}
}

/**
 * Records a span for each request of an operation, as child of the client's `traceparent`, by the semantic conventions of
 * HTTP. Health checks are left out.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing | undefined): void {
	if (tracing === undefined) return
	app.addHook('onRequest', (request, _reply, done) => {
		const { id, method, headers, protocol, client, routeOptions, url } = request
		const { operation } = routeOptions.config ?? {}
		if (operation === undefined || operation.unlimited === true) return done()
		const { traceparent } = headers
		request.span = tracing.begin(`${method} ${routeOptions.url}`, {
			kind: 'server',
			parent: typeof traceparent === 'string' ? traceparent : undefined,
			attributes: {
				'http.request.method': method,
				'http.route': routeOptions.url ?? '',
				'url.path': requestPath(url),
				'url.scheme': protocol,
				'client.address': client,
				'accord.request_id': id,
			},
		})
		done()
	})
	app.addHook('onResponse', ({ span }, { statusCode }, done) => {
		const error = statusCode >= 500 ? String(statusCode) : undefined
		span?.end({ error, attributes: { 'http.response.status_code': statusCode } })
		done()
	})
}
