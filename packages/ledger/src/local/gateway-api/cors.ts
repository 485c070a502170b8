import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * CORS: the Gateway API is open to pages of every origin, the local network's own endpoints only to the network's own
 * page, whose origin differs from the Gateway's. Not `@fastify/cors`: it answers the preflight of a foreign page with 404
 * instead of 403, and with an origin that depends on the path it adds `Vary` to every answer.
 */
export function allowBrowsers(server: FastifyInstance, pageOrigins: readonly string[]): void {
	const allowed = ({ url, headers: { origin } }: FastifyRequest) => {
		if (!url.startsWith('/local/')) return '*'
		return origin !== undefined && pageOrigins.includes(origin) ? origin : undefined
	}
	server.addHook('onRequest', async (request, reply) => {
		const origin = allowed(request)
		if (origin !== undefined) reply.header('access-control-allow-origin', origin)
		if (request.url.startsWith('/local/')) reply.header('vary', 'origin')
	})
	server.options('/*', async (request, reply) => {
		if (allowed(request) === undefined) return reply.code(403).send()
		return answerPreflight(reply)
	})
}

function answerPreflight(reply: FastifyReply): FastifyReply {
	reply.header('access-control-allow-methods', 'POST')
	// With credentials the asterisk would not be a wildcard, but no one sends credentials here.
	reply.header('access-control-allow-headers', '*')
	return reply.code(204).send()
}
