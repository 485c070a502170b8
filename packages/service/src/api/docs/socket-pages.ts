import { closeCodes, type ErrorCode, errorMeanings, errorTable } from '@accord/protocol'
import {
	asyncApi,
	type FlashMethod,
	flashChannels,
	flashContract,
	flashErrorsOf,
	flashUpgradeErrors,
	solverContract,
	solverQuery,
	solverUpgradeErrors,
} from '@accord/protocol/contract'
import { type Described, fieldsTable } from './fields.ts'
import { type Html, html, json, page, prose } from './html.ts'

/** The reference of the Flash Liquidity API: every method in both directions, by channel. */
export function flashPage(): Buffer {
	const document = asyncApi() as Described
	const channels = Object.entries(flashChannels).map(([channel, about]) => {
		const methods = flashContract.filter(method => method.channel === channel)
		return html`<h2>${channel}</h2>
<p>${about}</p>
${methods.map(method => describe(method, document))}`
	})
	const body = html`<p>JSON-RPC 2.0 in both directions over <code>/flash</code>, with the API key in the header
<code>SERVICE-API-KEY</code> of the request that opens it. The service sends a WebSocket ping every 5 s and closes a
connection without any frame for 10 s.</p>
<h2>Connecting</h2>
<p>A refused request is answered with a problem document:</p>
${errorsTable(flashUpgradeErrors)}
${closeCodesTable()}
${channels}`
	return page({ title: 'Flash Liquidity API', body })
}

/** The reference of the Solver API: every message of the stream. */
export function solverPage(): Buffer {
	const document = asyncApi() as SolverDocument
	const { messages } = document.components
	const described = solverContract.map(
		({ id, name, summary, description, message }) => html`<h3 id="${id}"><code>${name}</code></h3>
<p>${summary}.${description === undefined ? '' : prose(` ${description}`)}</p>
${json(message.example)}
${fieldsTable(messages[id]?.payload, document)}`,
	)
	const query = new URLSearchParams(solverQuery.example as Record<string, string>)
	const body = html`<p>A public WebSocket at <code>/subintent-stream</code>: no key, and whatever a solver sends is
ignored.</p>
<h2>Connecting</h2>
<pre>/subintent-stream?${query.toString()}</pre>
${fieldsTable(document.channels.solver.bindings.ws.query, document)}
<p>A refused request is answered with a problem document:</p>
${errorsTable(solverUpgradeErrors)}
${closeCodesTable()}
<h2>Messages</h2>
${described}`
	return page({ title: 'Solver API', body })
}

/** Error codes and their meanings. */
function errorsTable(codes: readonly ErrorCode[]): Html {
	return html`<table>
<tr><th>Code<th>JSON-RPC<th>HTTP<th>Meaning
${codes.map(code => {
	const { jsonRpcCode, httpStatus } = errorTable[code]
	return html`<tr><td><code>${code}</code><td>${jsonRpcCode}<td>${httpStatus}<td>${prose(errorMeanings[code])}`
})}
</table>`
}

/** The codes with which a socket can be closed. */
function closeCodesTable(): Html {
	return html`<p>A socket that the service closes is closed with one of these codes; the reason is the name:</p>
<table>
${Object.entries(closeCodes).map(([name, code]) => html`<tr><td>${code}<td><code>${name}</code>`)}
</table>`
}

function describe(method: FlashMethod, document: Described): Html {
	const { name, id, kind, sentBy, summary, description, params, result } = method
	const errors = flashErrorsOf(method)
	const call = {
		jsonrpc: '2.0',
		method: name,
		...(params && { params: params.example }),
		...(kind === 'request' && { id: 1 }),
	}
	const schemas = messageSchemas(document, id)
	return html`<h3 id="${id}"><code>${name}</code></h3>
<p>${summary}. A ${kind} of the ${sentBy}.</p>
${description === undefined ? html`` : html`<p>${prose(description)}</p>`}
${json(call)}
${schemas.params === undefined ? html`` : fieldsTable(schemas.params, document)}
${
	result === undefined
		? html``
		: html`<p>Answered:</p>
${json({ jsonrpc: '2.0', result: result.example, id: 1 })}
${fieldsTable(schemas.result, document)}`
}
${
	errors.length === 0
		? html``
		: html`<details><summary>Refused with</summary>
${errorsTable(errors)}
</details>`
}`
}

type Payload = { readonly payload?: { readonly properties?: { readonly params?: unknown; readonly result?: unknown } } }

function messageSchemas(document: Described, id: string): { params: unknown; result: unknown } {
	const { messages } = document.components as unknown as { messages: Readonly<Record<string, Payload>> }
	return {
		params: messages[id]?.payload?.properties?.params,
		result: messages[`${id}Result`]?.payload?.properties?.result,
	}
}

type SolverDocument = Described & {
	readonly components: { readonly messages: Readonly<Record<string, { readonly payload?: unknown }>> }
	readonly channels: { readonly solver: { readonly bindings: { readonly ws: { readonly query: unknown } } } }
}
