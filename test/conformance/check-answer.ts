import { operations } from '@accord/protocol/contract'
import { documents, type Json, lookUp, misfit, pointer } from './documented.ts'

/** An HTTP answer as it went over the wire. */
export type HttpAnswer = {
	readonly method: string
	/** Including the query. */
	readonly url: string
	readonly status: number
	readonly headers: Readonly<Record<string, unknown>>
	readonly body: string
}

/** The kind of answer, for the record, and its mistakes. */
export type Finding = { readonly seen: string; readonly faults: readonly string[] }

type Path = { readonly path: string; readonly segments: readonly string[] }

const paths: readonly Path[] = [...new Set(Object.values(operations).map(({ path }) => path))]
	.map(path => ({ path, segments: segmentsOf(path) }))
	// A fixed segment goes before a parameter.
	.toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))

/** Statuses of requests that match no operation: another path, another method, an ordinary request to a socket. */
const strayStatuses = new Set([404, 405, 426, 429, 503, 400, 415, 413])

/** Compares an answer with the OpenAPI document. */
export function checkAnswer(answer: HttpAnswer): Finding {
	const { method, url, status } = answer
	const name = method === 'HEAD' ? 'get' : method.toLowerCase()
	const path = pathOf(url, name)
	const operation = path === undefined ? undefined : lookUp(documents.rest, 'paths', path, name)?.value
	// 429 as for any request.
	if (method === 'OPTIONS')
		return { seen: `OPTIONS ${status}`, faults: [204, 404, 429].includes(status) ? [] : [`OPTIONS ${url}: ${status}`] }
	const isStray = path === undefined || operation === undefined || (method === 'HEAD' && status === 405)
	if (isStray) return checkStray(answer)
	const response = lookUp(documents.rest, 'paths', path, name, 'responses', status)
	const seen = `${operation.operationId} ${status}`
	if (response === undefined) return { seen, faults: [`${seen} is not documented: ${answer.body.slice(0, 300)}`] }
	const content = checkContent(answer, response)
	return {
		seen: content.code === undefined ? seen : `${seen} ${content.code}`,
		faults: [...content.faults, ...missingHeaders(answer, response.value)].map(fault => `${seen}: ${fault}`),
	}
}

function checkStray({ method, url, status, body }: HttpAnswer): Finding {
	if (url.startsWith('/docs/')) return { seen: `docs ${status}`, faults: [] }
	if (
		/^\/(assets\/|(favicon\.svg|icon-\d+\.png|manifest\.webmanifest|robots\.txt)$|(embed|receipt)(\?|$)|\.well-known\/radix\.json$)/.test(
			url,
		) &&
		status < 400
	)
		return { seen: `page ${status}`, faults: [] }
	if (!strayStatuses.has(status)) return { seen: 'stray', faults: [`${method} ${url} is answered ${status}`] }
	const problem = read(body)
	const fault = method === 'HEAD' ? undefined : misfit('rest', pointer('components', 'schemas', 'Problem'), problem)
	const faults = fault === undefined ? [] : [`${method} ${url} ${status}: ${fault}`]
	return { seen: `stray ${status} ${problem?.code}`, faults }
}

type Response = { readonly at: string; readonly value: Json }

function checkContent({ method, status, headers, body }: HttpAnswer, { at, value }: Response) {
	const [media = ''] = String(headers['content-type'] ?? '').split(';')
	const content = value.content ?? {}
	if (method === 'HEAD') return { faults: [] }
	if (value.content === undefined) return { faults: body === '' ? [] : [`a body where none is documented`] }
	const code = status >= 400 ? String(read(body)?.code) : undefined
	if (content[media] === undefined) return { code, faults: [`undocumented media type ${media}`] }
	if (media === 'text/event-stream')
		return { faults: eventsIn(body).flatMap(event => checkEvent(event, content[media])) }
	if (!media.endsWith('json')) return { faults: [] }
	const schema = `${at}${pointer('content', media, 'schema')}`
	const fault = misfit('rest', schema, read(body))
	return { code, faults: fault === undefined ? [] : [`${fault}: ${body.slice(0, 600)}`] }
}

function missingHeaders({ headers }: HttpAnswer, { headers: documented = {} }: Json): string[] {
	return Object.keys(documented)
		.filter(name => headers[name.toLowerCase()] === undefined)
		.map(name => `header ${name} is missing`)
}

type SentEvent = { readonly name: string; readonly data: unknown }

/** The complete events in a sent part of a stream, which may be cut in the middle of one. */
export function eventsIn(body: string): SentEvent[] {
	const blocks = body.split('\n\n').slice(0, -1)
	return blocks.flatMap(block => {
		const name = /^event: (.*)$/m.exec(block)?.[1]
		const data = /^data: (.*)$/m.exec(block)?.[1]
		return data === undefined ? [] : [{ name: name ?? 'message', data: read(data) }]
	})
}

function checkEvent({ name, data }: SentEvent, { 'x-events': events }: Json): string[] {
	const schema = events?.[name]?.$ref?.slice(1)
	if (schema === undefined) return [`event ${name} is not documented`]
	const fault = misfit('rest', schema, data)
	return fault === undefined ? [] : [`event ${name}: ${fault}: ${JSON.stringify(data)}`]
}

/** The documented path of a URL: of several that fit, one that has the method. */
function pathOf(url: string, method: string): string | undefined {
	const asked = segmentsOf(url.split('?')[0] ?? '')
	const fits = ({ segments }: Path) =>
		segments.length === asked.length && segments.every((part, at) => part.startsWith('{') || part === asked[at])
	const fitting = paths.filter(fits)
	return (fitting.find(({ path }) => lookUp(documents.rest, 'paths', path, method)) ?? fitting[0])?.path
}

function segmentsOf(path: string): string[] {
	return path.split('/').filter(segment => segment !== '')
}

function read(text: string): Json {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
