import { asyncApi, solverContract, solverQuery, solverUpgradeErrors } from '@accord/protocol/contract'
import { type Described, fieldsTable } from './fields.ts'
import { closeCodesTable, errorsTable } from './flash-page.ts'
import { html, json, page, prose } from './html.ts'

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

type SolverDocument = Described & {
	readonly components: { readonly messages: Readonly<Record<string, { readonly payload?: unknown }>> }
	readonly channels: { readonly solver: { readonly bindings: { readonly ws: { readonly query: unknown } } } }
}
