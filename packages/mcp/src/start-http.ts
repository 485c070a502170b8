import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createMcpServer, type McpOptions } from './mcp-server.ts'

// The guarantee: a web page cannot use the server through its visitor's browser. A request is answered only if its Host,
// and its Origin if it has one, is the address listened on or one that was allowed by name.

export type McpHttpOptions = McpOptions & {
	readonly port: number
	/** The address to listen on; by default only this machine reaches it. */
	readonly host?: string
	/** Names under which proxies ask for it, with their port if it is not the scheme's own. */
	readonly allowedHosts?: readonly string[]
}

export type OpenedMcp = { readonly url: string; close(): Promise<void> }

const path = '/mcp'
const connectionsMax = 64

/** Serves agents over Streamable HTTP at `/mcp`, without sessions: each request stands alone. */
export async function startMcpHttp({
	port,
	host = '127.0.0.1',
	allowedHosts = [],
	...options
}: McpHttpOptions): Promise<OpenedMcp> {
	const server = createServer((request, response) => {
		void respond(request, response).catch(() => response.destroy())
	})
	server.maxConnections = connectionsMax
	server.listen({ host, port })
	await once(server, 'listening')
	const { port: opened } = server.address() as AddressInfo
	const hosts = new Set([
		...['127.0.0.1', 'localhost', '[::1]', host].map(name => `${name}:${opened}`),
		...allowedHosts,
	])
	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (!isAllowed(request, hosts)) return refuse(response, 403, 'this Host or Origin is not allowed: see --allow-host')
		if (request.url?.split('?')[0] !== path) return refuse(response, 404, `agents are served at ${path}`)
		if (request.method !== 'POST') return refuse(response, 405, 'expected POST: there are no sessions')
		const mcp = createMcpServer(options)
		const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
		response.once('close', () => void mcp.close())
		// Its declaration lacks the undefined that exact optional members need.
		await mcp.connect(transport as Parameters<typeof mcp.connect>[0])
		await transport.handleRequest(request, response)
	}
	const close = async () => {
		server.close()
		server.closeAllConnections()
		if (server.listening) await once(server, 'close')
	}
	return { url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}${path}`, close }
}

function isAllowed({ headers: { host = '', origin } }: IncomingMessage, hosts: ReadonlySet<string>): boolean {
	if (!hosts.has(host)) return false
	return origin === undefined || (URL.canParse(origin) && hosts.has(new URL(origin).host))
}

function refuse(response: ServerResponse, status: number, message: string): void {
	const body = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null }
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
