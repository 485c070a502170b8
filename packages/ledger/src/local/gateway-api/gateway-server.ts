import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { registerCommittedDetails } from './committed-details.ts'
import { allowBrowsers } from './cors.ts'
import { registerEntity } from './entity-endpoints.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import type { GatewayServerOptions } from './gateway-server-options.ts'
import { registerStatus } from './ledger-state.ts'
import { registerLocalFund } from './local-fund.ts'
import { registerPreview } from './preview.ts'
import { registerTransaction } from './submission.ts'
import { registerTransactionStatus } from './transaction-status.ts'
import { registerStream } from './transaction-stream.ts'

// A transaction may have 1 MiB, which is 2 MiB as hex.
const bodyBytesMax = 4 * 1024 * 1024

/** The HTTP server with a Gateway's paths, shapes and errors. Not yet listening. */
export function createGatewayServer(options: GatewayServerOptions): FastifyInstance {
	const server = Fastify({
		bodyLimit: bodyBytesMax,
		routerOptions: { ignoreTrailingSlash: true },
		forceCloseConnections: true,
		ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false } },
	})
	readJsonBodies(server)
	answerErrors(server, options.onError)
	allowBrowsers(server, options.pageOrigins ?? [])
	registerStatus(server, options)
	registerTransaction(server, options)
	registerTransactionStatus(server, options)
	registerPreview(server, options)
	registerCommittedDetails(server, options)
	registerStream(server, options)
	registerEntity(server, options)
	registerLocalFund(server, options)
	return server
}

function readJsonBodies(server: FastifyInstance): void {
	server.removeAllContentTypeParsers()
	server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		try {
			done(null, body === '' ? {} : JSON.parse(String(body)))
		} catch (error) {
			done(GatewayRefusal.invalidRequest([{ path: '', errors: [`malformed JSON: ${(error as Error).message}`] }]))
		}
	})
}

function answerErrors(server: FastifyInstance, onError: GatewayServerOptions['onError']): void {
	server.setErrorHandler((error: FastifyError | GatewayRefusal, request, reply) => {
		const refusal = refusalOf(error, request.id)
		if (refusal.status >= 500) onError?.(error)
		const { status, message, details } = refusal
		return reply.code(status).send({ message, code: status, details, trace_id: request.id })
	})
	server.setNotFoundHandler((request, reply) =>
		reply.code(404).send({ message: 'Not found', code: 404, trace_id: request.id }),
	)
}

function refusalOf(error: FastifyError | GatewayRefusal, traceId: string): GatewayRefusal {
	if (error instanceof GatewayRefusal) return error
	if (error.validation !== undefined)
		return GatewayRefusal.invalidRequest(
			error.validation.map(({ instancePath, params, message = 'is invalid' }) => ({
				path: pathOf(instancePath, params),
				errors: [message],
			})),
		)
	const { statusCode = 500 } = error
	if (statusCode >= 500) return GatewayRefusal.internal(traceId)
	return new GatewayRefusal(statusCode, error.message, {
		type: 'InvalidRequestError',
		validation_errors: [{ path: '', errors: [error.message] }],
	})
}

function pathOf(instancePath: string, params: Record<string, unknown>): string {
	const missing = typeof params.missingProperty === 'string' ? [params.missingProperty] : []
	return [...instancePath.split('/').slice(1), ...missing].join('.')
}
