import { apiKeyHeaders } from '../api-key.ts'
import { takesKey } from '../keyed-paths.ts'
import { routePath } from './route-path.ts'
import type { TradeApp } from './trade-app.ts'

const exposed = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'etag', 'x-request-id']

export const openToBrowsers = {
	'access-control-allow-origin': '*',
	'access-control-expose-headers': exposed.join(', '),
}

/** Old clients send their key wherever they go; on open paths it means nothing. */
const allowed = ['content-type', 'if-none-match', 'last-event-id', ...apiKeyHeaders]

const preflight = {
	'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
	'access-control-allow-headers': allowed.join(', '),
	'access-control-max-age': '86400',
}

/** Lets pages of any origin ask what takes no key, and nothing that takes one. */
export function admitBrowsers(app: TradeApp): void {
	app.addHook('onRequest', (request, reply, done) => {
		const isOpen = !takesKey(routePath(request))
		if (isOpen) reply.headers(openToBrowsers)
		if (request.method !== 'OPTIONS') return done()
		reply
			.code(204)
			.headers(isOpen ? preflight : {})
			.send()
	})
}
