import * as z from 'zod'
import { type JsonRpcError, jsonRpcErrorWire } from '../wire/problem.ts'

/** A request's id; absent in a notification. */
export type JsonRpcId = string | number | null

export type JsonRpcParams = Readonly<Record<string, unknown>> | readonly unknown[]

/** A request, or a notification when `id` is absent. */
export type JsonRpcCall = {
	readonly jsonrpc: '2.0'
	readonly method: string
	readonly params?: JsonRpcParams
	readonly id?: JsonRpcId
}

export type JsonRpcResult = { readonly jsonrpc: '2.0'; readonly result: unknown; readonly id: JsonRpcId }
export type JsonRpcFailure = { readonly jsonrpc: '2.0'; readonly error: JsonRpcError; readonly id: JsonRpcId }
export type JsonRpcResponse = JsonRpcResult | JsonRpcFailure

type Fields = Readonly<Record<string, unknown>>

/** Whether the message is a request or notification to the letter of the standard. */
export function isCall(message: unknown): message is JsonRpcCall {
	if (!isObject(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string') return false
	const { params, id } = message
	if (params !== undefined && (typeof params !== 'object' || params === null)) return false
	return id === undefined || isId(id)
}

/** Whether the message is meant as a response: it has no method, but a result or an error. */
export function isResponse(message: unknown): message is Fields {
	return isObject(message) && !('method' in message) && ('result' in message || 'error' in message)
}

/** A response as it must be, or undefined. Foreign error data is dropped, so that only problem documents come through. */
export function readResponse(message: Fields): JsonRpcResponse | undefined {
	const result = responseSchema.safeParse(message)
	return result.success ? (result.data as JsonRpcResponse) : undefined
}

const idSchema = z.union([z.string(), z.number(), z.null()])
const lenientError = jsonRpcErrorWire.extend({ data: jsonRpcErrorWire.shape.data.catch(undefined) })
const responseSchema = z.union([
	z.object({ jsonrpc: z.literal('2.0'), id: idSchema, error: lenientError, result: z.never().optional() }),
	z.object({ jsonrpc: z.literal('2.0'), id: idSchema, result: z.unknown() }),
])

function isObject(message: unknown): message is Fields {
	return typeof message === 'object' && message !== null && !Array.isArray(message)
}

function isId(id: unknown): id is JsonRpcId {
	return typeof id === 'string' || typeof id === 'number' || id === null
}
