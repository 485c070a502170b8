import type { FastifyRequest } from 'fastify'

/** Paths that require a key: browsers on other origins are not admitted, and requests are also counted per API key. */
const keyedPaths = /^\/(trade\/accounts|instamint\/accounts?|maker|flash|operator|metrics)(\/|$)/

/** Whether a path, as {@link requestPath} returns it, requires a key. */
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
