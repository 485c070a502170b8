import { asyncApi, type documentOperations, openApi, openRpc } from '@accord/protocol/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Handlers } from '../http/routes.ts'
import { flashPage } from './flash-page.ts'
import { html, page } from './html.ts'
import { loadScalar, scriptPath } from './scalar.ts'
import { solverPage } from './solver-page.ts'

// Whatever a page contains, it loads nothing from other hosts: the reference works without any other network.
const sameOriginOnly = ["default-src 'self'", "style-src 'self' 'unsafe-inline'", "frame-ancestors 'none'"]
// Our own pages have no scripts.
const withoutScripts = [...sameOriginOnly, "script-src 'none'"].join('; ')
// Scalar's script is not ours and the trading page keeps keys in its origin's storage: the sandbox gives it another origin.
const scriptInSandbox = [
	...sameOriginOnly,
	"script-src 'self' 'unsafe-inline'",
	"img-src 'self' data: blob:",
	"font-src 'self' data:",
	'sandbox allow-scripts allow-forms allow-popups allow-downloads',
].join('; ')

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }
const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': withoutScripts }
const scalarHeaders = { ...pageHeaders, 'content-security-policy': scriptInSandbox }
const scriptHeaders = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=86400' }

/** The descriptions of the interfaces: each is made once, at the first request for it. */
export function documentHandlers(app: FastifyInstance): Handlers<typeof documentOperations> {
	const scalar = once(loadScalar)
	app.get(scriptPath, async (_, reply) => reply.headers(scriptHeaders).send((await scalar()).script))
	return {
		getOpenApi: jsonHandler(openApi),
		getAsyncApi: jsonHandler(asyncApi),
		getOpenRpc: jsonHandler(openRpc),
		getReference: pageHandler(indexPage),
		getTradeReference: pageHandler(async () => (await scalar()).page, scalarHeaders),
		getFlashReference: pageHandler(flashPage),
		getSolverReference: pageHandler(solverPage),
	}
}

type WithReply = { readonly reply: FastifyReply }

function jsonHandler(write: () => unknown) {
	const body = once(() => Buffer.from(JSON.stringify(write())))
	return ({ reply }: WithReply) => reply.headers(jsonHeaders).send(body())
}

function pageHandler(write: () => Buffer | Promise<Buffer>, headers = pageHeaders) {
	const body = once(write)
	return async ({ reply }: WithReply) => reply.headers(headers).send(await body())
}

function indexPage(): Buffer {
	const body = html`<p>Intent-based trading on the Radix ledger. These pages load nothing from other hosts.</p>
<ul>
<li><a href="/docs/rest">Trade API</a>: for DEXes and everyone else; it has a section for makers.
<li><a href="/docs/flash">Flash Liquidity API</a>: for makers, JSON-RPC 2.0 over a WebSocket.
<li><a href="/docs/solver">Solver API</a>: for solvers, a WebSocket that only sends.
</ul>
<p>For machines: <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/asyncapi.json">AsyncAPI 3</a> (both sockets),
<a href="/openrpc.json">OpenRPC</a> (Flash Liquidity API).</p>`
	return page({ title: 'Accord', body })
}

function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined
	return () => {
		made ??= { value: make() }
		return made.value
	}
}
