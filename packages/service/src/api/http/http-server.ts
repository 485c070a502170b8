import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { parseWire, TradeError } from '@accord/protocol'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { ZodType } from 'zod'
import type { RateState } from '../../queues/rate-limiter.ts'
import { compressAnswers } from './compressed-answers.ts'
import { corsHeaders, corsPreflightHeaders } from './cors.ts'
import { readJsonBodies } from './json-body.ts'
import { endConnection, rawProblem, sendProblem } from './problem-response.ts'
import { type RateLimits, rateHeaders, rateRefusal } from './rate-limits.ts'
import { requestPath, routePath } from './request-path.ts'
import { answerUnknownRoutes } from './routes.ts'

type HttpServerDeps = {
	readonly rateLimits: RateLimits
	readonly limits: { readonly bodyBytes: number }
	readonly log: Logger
	/** These replace the usual limits. */
	readonly timeouts?: Partial<typeof timeouts>
}

const pathParameterLengthMax = 256

/** How long a client may take, so that no one can hold a connection by sending or reading slowly. */
const timeouts = {
	/**
	 * The time for the head of a request and for all of it: Node would swap them if the head's were longer, as it is by
	 * default.
	 */
	headMs: 10_000,
	requestMs: 15_000,
	checkEveryMs: 2_500,
	/** The time that a client may take none of its answer: longer than a request may wait for one. */
	idleMs: 60_000,
}

/**
 * A request without a body has ended from the start: reporting its end would cost Node a seventh of the time of a small
 * answer.
 */
const emptyRequests = { optimizeEmptyRequests: true }

/**
 * The HTTP server without routes: everything that applies to all requests, and every error as a problem document
 * (decision 27).
 */
export function createHttpServer({ rateLimits, limits, log, ...deps }: HttpServerDeps): FastifyInstance {
	const { headMs, requestMs, checkEveryMs, idleMs } = { ...timeouts, ...deps.timeouts }
	const respond = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
		sendProblem({ error, request, reply, log })
	const app = fastify({
		logger: false,
		bodyLimit: limits.bodyBytes,
		requestTimeout: requestMs,
		connectionTimeout: idleMs,
		return503OnClosing: false,
		genReqId: () => randomUUID(),
		routerOptions: {
			ignoreDuplicateSlashes: true,
			ignoreTrailingSlash: true,
			maxParamLength: pathParameterLengthMax,
		},
		// A URL that cannot be parsed reaches no hook.
		frameworkErrors: (error, request, reply) => {
			const path = requestPath(request.raw.url ?? '')
			const rate = rateLimits.count({ ip: request.raw.socket.remoteAddress ?? '', path, headers: request.raw.headers })
			reply.headers(commonHeaders({ requestId: request.id, path, rate }))
			respond(rateRefusal(rate) ?? error, request, reply)
		},
		clientErrorHandler: refuseConnection,
		// Some HTTP clients offer h2c with every request; only WebSockets are upgraded.
		http: {
			shouldUpgradeCallback: request => request.headers.upgrade?.toLowerCase() === 'websocket',
			headersTimeout: headMs,
			// Node's own answer would have no problem document.
			requireHostHeader: false,
			connectionsCheckingInterval: checkEveryMs,
			...emptyRequests,
		},
	})
	// Expectations other than 100-continue are ignored; Node would answer 417, without a problem document.
	app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
	app.decorateRequest('makerId', '')
	app.decorateRequest('client', '')
	app.decorateRequest('sender', '')
	readJsonBodies(app)
	weighAnswers(app, rateLimits)
	compressAnswers(app)
	app.setErrorHandler(respond)
	app.setValidatorCompiler<ZodType>(({ schema }) => validatorOf(schema))
	admitRequests(app, rateLimits)
	answerUnknownRoutes(app)
	return app
}

/** The headers of every answer that is rate limited. */
function commonHeaders({ requestId, path, rate }: { requestId: string; path: string; rate: RateState }) {
	return { 'x-request-id': requestId, ...corsHeaders(path), ...rateHeaders(rate) }
}

/** Answers preflights, counts every request, even for an unknown path, and refuses those beyond the limit. */
function admitRequests(app: FastifyInstance, rateLimits: RateLimits): void {
	let isClosing = false
	app.addHook('preClose', async () => {
		isClosing = true
	})
	app.addHook('onRequest', (request, reply, done) => {
		const { id: requestId, ip, method, headers } = request
		const path = routePath(request)
		if (method === 'OPTIONS') {
			reply.code(204).headers({ 'x-request-id': requestId, ...corsPreflightHeaders(path) })
			return void reply.send()
		}
		if (request.routeOptions.config?.operation?.unlimited === true) {
			reply.headers({ 'x-request-id': requestId, ...corsHeaders(path) })
			return done()
		}
		request.client = rateLimits.addressOf({ ip, headers })
		request.sender = rateLimits.senderOf({ ip, headers })
		const rate = rateLimits.count({ ip, path, headers, cost: request.routeOptions.config?.operation?.cost })
		reply.headers(commonHeaders({ requestId, path, rate }))
		// Open connections may still send requests while the service stops.
		const refusal =
			rateRefusal(rate) ?? (isClosing ? new TradeError('shutting_down') : undefined) ?? withoutHost(request)
		done(refusal ?? rateLimits.hold({ ip, headers }, reply.raw))
	})
}

/** Counts long answers as several requests, before they are compressed. Documents with an ETag cost nothing to make. */
function weighAnswers(app: FastifyInstance, rateLimits: RateLimits): void {
	app.addHook('onSend', (request, reply, payload, done) => {
		const isMade = typeof payload === 'string' && !reply.hasHeader('etag')
		const { ip, headers, routeOptions } = request
		const isLimited = routeOptions.config?.operation?.unlimited !== true
		const rate = isMade && isLimited ? rateLimits.weigh({ ip, headers }, Buffer.byteLength(payload)) : undefined
		if (rate !== undefined) reply.headers(rateHeaders(rate))
		done(null, payload)
	})
}

/** RFC 9112, section 3.2. */
function withoutHost({ headers, raw }: FastifyRequest): TradeError | undefined {
	if (headers.host !== undefined || raw.httpVersion !== '1.1') return undefined
	return new TradeError('invalid_request', 'expected the header Host')
}

function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
	const refusal = new TradeError('invalid_request', `malformed HTTP request: ${error.message}`)
	endConnection(socket, rawProblem(refusal, { requestId: randomUUID() }))
}

/** Validates a body, a query, a path or headers against its schema, and returns the value that handlers get. */
function validatorOf(schema: ZodType): (message: unknown) => { value: unknown } | { error: Error } {
	return message => {
		try {
			return { value: parseWire(schema, message) }
		} catch (error) {
			return { error: error as Error }
		}
	}
}
