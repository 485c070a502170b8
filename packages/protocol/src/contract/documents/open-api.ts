import type { z } from 'zod'
import { problemWire } from '../../error/problem.ts'
import { apiVersion } from '../api-version.ts'
import { errorsOf, type Operation, operatorTags, type Parameters, tags } from '../operation.ts'
import { operations, operatorOperations } from '../operations.ts'
import { type Components, componentsOf, membersOf } from './components.ts'
import { errorExamples, responsesOf, type SharedResponses, sharedHeaders } from './open-api-responses.ts'
import { serversOf } from './servers.ts'

/** The REST interface as an OpenAPI 3.1 document. */
export function openApi(): Record<string, unknown> {
	return documentOf({
		title: 'Accord Trade API',
		summary: 'Intent-based trading on the Radix ledger.',
		description,
		servers: serversOf().openApi,
		tags,
		operations: Object.values(operations),
		securitySchemes: { apiKey, apiKeyAlias },
	})
}

/** The operator's own interface as an OpenAPI 3.1 document. */
export function operatorOpenApi(): Record<string, unknown> {
	return documentOf({
		title: 'Accord Operator API',
		summary: 'Makers, keys, levels, orders and the state of a service, for its operator.',
		description: operatorDescription,
		servers: [{ url: 'http://127.0.0.1:8482', description: 'The local network (npm start).' }],
		tags: operatorTags,
		operations: Object.values(operatorOperations),
		securitySchemes: { operatorKey },
	})
}

type Interface = {
	readonly title: string
	readonly summary: string
	readonly description: string
	readonly servers: readonly { readonly url: string; readonly description?: string }[]
	readonly tags: Readonly<Record<string, string>>
	readonly operations: readonly Operation[]
	readonly securitySchemes: Record<string, unknown>
}

function documentOf({ title, summary, description, servers, tags, operations, securitySchemes }: Interface) {
	const components = componentsOf([problemWire, ...operations.flatMap(schemasOf)])
	const responses: SharedResponses = {}
	const paths = pathsOf(operations, components, responses)
	return {
		openapi: '3.1.1',
		jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
		info: {
			title,
			version: apiVersion,
			summary,
			description,
			license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
		},
		servers,
		tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
		security: [],
		paths,
		components: {
			schemas: components.reachable({ paths, responses }),
			responses,
			headers: sharedHeaders,
			examples: errorExamples(operations.flatMap(errorsOf)),
			securitySchemes,
		},
	}
}

const description = `Prices, amounts and fees are decimal strings; times are seconds since 1970 unless the name ends in \`_ms\`.

Every refusal is a problem document (RFC 9457) whose \`code\` is listed where it can occur; \`docs/errors.md\` explains all of them. A 500 is listed for operations that use the database: others only compute, or return what the service holds. Unknown fields of a body are refused by name, unknown query parameters are ignored. A double slash in a path counts as one. Browsers of any origin may call operations that take no key.

Members that are not in the interface specification are additions: a client that knows only the specification can ignore them.`

const operatorDescription = `Listens on a port of its own, and only if the configuration has a section \`operator\`. Times are milliseconds since 1970 where the name ends in \`_ms\`; amounts are decimal strings. Refusals are the problem documents of the Trade API, from the same table.`

const operatorKey = {
	type: 'http',
	scheme: 'bearer',
	description: 'The key of the section `operator` of the configuration, or one that an admin issued.',
}
const apiKey = {
	type: 'apiKey',
	in: 'header',
	name: 'SERVICE-API-KEY',
	description: 'Issued by the operator.',
}
const apiKeyAlias = { ...apiKey, name: 'ANTHIC-API-KEY', description: 'The same key, for older clients.' }

function schemasOf({ pathParameters, query, headers, body, answers, problems = {} }: Operation): z.ZodType[] {
	const streams = answers.flatMap(({ events }) => Object.values(events ?? {}))
	const samples = [
		pathParameters,
		query,
		headers,
		body,
		...answers.map(answer => answer.body),
		...streams,
		...Object.values(problems),
	]
	return samples.flatMap(sample => (sample === undefined ? [] : [sample.wire]))
}

const security: Readonly<Record<Operation['auth'], readonly Record<string, readonly never[]>[]>> = {
	none: [],
	key: [{ apiKey: [] }, { apiKeyAlias: [] }],
	integrator: [{ apiKey: [] }, { apiKeyAlias: [] }],
	viewer: [{ operatorKey: [] }],
	operator: [{ operatorKey: [] }],
	admin: [{ operatorKey: [] }],
}

function pathsOf(
	operations: readonly Operation[],
	components: Components,
	shared: SharedResponses,
): Record<string, Record<string, unknown>> {
	const paths: Record<string, Record<string, unknown>> = {}
	for (const operation of operations) {
		paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation, components, shared) }
	}
	return paths
}

function describe(operation: Operation, components: Components, shared: SharedResponses) {
	const { id, tag, summary, description: text, specification, auth, body, cost, bodyBytes } = operation
	const texts = [text, roleText(auth), costText(cost), bodyBytesText(bodyBytes)].filter(Boolean)
	const parameters = [
		...parametersOf('path', operation.pathParameters, components),
		...parametersOf('query', operation.query, components),
		...parametersOf('header', operation.headers, components),
	]
	return {
		operationId: id,
		tags: [tag],
		summary,
		...(texts.length === 0 ? {} : { description: texts.join(' ') }),
		...(auth === 'none' ? {} : { security: security[auth] }),
		...(parameters.length === 0 ? {} : { parameters }),
		...(body === undefined ? {} : { requestBody: requestBodyOf(body, components) }),
		responses: responsesOf(operation, components, shared),
		'x-specification': specification ?? 'addition',
	}
}

/** Null counts as no body where the body is optional. */
function requestBodyOf({ wire, optional, example }: NonNullable<Operation['body']>, { refer, orNull }: Components) {
	const schema = optional === true ? orNull(wire) : refer(wire)
	return { required: optional !== true, content: { 'application/json': { schema, example } } }
}

type Place = 'path' | 'query' | 'header'

function parametersOf(place: Place, parameters: Parameters | undefined, components: Components) {
	if (parameters === undefined) return []
	const { wire: object, example } = parameters
	return membersOf(object, components).map(({ name, required, schema }) => ({
		name,
		in: place,
		required: place === 'path' || required,
		schema,
		...(name in example ? { example: example[name] } : {}),
	}))
}

function roleText(auth: Operation['auth']): string | undefined {
	if (auth === 'integrator') return 'Takes the key of the integrator.'
	return auth === 'none' || auth === 'key' ? undefined : `Takes the role ${auth}.`
}

function costText(cost: number | undefined): string | undefined {
	return cost === undefined ? undefined : `Counts as ${cost} requests in the rate limits.`
}

function bodyBytesText(bytes: number | undefined): string | undefined {
	return bytes === undefined ? undefined : `The body has at most ${bytes / 1024} KiB.`
}
