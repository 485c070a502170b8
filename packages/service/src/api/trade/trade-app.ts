import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { parseWire, TradeError } from '@accord/protocol'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { ZodType } from 'zod'
import { apiKeyHeaders } from '../api-key.ts'
import { type Respond, refuse } from './refuse.ts'
import { answerUnknownRoutes } from './unknown-routes.ts'

export type TradeApp = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

type TradeAppDeps = {
	readonly limits: { readonly bodyBytes: number; readonly requestsPerMinute: number }
	readonly log: Logger
}

const pathParameterLengthMax = 256
const requestTimeoutMs = 15_000
const minuteMs = 60_000

/** The HTTP server without its routes: what holds for every request, and every error as a problem document (decision 27). */
export async function createTradeApp({ limits, log }: TradeAppDeps): Promise<TradeApp> {
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
		frameworkErrors: respond,
		// Some HTTP clients offer h2c with every request; only WebSockets leave the ordinary way.
		http: { shouldUpgradeCallback: request => request.headers.upgrade?.toLowerCase() === 'websocket' },
	}).withTypeProvider<ZodTypeProvider>()
	app.removeContentTypeParser('text/plain')
	app.setErrorHandler(respond)
	app.setValidatorCompiler(
		({ schema }) =>
			message =>
				validate(schema as ZodType, message),
	)
	app.addHook('onRequest', async (request, reply) => {
		reply.header('x-request-id', request.id)
	})
	refuseWhileClosing(app)
	await admitBrowsers(app)
	await limitRate(app, limits.requestsPerMinute)
	answerUnknownRoutes(app)
	return app
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
	app.addHook('onRequest', async () => {
		if (isClosing) throw new TradeError('shutting_down')
	})
}

async function admitBrowsers(app: TradeApp): Promise<void> {
	await app.register(cors, {
		origin: '*',
		methods: ['GET', 'HEAD', 'POST', 'DELETE'],
		allowedHeaders: ['content-type', ...apiKeyHeaders],
		exposedHeaders: ['retry-after', 'www-authenticate', 'x-request-id'],
		maxAge: 86_400,
	})
}

async function limitRate(app: TradeApp, requestsPerMinute: number): Promise<void> {
	await app.register(rateLimit, {
		max: requestsPerMinute,
		timeWindow: minuteMs,
		errorResponseBuilder: (_request, { ttl }) => {
			const retryAfterS = Math.max(1, Math.ceil(ttl / 1000))
			return new TradeError('rate_limited', `at most ${requestsPerMinute} requests a minute`, {
				extra: { retry_after_s: retryAfterS },
			})
		},
	})
}
