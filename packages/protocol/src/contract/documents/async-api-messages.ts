import { errorTable } from '../../error/error-table.ts'
import { problemWire, toJsonRpcError } from '../../error/problem.ts'
import { errorExample } from '../examples/problems.ts'
import { flashContract, flashErrorsOf } from '../flash/flash-contract.ts'
import type { FlashMethod } from '../flash/flash-method.ts'
import { solverContract, solverQuery } from '../solver-contract.ts'
import type { Components, JsonSchema } from './components.ts'

/** One message of the document. */
export type Message = {
	readonly name: string
	readonly title: string
	readonly summary?: string
	readonly payload: JsonSchema
	readonly examples?: readonly { readonly payload: unknown }[]
}

/** References to messages of the components, as a channel lists them. */
export function messageReferences(ids: readonly string[]): Record<string, unknown> {
	return Object.fromEntries(ids.map(id => [id, { $ref: `#/components/messages/${id}` }]))
}

/** References to messages of a channel, as an operation lists them. */
export function channelMessages(channel: 'flash' | 'solver', ids: readonly string[]) {
	return ids.map(id => ({ $ref: `#/channels/${channel}/messages/${id}` }))
}

/** Every message of the solver stream. */
export function solverMessages({ refer }: Components): Record<string, Message> {
	return Object.fromEntries(
		solverContract.map(({ id, name, summary, message }) => [
			id,
			{ name, title: name, summary, payload: refer(message.wire), examples: [{ payload: message.example }] },
		]),
	)
}

/** The service's messages to solvers. */
export function solverOperations(): Record<string, unknown> {
	return Object.fromEntries(
		solverContract.map(({ id, summary, description, specification }) => [
			id,
			{
				action: 'send',
				channel: { $ref: '#/channels/solver' },
				summary,
				...(description === undefined ? {} : { description }),
				messages: channelMessages('solver', [id]),
				'x-specification': specification ?? 'addition',
			},
		]),
	)
}

/** The query of the connection request, written inline as a binding requires. */
export function solverQuerySchema({ refer, schemas }: Components): JsonSchema {
	const { $ref } = refer(solverQuery.schema)
	return typeof $ref === 'string' ? (schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}) : {}
}

/** Every message of the Flash Liquidity API: each call, each result, and each call's error. */
export function flashMessages(components: Components): Record<string, Message> {
	return Object.fromEntries(flashContract.flatMap(method => messagesOf(method, components)))
}

/** The operations in which the service receives and answers, and those in which it sends. */
export function flashOperations(): Record<string, unknown> {
	return Object.fromEntries(
		flashContract.map(method => [method.id, { ...operation(method), ...replyOf(method), ...marks(method) }]),
	)
}

const channel = { $ref: '#/channels/flash' }

function operation({ id, sentBy, summary, description }: FlashMethod) {
	return {
		action: sentBy === 'maker' ? 'receive' : 'send',
		channel,
		summary,
		...(description === undefined ? {} : { description }),
		messages: channelMessages('flash', [id]),
	}
}

function replyOf({ id, result }: FlashMethod) {
	if (result === undefined) return {}
	return { reply: { channel, messages: channelMessages('flash', [`${id}Result`, `${id}Error`]) } }
}

function marks(method: FlashMethod) {
	const codes = flashErrorsOf(method)
	return {
		...(codes.length === 0 ? {} : { 'x-errors': codes }),
		'x-specification': method.specification ?? 'addition',
	}
}

function messagesOf(method: FlashMethod, components: Components): [string, Message][] {
	const { id, name, summary, result } = method
	const call: [string, Message] = [
		id,
		{
			name,
			title: name,
			summary,
			payload: callSchema(method, components),
			examples: [{ payload: callExample(method) }],
		},
	]
	if (result === undefined) return [call]
	const answer: Message = {
		name: `${name} result`,
		title: `Result of ${name}`,
		payload: envelope({ result: components.refer(result.wire), id: idSchema }, ['result', 'id']),
		examples: [{ payload: { jsonrpc: '2.0', result: result.example, id: 1 } }],
	}
	return [call, [`${id}Result`, answer], [`${id}Error`, errorMessage(method, components)]]
}

const idSchema: JsonSchema = { type: ['string', 'number', 'null'] }

function envelope(properties: Record<string, unknown>, required: readonly string[]): JsonSchema {
	return {
		type: 'object',
		properties: { jsonrpc: { const: '2.0' }, ...properties },
		required: ['jsonrpc', ...required],
	}
}

function callSchema({ name, sentBy, params }: FlashMethod, { refer }: Components): JsonSchema {
	const properties = {
		method: { const: name },
		...(params === undefined ? {} : { params: refer(params.wire) }),
		...(sentBy === 'maker' ? { id: idSchema } : {}),
	}
	return envelope(properties, params === undefined || params.optional ? ['method'] : ['method', 'params'])
}

function callExample({ name, kind, params }: FlashMethod) {
	return {
		jsonrpc: '2.0',
		method: name,
		...(params === undefined ? {} : { params: params.example }),
		...(kind === 'request' ? { id: 1 } : {}),
	}
}

function errorMessage(method: FlashMethod, { refer }: Components): Message {
	const codes = flashErrorsOf(method)
	const numbers = [...new Set(codes.map(code => errorTable[code].jsonRpcCode))]
	const error = {
		type: 'object',
		properties: { code: { enum: numbers }, message: { type: 'string' }, data: refer(problemWire) },
		required: ['code', 'message'],
	}
	const example = codes[0] ?? 'internal'
	return {
		name: `${method.name} error`,
		title: `Refusal of ${method.name}`,
		payload: envelope({ error, id: idSchema }, ['error', 'id']),
		examples: [
			{ payload: { jsonrpc: '2.0', error: toJsonRpcError(errorExample(example), { instance: method.name }), id: 1 } },
		],
	}
}
