/** The origin of a request: the scheme, and the host with its port, as the client wrote them. */
export type AskedOrigin = { readonly scheme: 'http' | 'https'; readonly host: string }

const local: AskedOrigin = { scheme: 'http', host: '127.0.0.1:8480' }
const description = 'The local network (npm start).'

/** The `servers` member of each document, for a service requested at that origin; if absent, the local network's. */
export function serversOf(origin?: AskedOrigin) {
	const { scheme, host } = origin ?? local
	const described = origin === undefined ? { description } : {}
	const socketScheme = scheme === 'https' ? 'wss' : 'ws'
	const name = origin === undefined ? 'local network' : host
	return {
		openApi: [{ url: `${scheme}://${host}`, ...described }],
		asyncApi: { [origin === undefined ? 'local' : 'asked']: { host, protocol: socketScheme, ...described } },
		openRpc: [{ name, url: `${socketScheme}://${host}/flash` }],
	}
}
