import type { TradeError } from '@accord/protocol'

const realm = 'SERVICE-API-KEY realm="accord"'

/** The headers that go with a problem document: how to authenticate, and when to come again. */
export function problemHeaders(error: TradeError, httpStatus: number): Record<string, string> {
	const headers: Record<string, string> = { 'content-type': 'application/problem+json' }
	if (httpStatus === 401) headers['www-authenticate'] = realm
	if (httpStatus === 429 || httpStatus === 503) headers['retry-after'] = String(retryAfterS(error))
	return headers
}

function retryAfterS({ extra }: TradeError): number {
	return typeof extra.retry_after_s === 'number' ? extra.retry_after_s : 1
}
