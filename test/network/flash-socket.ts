import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
	type ErrorCode,
	errorTable,
	type JsonRpcError,
	jsonRpcErrorWire,
	type PriceBook,
	type WireOf,
} from '@accord/protocol'
import { WebSocket } from 'ws'
import type { TestMakerAccount, TestNetwork } from './test-network.ts'
import { until } from './until.ts'

// biome-ignore lint/suspicious/noExplicitAny: the wire's messages, looked into field by field
export type Wire = any

/** A session of a maker as plain WebSocket and JSON-RPC, for messages that the SDK never sends or shows. */
export class FlashSocket {
	readonly socket: WebSocket
	/** Received messages not taken yet. */
	readonly messages: Wire[] = []
	/** Resolves with the close code and its reason. */
	readonly closed: Promise<[code: number, reason: string]>
	#lastId = 0

	constructor(socket: WebSocket) {
		this.socket = socket
		this.closed = new Promise(resolve => socket.once('close', (code, reason) => resolve([code, String(reason)])))
		socket.on('message', data => this.messages.push(JSON.parse(String(data))))
	}

	send(text: string): void {
		this.socket.send(text)
	}

	notify(method: string, params?: unknown): void {
		this.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
	}

	/** Calls a method and returns its result. */
	async ask(method: string, params?: unknown): Promise<Wire> {
		const { result, error } = await this.#call(method, params)
		assert.equal(error, undefined, JSON.stringify(error))
		return result
	}

	/** Calls a method that must be refused with this code; returns the error. */
	async refused(code: ErrorCode, method: string, params?: unknown): Promise<JsonRpcError> {
		const { result, error } = await this.#call(method, params)
		assert.equal(result, undefined, `expected ${code}, but it was accepted`)
		return requireCode(code, error)
	}

	/** Sends a notification that must be refused with this code; returns the params of platform.error. */
	async refusedNotification(code: ErrorCode, method: string, params?: unknown): Promise<JsonRpcError> {
		this.notify(method, params)
		const { method: of, ...error } = await this.received('platform.error')
		assert.equal(of, method)
		return requireCode(code, error)
	}

	/** The params of the next notification of this method, once it has arrived. */
	async received(method: string): Promise<Wire> {
		return (await this.#take(method, message => message.method === method)).params
	}

	/** The params of all notifications of this method so far, without taking them. */
	all(method: string): Wire[] {
		return this.messages.filter(message => message.method === method).map(({ params }) => params)
	}

	/** The next message of any kind, once it has arrived. */
	next(): Promise<Wire> {
		return this.#take('a message', () => true)
	}

	close(): void {
		this.socket.close()
	}

	#call(method: string, params: unknown): Promise<Wire> {
		const id = ++this.#lastId
		this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
		return this.#take(`the answer to ${method}`, message => message.id === id && message.method === undefined)
	}

	async #take(what: string, wanted: (message: Wire) => boolean): Promise<Wire> {
		await until(what, () => this.messages.some(wanted))
		return this.messages.splice(this.messages.findIndex(wanted), 1)[0]
	}
}

/** Opens a session of a maker. */
export async function openFlash(
	network: Pick<TestNetwork, 'flashUrl' | 'atStop'>,
	{ apiKey }: Pick<TestMakerAccount, 'apiKey'>,
): Promise<FlashSocket> {
	const socket = new WebSocket(network.flashUrl, { headers: { 'service-api-key': apiKey } })
	network.atStop(() => socket.terminate())
	const session = new FlashSocket(socket)
	await once(socket, 'open')
	return session
}

/** The problem document of a refused upgrade. */
export async function refusedUpgrade(url: string, headers: Record<string, string> = {}): Promise<Wire> {
	const socket = new WebSocket(url, { headers })
	const [, response] = await once(socket, 'unexpected-response')
	const problem = JSON.parse(Buffer.concat(await response.toArray()).toString())
	assert.equal(response.statusCode, problem.status)
	assert.equal(response.headers['content-type'], 'application/problem+json')
	return problem
}

/** A price book on the wire: `xrdBook(['0.05', '1000'])`. */
export function xrdBook(...bids: [price: string, amount: string][]): WireOf<typeof PriceBook> {
	return { pair: { base: 'XRD', quote: 'xUSDC' }, bids, asks: [] }
}

function requireCode(code: ErrorCode, error: unknown): JsonRpcError {
	const read = jsonRpcErrorWire.parse(error)
	assert.equal(read.data?.code, code, JSON.stringify(error))
	assert.deepEqual([read.code, read.message], [errorTable[code].jsonRpcCode, errorTable[code].title])
	return read
}
