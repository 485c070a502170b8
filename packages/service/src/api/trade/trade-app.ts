import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { parseWire, TradeError } from '@accord/protocol'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { ZodType } from 'zod'
import { requestPath, takesKey } from '../keyed-paths.ts'
import { type RateLimits, rateHeaders, requireWithinRate } from '../rate-limits.ts'
import { rawProblem } from '../raw-problem.ts'
import { admitBrowsers, openToBrowsers } from './admit-browsers.ts'
import { limitRate } from './limit-rate.ts'
import { readJson } from './read-json.ts'
import { type Respond, refuse } from './refuse.ts'
import { answerUnknownRoutes } from './unknown-routes.ts'

export type TradeApp = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

type TradeAppDeps = {
	readonly rateLimits: RateLimits
	readonly limits: { readonly bodyBytes: number }
	readonly log: Logger
}

const pathParameterLengthMax = 256
const requestTimeoutMs = 15_000

/** The HTTP server without its routes: what holds for every request, and every error as a problem document (decision 27). */
export function createTradeApp({ rateLimits, limits, log }: TradeAppDeps): TradeApp {
	const respond: Respond = (error, request, reply) => refuse({ error, request, reply, log })
	const app: TradeApp = fastify({
		logger: false,
		bodyLimit: limits.bodyBytes,
		requestTimeout: requestTimeoutMs,
		return503OnClosing: false,
		genReqId: () => randomUUID(),
		routerOptions: {
			ignoreDuplicateSlashes: true,
			ignoreTrailingSlash: true,
			maxParamLength: pathParameterLengthMax,
		},
		frameworkErrors: (error, request, reply) => refuseUrl({ error, request, reply, rateLimits, respond }),
		clientErrorHandler: refuseConnection,
		// Some HTTP clients offer h2c with every request; only WebSockets leave the ordinary way.
		http: { shouldUpgradeCallback: request => request.headers.upgrade?.toLowerCase() === 'websocket' },
	}).withTypeProvider<ZodTypeProvider>()
	readJson(app)
	app.setErrorHandler(respond)
	app.setValidatorCompiler(
		({ schema }) =>
			message =>
				validate(schema as ZodType, message),
	)
	app.addHook('onRequest', (request, reply, done) => {
		reply.header('x-request-id', request.id)
		done()
	})
	admitBrowsers(app)
	limitRate(app, rateLimits)
	refuseWhileClosing(app)
	answerUnknownRoutes(app)
	return app
}

type UrlRefusal = Pick<TradeAppDeps, 'rateLimits'> & {
	readonly error: unknown
	readonly request: FastifyRequest
	readonly reply: FastifyReply
	readonly respond: Respond
}

/** A URL that cannot be read reaches no hook; it is counted and refused with the same headers all the same. */
function refuseUrl({ error, request, reply, rateLimits, respond }: UrlRefusal): void {
	const path = requestPath(request.raw.url ?? '')
	const { headers, socket } = request.raw
	const state = rateLimits.count({ ip: socket.remoteAddress ?? '', path, headers })
	reply.headers({ 'x-request-id': request.id, ...rateHeaders(state), ...(takesKey(path) ? {} : openToBrowsers) })
	try {
		requireWithinRate(state)
		respond(error, request, reply)
	} catch (refused) {
		respond(refused, request, reply)
	}
}

function validate(schema: ZodType, message: unknown): { value: unknown } | { error: Error } {
	try {
		return { value: parseWire(schema, message) }
	} catch (error) {
		return { error: error as Error }
	}
}

/** On connections that are still open; new ones are no longer taken. */
function refuseWhileClosing(app: TradeApp): void {
	let isClosing = false
	app.addHook('preClose', async () => {
		isClosing = true
	})
	app.addHook('onRequest', (request, _reply, done) => {
		const isRefused = isClosing && request.routeOptions.config?.always !== true
		done(isRefused ? new TradeError('shutting_down') : undefined)
	})
}

/** What is no HTTP is refused like everything else, and its connection closed. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
	const refused = new TradeError('invalid_request', `the request is no HTTP that is understood here: ${error.message}`)
	socket.end(rawProblem(refused, { requestId: randomUUID() }))
}
