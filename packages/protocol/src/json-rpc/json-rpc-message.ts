import * as z from '#schema'
import { type JsonRpcError, jsonRpcErrorWire } from '../error/problem.ts'

/**
 * A request's id; absent in a notification. An id that a number cannot represent exactly as written is kept as text.
 */
export type JsonRpcId = string | number | null | ExactId

/** A numeric id that `JSON.stringify` writes exactly as it arrived, digit for digit. */
export type ExactId = { readonly rawJSON: string }

export type JsonRpcParams = Readonly<Record<string, unknown>> | readonly unknown[]

/** A request, or a notification when `id` is absent. */
export type JsonRpcCall = {
	readonly jsonrpc?: '2.0'
	readonly method: string
	readonly params?: JsonRpcParams
	readonly id?: JsonRpcId
}

export type JsonRpcResult = { readonly jsonrpc: '2.0'; readonly result: unknown; readonly id: JsonRpcId }
export type JsonRpcFailure = { readonly jsonrpc: '2.0'; readonly error: JsonRpcError; readonly id: JsonRpcId }
export type JsonRpcResponse = JsonRpcResult | JsonRpcFailure

type Fields = Readonly<Record<string, unknown>>

/**
 * Whether the message is a valid request or notification; without `jsonrpc` it counts as 2.0, and null counts as no
 * params.
 */
export function isCall(message: unknown): message is Omit<JsonRpcCall, 'params'> & { params?: JsonRpcParams | null } {
	if (!isObject(message) || !isVersion2(message) || typeof message.method !== 'string') return false
	const { params, id } = message
	if (params !== undefined && typeof params !== 'object') return false
	return id === undefined || isId(id)
}

function isVersion2({ jsonrpc }: Fields): boolean {
	return jsonrpc === undefined || jsonrpc === '2.0'
}

/** Whether the message is meant as a response: it has a result or an error, but no method. */
export function isResponse(message: unknown): message is Fields {
	return isObject(message) && !('method' in message) && ('result' in message || 'error' in message)
}

/**
 * The response if it is well-formed, otherwise undefined. Foreign error data is dropped, so that only problem documents
 * get through.
 */
export function readResponse(message: Fields): JsonRpcResponse | undefined {
	const result = responseSchema.safeParse(message)
	return result.success ? (result.data as JsonRpcResponse) : undefined
}

const version = z.literal('2.0').optional()
const idSchema = z.union([z.string(), z.number(), z.null()])
const lenientError = jsonRpcErrorWire.extend({ data: jsonRpcErrorWire.shape.data.catch(undefined) })
const responseSchema = z.union([
	z.object({ jsonrpc: version, id: idSchema, error: lenientError, result: z.never().optional() }),
	z.object({ jsonrpc: version, id: idSchema, result: z.unknown() }),
])

/**
 * Reads a message, or a batch. Numeric ids of calls that JavaScript would write differently, such as those beyond 2⁵³,
 * are kept as written, if the engine can tell (Node 21, browsers of 2023). @throws SyntaxError
 */
export function parseMessage(text: string): unknown {
	const message: unknown = JSON.parse(text)
	if (Array.isArray(message)) {
		if (!message.some(isNumbered) || !hasOddIds(text)) return message
		const ids = parseExactIds(text)
		return message.map((each, at) => (isNumbered(each) ? { ...each, id: ids[at]?.id } : each))
	}
	return isNumbered(message) && hasOddIds(text) ? { ...message, id: parseExactIds(text).id } : message
}

function isNumbered(message: unknown): message is Fields {
	return isObject(message) && 'method' in message && typeof message.id === 'number'
}

/**
 * Whether any numeric id, at any depth, is written differently than JavaScript would write it; this saves most messages
 * a second read.
 */
function hasOddIds(text: string): boolean {
	for (const [, id] of text.matchAll(/"id"\s*:\s*(-?[\d.eE+-]+)/g)) if (id !== String(Number(id))) return true
	return false
}

type WithIds = Fields & { readonly [at: number]: { readonly id?: unknown } | undefined }
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

const json = JSON as {
	parse(text: string, reviver: Reviver): unknown
	readonly rawJSON?: (text: string) => ExactId
	readonly isRawJSON?: (value: unknown) => boolean
}

function parseExactIds(text: string): WithIds {
	return json.parse(text, (key, value, context) => {
		if (key !== 'id' || typeof value !== 'number' || context?.source === undefined) return value
		return String(value) === context.source ? value : (json.rawJSON?.(context.source) ?? value)
	}) as WithIds
}

function isObject(message: unknown): message is Fields {
	return typeof message === 'object' && message !== null && !Array.isArray(message)
}

function isId(id: unknown): id is JsonRpcId {
	return typeof id === 'string' || typeof id === 'number' || id === null || json.isRawJSON?.(id) === true
}
