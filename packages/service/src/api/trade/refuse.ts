import { type ErrorCode, TradeError, toProblem } from '@accord/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { problemHeaders } from '../problem-headers.ts'

export type Respond = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether the answer of a refusal says `success: false`, as that of a submission says `success: true`. */
		submission?: boolean
	}
}

const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
	FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
	FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
	FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
	FST_ERR_BAD_URL: 'not_found',
	FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** Answers a refused or failed request with its problem document. */
export function refuse(options: { error: unknown; request: FastifyRequest; reply: FastifyReply; log: Logger }): void {
	const { error, request, reply, log } = options
	const refusal = asTradeError(error)
	const instance = request.url.split('?')[0] ?? request.url
	const problem = toProblem(refusal, { instance, requestId: request.id })
	if (refusal.code === 'internal') log.error({ err: error, requestId: request.id, instance }, 'request failed')
	else if (problem.status >= 500) log.warn({ err: error, requestId: request.id, instance }, 'request refused')
	const { submission } = request.routeOptions?.config ?? {}
	// A connection kept alive would keep a stopping service waiting for it.
	if (refusal.code === 'shutting_down') reply.header('connection', 'close')
	void reply
		.code(problem.status)
		.headers(problemHeaders(refusal, problem.status))
		.send(Buffer.from(JSON.stringify(submission === true ? { success: false, ...problem } : problem)))
}

function asTradeError(error: unknown): TradeError {
	if (error instanceof TradeError) return error
	const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
	const known = code === undefined ? undefined : frameworkCodes[code]
	if (known !== undefined) return new TradeError(known, message)
	if (error instanceof SyntaxError && statusCode === 400) return new TradeError('malformed_json', message)
	if (statusCode !== undefined && statusCode < 500) return new TradeError('invalid_request', message)
	return new TradeError('internal', undefined, { cause: error })
}
