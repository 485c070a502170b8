import type { FastifyRequest } from 'fastify'

/** Paths that take a key: other origins' browsers are not admitted, and requests also count per API key. */
const keyedPaths = /^\/(trade\/accounts|instamint\/accounts?|maker|flash|operator|metrics)(\/|$)/

/** Whether a path, as {@link requestPath} returns it, takes a key. */
export function takesKey(path: string): boolean {
	return keyedPaths.test(path)
}

/** The path of a request. Clients may put an additional slash between base and path, or at the end. */
export function requestPath(url: string): string {
	const [path = ''] = url.split('?')
	return path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
}

/** The path of the route that answers; the request's own path if none does. */
export function routePath(request: FastifyRequest): string {
	return request.routeOptions.url ?? requestPath(request.url)
}
