import { apiKeyHeaders } from './api-key.ts'
import { takesKey } from './request-path.ts'

// @fastify/cors is not used: with a rule per path it sends `Vary: Origin` with every answer and answers 404 to the
// preflight of a path that takes a key. The headers also belong on answers that no hook sees: unreadable URLs and the
// order book's shortcut.

const exposed = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'etag', 'x-request-id']
const answerHeaders = {
	'access-control-allow-origin': '*',
	'access-control-expose-headers': exposed.join(', '),
}

/**
 * Any header, such as those of tracing; `*` does not stand for `authorization`. Some browsers know only names. Old clients
 * send their key with every request; it is ignored where none is needed.
 */
const allowed = ['*', 'authorization', 'content-type', 'if-none-match', 'last-event-id', ...apiKeyHeaders]
const preflightHeaders = {
	...answerHeaders,
	'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
	'access-control-allow-headers': allowed.join(', '),
	'access-control-max-age': '86400',
}

/** The headers that let pages of any origin read an answer; none where a key is required. */
export function corsHeaders(path: string): Readonly<Record<string, string>> {
	return takesKey(path) ? {} : answerHeaders
}

/** The headers that answer a browser's preflight request. */
export function corsPreflightHeaders(path: string): Readonly<Record<string, string>> {
	return takesKey(path) ? {} : preflightHeaders
}
