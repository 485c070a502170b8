import { TradeError } from '@accord/protocol'
import {
	type AskedOrigin,
	asyncApi,
	type documentOperations,
	type GuideName,
	guideNames,
	guides,
	openApi,
	openRpc,
	serversOf,
} from '@accord/protocol/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Sender, type TrustProxy, withoutMapping } from '../http/client-address.ts'
import type { Handlers } from '../http/routes.ts'
import { guidePage, guideText, vectorsText } from './guides.ts'
import { html, page } from './html.ts'
import { llmsText } from './llms-text.ts'
import { loadScalar, scriptPath } from './scalar.ts'
import { flashPage, solverPage } from './socket-pages.ts'

// Pages load nothing from other hosts, so the reference works offline.
const sameOriginOnly = ["default-src 'self'", "style-src 'self' 'unsafe-inline'", "frame-ancestors 'none'"]
// Our own pages have no scripts.
const withoutScripts = [...sameOriginOnly, "script-src 'none'"].join('; ')
// Scalar's script is not ours, and the trading page keeps keys in the storage of its origin, so the sandbox gives the
// script a different origin.
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
const textHeaders = { 'content-type': 'text/plain; charset=utf-8' }
const scriptHeaders = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=86400' }

/**
 * The descriptions of the interfaces: each is created once, when it is first requested, and names the requested host as
 * its server.
 */
export function documentHandlers(
	app: FastifyInstance,
	isTrustedProxy: TrustProxy = () => false,
): Handlers<typeof documentOperations> {
	const scalar = once(loadScalar)
	const pages = new Map<GuideName, Buffer>()
	const guideOf = (asked: string) => {
		const name = guideNamed(asked)
		return pages.get(name) ?? pages.set(name, guidePage(name)).get(name)
	}
	app.get(scriptPath, async (_, reply) => reply.headers(scriptHeaders).send((await scalar()).script))
	return {
		getOpenApi: documentHandler(openApi, 'openApi', isTrustedProxy),
		getAsyncApi: documentHandler(asyncApi, 'asyncApi', isTrustedProxy),
		getOpenRpc: documentHandler(openRpc, 'openRpc', isTrustedProxy),
		getVectors: pageHandler(vectorsText, jsonHeaders),
		getReference: pageHandler(indexPage),
		getGuide: ({ params, reply }) => reply.headers(pageHeaders).send(guideOf(params.name)),
		getGuideText: ({ params, reply }) =>
			reply.headers({ 'content-type': 'text/markdown; charset=utf-8' }).send(guideText(guideNamed(params.name))),
		getLlmsText: ({ request: { ip, headers }, reply }) =>
			reply.headers(textHeaders).send(llmsText(askedOrigin({ ip, headers }, isTrustedProxy))),
		getTradeReference: pageHandler(async () => (await scalar()).page, scalarHeaders),
		getFlashReference: pageHandler(flashPage),
		getSolverReference: pageHandler(solverPage),
	}
}

/** @throws TradeError `not_found` */
function guideNamed(asked: string): GuideName {
	const name = guideNames.find(known => known === asked)
	if (name === undefined) throw new TradeError('not_found', `there is no guide ${asked}`)
	return name
}

type WithReply = { readonly reply: FastifyReply }
type Asked = WithReply & { readonly request: FastifyRequest }

/** Only the servers differ between requests, so the text before and after them is cached. */
function documentHandler(
	write: () => Readonly<Record<string, unknown>>,
	kind: keyof ReturnType<typeof serversOf>,
	isTrustedProxy: TrustProxy,
) {
	const parts = once(() => JSON.stringify({ ...write(), servers: serversMark }).split(`"${serversMark}"`))
	return ({ request, reply }: Asked) => {
		const origin = askedOrigin({ ip: request.ip, headers: request.headers }, isTrustedProxy)
		return reply.headers(jsonHeaders).send(parts().join(serversText(kind, origin)))
	}
}

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The origin that a client requested, taken from the Host header; undefined if that is not a host. Behind a trusted
 * proxy the scheme is that of the request to the proxy; our own socket is never encrypted.
 */
function askedOrigin({ ip, headers }: Sender, isTrusted: TrustProxy): AskedOrigin | undefined {
	const { host = '', 'x-forwarded-proto': forwarded } = headers
	if (!hostPattern.test(host)) return undefined
	return { scheme: forwarded === 'https' && isTrusted(withoutMapping(ip)) ? 'https' : 'http', host }
}

const serversMark = '(the servers of this document)'

function serversText(kind: keyof ReturnType<typeof serversOf>, origin: AskedOrigin | undefined): string {
	return JSON.stringify(serversOf(origin)[kind])
}

function pageHandler(write: () => Buffer | Promise<Buffer>, headers: Readonly<Record<string, string>> = pageHeaders) {
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
<h2>Guides</h2>
<ul>
${guideNames.map(name => html`<li><a href="/docs/guides/${name}">${guides[name]}</a>`)}
</ul>
<p>For machines: <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/asyncapi.json">AsyncAPI 3</a> (both sockets),
<a href="/openrpc.json">OpenRPC</a> (Flash Liquidity API); <a href="/docs/vectors.json">test vectors</a> of signed bytes.</p>`
	return page({ title: 'Accord', body })
}

function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined
	return () => {
		made ??= { value: make() }
		return made.value
	}
}
