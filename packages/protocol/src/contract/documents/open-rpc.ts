import { type ErrorCode, errorTable } from '../../error/error-table.ts'
import { apiVersion } from '../api-version.ts'
import { problemExample } from '../examples/problems.ts'
import { flashContract, flashErrorsOf } from '../flash/flash-contract.ts'
import { type FlashMethod, flashChannels } from '../flash/flash-method.ts'
import type { Sample } from '../operation.ts'
import { type Components, componentsOf, type JsonSchema, membersOf } from './components.ts'
import { serversOf } from './servers.ts'

/** The Flash Liquidity API as an OpenRPC document. Methods without a result are notifications. */
export function openRpc(): Record<string, unknown> {
	const components = componentsOf(flashContract.flatMap(schemasOf))
	const codes = [...new Set(flashContract.flatMap(flashErrorsOf))].toSorted()
	return {
		openrpc: '1.3.2',
		info: {
			title: 'Accord Flash Liquidity API',
			version: apiVersion,
			description,
			license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
		},
		servers: serversOf().openRpc,
		methods: flashContract.map(method => describe(method, components)),
		components: {
			schemas: components.schemas,
			errors: Object.fromEntries(codes.map(code => [code, errorOf(code)])),
			tags: Object.fromEntries(Object.entries(flashChannels).map(([name, text]) => [tagName(name), tag(name, text)])),
		},
	}
}

const description = `JSON-RPC 2.0 over one WebSocket, in both directions; the connection request carries the header SERVICE-API-KEY. Params are by name.

Methods marked \`x-sent-by: service\` are the service’s notifications to the maker. A maker’s notification has no answer: if it is refused, the service sends \`platform.error\`. An error’s \`data\` is the problem document (RFC 9457) of the REST interface.`

function schemasOf({ params, result }: FlashMethod) {
	return [params, result].flatMap(sample => (sample === undefined ? [] : [sample.wire]))
}

function describe(method: FlashMethod, components: Components) {
	const { name, channel, sentBy, kind, summary, description: text, specification, params, result } = method
	const codes = flashErrorsOf(method)
	return {
		name,
		summary,
		...(text === undefined ? {} : { description: text }),
		tags: [{ $ref: `#/components/tags/${tagName(channel)}` }],
		paramStructure: 'by-name',
		params: params === undefined ? [] : descriptorsOf(params, components),
		...(result === undefined ? {} : { result: { name: 'result', schema: components.refer(result.wire) } }),
		...(codes.length === 0 ? {} : { errors: codes.map(code => ({ $ref: `#/components/errors/${code}` })) }),
		examples: [exampleOf(method)],
		'x-sent-by': sentBy,
		'x-meant-as': kind,
		'x-specification': specification ?? 'addition',
	}
}

function descriptorsOf({ wire, optional }: Sample & { optional?: true }, components: Components) {
	return membersOf(wire, components).map(member => ({
		name: member.name,
		required: member.required && optional !== true,
		schema: member.schema satisfies JsonSchema,
	}))
}

function exampleOf({ summary, params, result }: FlashMethod) {
	const named = Object.entries((params?.example ?? {}) as Record<string, unknown>)
	return {
		name: summary,
		params: named.map(([name, value]) => ({ name, value })),
		...(result === undefined ? {} : { result: { name: 'result', value: result.example } }),
	}
}

function errorOf(code: ErrorCode) {
	const { jsonRpcCode, title } = errorTable[code]
	return { code: jsonRpcCode, message: title, data: problemExample(code) }
}

function tag(name: string, description: string) {
	return { name, description }
}

function tagName(channel: string): string {
	return channel.replaceAll(' ', '-').toLowerCase()
}
