import type { FastifyRequest } from 'fastify'
import { requestPath } from '../keyed-paths.ts'

/** The path of the route that answers; of a request that none answers, its own. */
export function routePath(request: FastifyRequest): string {
	return request.routeOptions.url ?? requestPath(request.url)
}
