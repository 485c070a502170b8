import { errorTable } from '@accord/protocol'
import { errorsOf, type Operation, operations } from '@accord/protocol/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { counter, histogram, type Metrics } from '../../metrics/metrics.ts'
import { unauthorized } from './api-key.ts'

const requests = counter(
	'accord_http_requests_total',
	'HTTP responses, except order books served without the framework',
	['method', 'route', 'status'],
	[
		// Every documented answer on the public port.
		...Object.values<Operation>(operations).flatMap(labelsOf),
		...['GET', 'POST'].map(method => `${method} none 404`),
	],
)
const requestSeconds = histogram('accord_http_request_seconds', 'Time to an HTTP response, by route', 'route')

type CountRequestsDeps = { readonly metrics: Pick<Metrics, 'count' | 'observe'>; readonly log: Pick<Logger, 'debug'> }

/** Counts every answer by route and status; requests that no route answers are counted as one route. */
export function countRequests(app: FastifyInstance, { metrics, log }: CountRequestsDeps): void {
	app.addHook('onResponse', (request, reply, done) => {
		const { method, routeOptions, id: requestId } = request
		const answer = { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: reply.elapsedTime }
		metrics.count(requests, `${method} ${answer.route} ${answer.status}`)
		metrics.observe(requestSeconds, answer.route, answer.ms)
		if (answer.status === 401) metrics.count(unauthorized, 'http')
		log.debug({ requestId, ...answer }, 'request answered')
		done()
	})
}

function labelsOf(operation: Operation): string[] {
	const { method, path, answers } = operation
	const refused = errorsOf(operation).map(code => errorTable[code].httpStatus)
	const statuses = new Set([...answers.map(({ status }) => status), ...refused, 500])
	const route = path.replace(/\{(\w+)\}/g, ':$1')
	return [...statuses].map(status => `${method.toUpperCase()} ${route} ${status}`)
}
