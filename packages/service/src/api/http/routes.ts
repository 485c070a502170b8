import { TradeError } from '@accord/protocol'
import type { BodyOf, HeadersOf, Operation, PathOf, QueryOf, ResponseOf } from '@accord/protocol/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { type Authenticate, authenticateRequest, type IsIntegrators, requireIntegratorsKey } from './api-key.ts'

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The operation of the contract that the route answers. */
		operation?: Operation
	}
	interface FastifyRequest {
		/** The maker whose key the request carries. */
		makerId: string
		/** The address by which limits count the request. */
		client: string
		/** The client's own address, to which keys may be bound. */
		sender: string
	}
}

/** A request as read by the schemas of its operation. */
export type Call<Op> = {
	readonly params: PathOf<Op>
	readonly query: QueryOf<Op>
	readonly headers: HeadersOf<Op>
	readonly body: BodyOf<Op>
	/** The maker whose key the request carries. */
	readonly makerId: Op extends { readonly auth: 'key' } ? string : undefined
	readonly request: FastifyRequest
	readonly reply: FastifyReply
}

type Answer<Op extends Operation> = ResponseOf<Op> | FastifyReply

/** Answers an operation: returns the body, or the reply if it has sent that itself, such as a stream or a document. */
export type Handler<Op extends Operation> = (call: Call<Op>) => Answer<Op> | Promise<Answer<Op>>

type Operations = Readonly<Record<string, Operation>>

/** A handler for each operation. */
export type Handlers<Table extends Operations> = { readonly [Id in keyof Table]: Handler<Table[Id]> }

type UntypedHandler = (call: Readonly<Record<keyof Call<Operation>, unknown>>) => unknown

type Routes<Table extends Operations> = {
	readonly operations: Table
	readonly handlers: Handlers<Table>
	/** Required if any of the operations takes a maker's API key. */
	readonly authenticate?: Authenticate
	/** Required if any of them takes an integrator's. */
	readonly isIntegrators?: IsIntegrators
}

/** Registers a route for each operation: method, path, schemas and key come from the contract. */
export function registerRoutes<Table extends Operations>(
	app: FastifyInstance,
	{ operations, handlers, ...keys }: Routes<Table>,
): void {
	for (const [id, operation] of Object.entries(operations)) {
		// Only the caller knows the operation, and therefore the types of its request.
		const handler = handlers[id] as UntypedHandler
		app.route({
			...optionsOf(operation, keys),
			...bodyLimitOf(operation, app.initialConfig),
			method: operation.method,
			url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
			handler: (request, reply) => {
				const { params, query, headers, body, makerId } = request
				return handler({ params, query, headers, body, makerId, request, reply })
			},
		})
	}
}

/** An operation's own limit, if it is lower than the general one. */
function bodyLimitOf(
	{ bodyBytes = Number.POSITIVE_INFINITY }: Operation,
	{ bodyLimit = bodyBytes }: { bodyLimit?: number | undefined },
): RouteShorthandOptions {
	return bodyBytes < bodyLimit ? { bodyLimit: bodyBytes } : {}
}

function optionsOf(
	operation: Operation,
	keys: Pick<Routes<Operations>, 'authenticate' | 'isIntegrators'>,
): RouteShorthandOptions {
	const { auth, pathParameters, query, headers, body, answers } = operation
	const options: RouteShorthandOptions = {
		config: { operation },
		schema: {
			...(pathParameters === undefined ? {} : { params: pathParameters.schema }),
			...(query === undefined ? {} : { querystring: query.schema }),
			...(headers === undefined ? {} : { headers: withLowercaseNames(headers.schema) }),
			...(body === undefined ? {} : { body: body.optional === true ? body.schema.nullish() : body.schema }),
		},
		exposeHeadRoute: answers.every(({ events }) => events === undefined),
	}
	const { authenticate, isIntegrators } = keys
	// Keys are checked before the body is read.
	if (auth === 'key' && authenticate !== undefined) {
		const onRequest = async (request: FastifyRequest) => {
			const { headers, sender: address } = request
			request.makerId = (await authenticateRequest(authenticate, { headers, address })).makerId
		}
		return { ...options, onRequest }
	}
	if (auth === 'integrator' && isIntegrators !== undefined) {
		const onRequest = async ({ params, headers }: FastifyRequest) => {
			await requireIntegratorsKey(isIntegrators, { code: (params as { code: string }).code, headers })
		}
		return { ...options, onRequest }
	}
	if (auth === 'key' || auth === 'integrator')
		throw new Error(`${operation.id} takes an API key, which nothing here checks`)
	return options
}

/** Node provides header names in lower case. */
function withLowercaseNames({ shape }: z.ZodObject): z.ZodObject {
	return z.object(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name.toLowerCase(), schema])))
}

type Route = { readonly segments: readonly string[]; readonly methods: readonly string[] }

/** Answers 404 if the path does not exist, and 405 with `Allow` if it has other methods. */
export function answerUnknownRoutes(app: FastifyInstance): void {
	const routes: Route[] = []
	const streams = new Set<string>()
	app.addHook('onRoute', ({ url, method, exposeHeadRoute }) => {
		routes.push({ segments: segmentsOf(url), methods: [method].flat() })
		if (exposeHeadRoute === false) streams.add(url)
	})
	const refusal = ({ url, method }: FastifyRequest, reply: FastifyReply): TradeError => {
		const allowed = methodsAt(routes, segmentsOf(url))
		if (allowed.length === 0)
			return new TradeError('not_found', `there is nothing at ${url.slice(0, 256)}: GET /docs lists all paths`)
		reply.header('allow', allowed.join(', '))
		return new TradeError('method_not_allowed', `expected ${allowed.join(' or ')} for this path, found ${method}`)
	}
	app.setNotFoundHandler((request, reply) => {
		throw refusal(request, reply)
	})
	app.addHook('onRequest', (request, reply, done) => {
		const { is404, method, url } = request
		// Otherwise the framework would complain first about the missing content type of such a request.
		const isQuery = is404 && method === 'QUERY'
		// Otherwise the framework would route it to a path that has a parameter in this place.
		const isHeadOfStream = method === 'HEAD' && streams.has(pathOf(url))
		done(isQuery || isHeadOfStream ? refusal(request, reply) : undefined)
	})
}

function methodsAt(routes: readonly Route[], segments: readonly string[]): string[] {
	const here = routes.filter(route => route.segments.length === segments.length && matches(route.segments, segments))
	const exactly = here.filter(route => route.segments.every((part, at) => part === segments[at]))
	return [...new Set((exactly.length > 0 ? exactly : here).flatMap(route => route.methods))]
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
	return pattern.every((part, at) => part.startsWith(':') || part === segments[at])
}

function segmentsOf(url: string): string[] {
	return pathOf(url)
		.split('/')
		.filter(segment => segment !== '')
}

function pathOf(url: string): string {
	return url.split('?')[0] ?? ''
}
