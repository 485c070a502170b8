import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCode, TradeError, toProblem } from '@accord/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
	FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
	FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
	FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
	FST_ERR_BAD_URL: 'not_found',
	FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

const notJson = 'the body is not valid JSON: expected an object, with names and texts in double quotes'

/** What the framework says in words that do not say what to do. */
const frameworkWords: Readonly<Record<string, string>> = {
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'expected a body with the header content-type: application/json',
	FST_ERR_CTP_EMPTY_JSON_BODY: 'the body is empty: expected a JSON object',
	FST_ERR_CTP_INVALID_JSON_BODY: notJson,
}

/** How much of a refused body is still read. */
const discardedBytesMax = 1_048_576

type Refused = {
	readonly error: unknown
	readonly request: FastifyRequest
	readonly reply: FastifyReply
	readonly log: Logger
}

/** Answers a refused or failed request with its problem document. */
export function sendProblem({ error, request, reply, log }: Refused): void {
	const refusal = toTradeError(error)
	const instance = request.url.split('?')[0] ?? request.url
	const problem = toProblem(refusal, { instance, requestId: request.id })
	if (refusal.code === 'internal') log.error({ err: error, requestId: request.id, instance }, 'request failed')
	else if (problem.status >= 500) log.warn({ err: error, requestId: request.id, instance }, 'request refused')
	const isSubmission = request.routeOptions?.config?.operation?.submission === true
	// A kept-alive connection would delay a service that is stopping.
	if (refusal.code === 'shutting_down') reply.header('connection', 'close')
	// A connection closed while its sender is still writing is reset, and the refusal is lost: a proxy then answers 502
	// instead.
	else if (Number(request.headers['content-length']) <= discardedBytesMax) reply.removeHeader('connection')
	void reply
		.code(problem.status)
		.headers(problemHeaders(refusal, problem.status))
		.send(Buffer.from(JSON.stringify(isSubmission ? { success: false, ...problem } : problem)))
}

/** A complete HTTP answer with a problem document, as text: for connections that the HTTP server does not answer on. */
export function rawProblem(
	error: unknown,
	{ headers = {}, ...context }: { instance?: string; requestId: string; headers?: Readonly<Record<string, string>> },
): string {
	const refusal = error instanceof TradeError ? error : new TradeError('internal')
	const problem = toProblem(refusal, context)
	const body = JSON.stringify(problem)
	const all = {
		...problemHeaders(refusal, problem.status),
		...headers,
		'content-length': String(Buffer.byteLength(body)),
		'x-request-id': context.requestId,
		connection: 'close',
	}
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
	return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`
}

const realm = 'SERVICE-API-KEY realm="accord"'

/** How to authenticate, and when to try again. */
function problemHeaders(error: TradeError, httpStatus: number): Record<string, string> {
	const headers: Record<string, string> = { 'content-type': 'application/problem+json' }
	if (httpStatus === 401) headers['www-authenticate'] = realm
	if (httpStatus === 429 || httpStatus === 503) headers['retry-after'] = String(retryAfterS(error))
	return headers
}

function retryAfterS({ extra }: TradeError): number {
	return typeof extra.retry_after_s === 'number' ? extra.retry_after_s : 1
}

function toTradeError(error: unknown): TradeError {
	if (error instanceof TradeError) return error
	const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
	const known = code === undefined ? undefined : frameworkCodes[code]
	if (known !== undefined) return new TradeError(known, frameworkWords[code ?? ''] ?? message)
	if (error instanceof SyntaxError && statusCode === 400) return new TradeError('malformed_json', notJson)
	if (statusCode !== undefined && statusCode < 500) return new TradeError('invalid_request', message)
	return new TradeError('internal', undefined, { cause: error })
}

const patienceMs = 2_000

/**
 * Sends a connection its last text and closes it once the peer has ended its side too, but no later than 2 s from now,
 * whether the peer reads, ends or does nothing.
 */
export function endConnection(connection: Duplex, text: string): void {
	connection.on('error', () => connection.destroy())
	connection.end(text)
	// Discard further input: unread data would reset the connection, and the reset can overtake the text.
	connection.resume()
	const timer = setTimeout(() => connection.destroy(), patienceMs).unref()
	connection.once('close', () => clearTimeout(timer))
}
