import { type ErrorCode, errorTable } from '../../error/error-table.ts'
import { problemWire } from '../../error/problem.ts'
import { problemExample } from '../examples/problems.ts'
import { type Link, links } from '../links.ts'
import { type Answer, type EventStream, errorsOf, type Operation } from '../operation.ts'
import type { Components, JsonSchema } from './components.ts'

/** Error responses that several operations share, by name. */
export type SharedResponses = Record<string, unknown>

/** Every response of an operation by its status: its answers, and its errors with their codes. */
export function responsesOf(operation: Operation, components: Components, shared: SharedResponses) {
	const refusals: Record<number, ErrorCode[]> = {}
	for (const code of errorsOf(operation)) {
		refusals[errorTable[code].httpStatus] ??= []
		refusals[errorTable[code].httpStatus]?.push(code)
	}
	const responses: Record<string, unknown> = {}
	for (const [status, codes] of Object.entries(refusals)) {
		const refused = refusal(Number(status), codes, { operation, components })
		responses[status] = share(refused, shared, nameOf(codes, operation, Number(status)))
	}
	for (const answer of operation.answers) responses[answer.status] = response(answer, operation, components)
	return responses
}

const sharedCodesMax = 5

/** The name of an error response that is the same for every operation; undefined for any other. */
function nameOf(codes: readonly ErrorCode[], operation: Operation, status: number): string | undefined {
	const { submission, unlimited, problems } = operation
	const isOwn = submission === true || unlimited === true || problems?.[status] !== undefined
	return isOwn || codes.length > sharedCodesMax ? undefined : codes.join('-or-')
}

function share(response: unknown, shared: SharedResponses, name: string | undefined): unknown {
	if (name === undefined) return response
	shared[name] ??= response
	return { $ref: `#/components/responses/${name}` }
}

/** Headers of answers, by name. */
export const sharedHeaders = {
	'X-Request-Id': header('string', 'The id of this request, also in its problem document.'),
	'RateLimit-Limit': header('integer', 'Requests allowed in a minute.'),
	'RateLimit-Remaining': header('integer', 'Requests left in this minute.'),
	'RateLimit-Reset': header('integer', 'Seconds until the count starts again.'),
	'Retry-After': header('integer', 'Seconds to wait before trying again.'),
	'WWW-Authenticate': header('string', 'How to authenticate.'),
	ETag: header('string', 'Identifies this body; send it back as If-None-Match.'),
}

/** A problem document for each code. */
export function errorExamples(codes: readonly ErrorCode[]): Record<string, unknown> {
	const known = [...new Set(codes)].toSorted()
	return Object.fromEntries(known.map(code => [code, { summary: errorTable[code].title, value: problemExample(code) }]))
}

function header(type: 'string' | 'integer', description: string) {
	return { description, schema: { type, ...(type === 'integer' && { format: 'int64' }) } }
}

function headersOf(names: readonly string[], { unlimited }: Operation) {
	const limits = unlimited ? [] : ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
	return Object.fromEntries(
		['X-Request-Id', ...limits, ...names].map(name => [name, { $ref: `#/components/headers/${name}` }]),
	)
}

function response(answer: Answer, operation: Operation, components: Components) {
	const content = contentOf(answer, operation, components)
	return {
		description: answer.description,
		headers: headersOf(answer.headers ?? [], operation),
		...(content === undefined ? {} : { content }),
		...(answer.status === 200 ? linksOf(operation) : {}),
	}
}

function linksOf({ id }: Operation) {
	const found = (links as Readonly<Record<string, readonly Link[]>>)[id]
	return found === undefined ? {} : { links: Object.fromEntries(found.map(link => [link.to, describeLink(link)])) }
}

function describeLink({ to, parameters }: Link) {
	return { operationId: to, parameters: inAnswer(parameters) }
}

function inAnswer(pointers: Readonly<Record<string, string>>) {
	return Object.fromEntries(Object.entries(pointers).map(([name, pointer]) => [name, `$response.body#${pointer}`]))
}

function contentOf({ body, events, media }: Answer, operation: Operation, { refer }: Components) {
	if (body !== undefined) return { 'application/json': { schema: refer(body.wire), example: body.example } }
	if (events !== undefined) return { 'text/event-stream': eventStream(events, operation, refer) }
	if (media !== undefined) return { [media]: { schema: { type: 'string' } } }
	return undefined
}

/**
 * OpenAPI 3.1 cannot describe a stream: the schema is that of each of its events, as tools read it, and `x-events` has the schema
 * of each event's data.
 */
function eventStream(events: EventStream, operation: Operation, refer: Components['refer']) {
	const each = Object.entries(events)
	return {
		schema: { oneOf: each.map(([event, { wire }]) => eventSchema(titleOf(operation.id, event), event, refer(wire))) },
		examples: Object.fromEntries(each.map(([event, { example }]) => [event, { value: eventExample(event, example) }])),
		'x-events': Object.fromEntries(each.map(([event, { wire }]) => [event, refer(wire)])),
	}
}

/** The data of a server-sent event is text: here, JSON. */
function eventSchema(title: string, event: string, data: JsonSchema) {
	return {
		type: 'object',
		title,
		properties: {
			event: { type: 'string', const: event },
			id: { type: 'string' },
			data: { type: 'string', contentMediaType: 'application/json', contentSchema: data },
		},
		required: ['event', 'data'],
	}
}

function eventExample(event: string, example: unknown) {
	const { sequence } = example as { sequence?: number }
	return { event, ...(sequence === undefined ? {} : { id: String(sequence) }), data: JSON.stringify(example) }
}

/** A name for a schema without one: generators name their types after its title. */
function titleOf(...words: readonly (string | number)[]): string {
	return words
		.map(word => String(word).replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase()))
		.join('')
}

const headersByStatus: Readonly<Record<number, readonly string[]>> = {
	401: ['WWW-Authenticate'],
	429: ['Retry-After'],
	503: ['Retry-After'],
}

function refusal(status: number, codes: readonly ErrorCode[], at: { operation: Operation; components: Components }) {
	const { operation, components } = at
	const own = operation.problems?.[status]
	const problem = components.refer(own?.wire ?? problemWire)
	const failed = operation.submission === true ? { success: { type: 'boolean' } } : {}
	const properties = { code: { type: 'string', enum: codes }, ...failed }
	const title = nameOf(codes, operation, status) === undefined ? [operation.id, status] : codes
	return {
		description: codes.map(code => errorTable[code].title).join('; '),
		headers: headersOf(headersByStatus[status] ?? [], operation),
		content: {
			'application/problem+json': {
				schema: {
					title: titleOf(...title, 'problem'),
					allOf: [problem, { type: 'object', properties, required: Object.keys(properties) }],
				},
				examples: own === undefined ? examplesOf(codes, operation) : { refused: { value: own.example } },
			},
		},
	}
}

function examplesOf(codes: readonly ErrorCode[], { submission }: Operation) {
	const refused = (code: ErrorCode) => ({
		summary: errorTable[code].title,
		value: { success: false, ...problemExample(code) },
	})
	return Object.fromEntries(
		codes.map(code => [code, submission ? refused(code) : { $ref: `#/components/examples/${code}` }]),
	)
}
