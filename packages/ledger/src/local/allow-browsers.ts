import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * The public Gateway is open to pages of every origin. The local network's own endpoints are open to its own page, which is
 * another origin than the Gateway's, and to no other.
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
	// The star is no star for requests with credentials, which nobody sends here.
	reply.header('access-control-allow-headers', '*')
	return reply.code(204).send()
}
