import { flashPage } from './flash-page.ts'
import { html, page } from './html.ts'
import { solverPage } from './solver-page.ts'

/** The pages for people, beside Scalar's. */
export type Reference = Readonly<Record<'index' | 'flash' | 'solver', Buffer>>

/** Writes the pages from the contract. */
export async function loadReference(): Promise<Reference> {
	const contract = await import('@accord/protocol/contract')
	return { index: indexPage(), flash: flashPage(contract), solver: solverPage(contract) }
}

function indexPage(): Buffer {
	const body = html`<p>Intent-based trading on the Radix ledger. Nothing on these pages comes from elsewhere.</p>
<ul>
<li><a href="/docs/rest">Trade API</a>: for DEXes and everybody; makers find their own part there too.
<li><a href="/docs/flash">Flash Liquidity API</a>: for makers, JSON-RPC 2.0 over a WebSocket.
<li><a href="/docs/solver">Solver API</a>: for solvers, a WebSocket that only listens.
</ul>
<p>For machines: <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/asyncapi.json">AsyncAPI 3</a> (both sockets),
<a href="/openrpc.json">OpenRPC</a> (Flash Liquidity API).</p>`
	return page({ title: 'Accord', body })
}
