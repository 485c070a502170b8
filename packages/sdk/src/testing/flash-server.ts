import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JsonRpcParams, JsonRpcPeer, TradeError } from '@accord/protocol'
import { type WebSocket, WebSocketServer } from 'ws'

type Received = { method: string; params: JsonRpcParams | undefined }

/**
 * A small real server of the Flash Liquidity API, for tests of the client: it records what it receives and sends what the
 * test tells it to.
 */
export type FlashServer = {
	url: string
	received: Received[]
	connections: number
	/** Replaces the answer to a method. */
	answer(method: string, answer: (params: JsonRpcParams | undefined) => unknown): void
	notify(method: string, params: JsonRpcParams): void
	/** Sends a request to each connected client. */
	request(method: string): Promise<unknown[]>
	/** Cuts all connections, like a failing network. */
	cut(): void
	/** Closes all connections with a code. */
	close(code: number): void
	/** Resolves when `count` messages of the method have arrived, with the params of the last. */
	until(method: string, count: number): Promise<JsonRpcParams | undefined>
	stop(): Promise<void>
}

export async function startFlashServer(apiKey = 'key'): Promise<FlashServer> {
	const http = createServer()
	const sockets = new WebSocketServer({ noServer: true })
	const peers = new Map<WebSocket, JsonRpcPeer>()
	const answers = new Map<string, (params: JsonRpcParams | undefined) => unknown>()
	const waiting: { method: string; count: number; resolve(params: JsonRpcParams | undefined): void }[] = []
	const received: Received[] = []

	const methods = {} as Record<string, (params: JsonRpcParams | undefined) => unknown>
	for (const method of [
		'platform.price_books.on_change',
		'platform.new_orders.start_stream',
		'platform.new_orders.reject',
		'platform.price_books.cancel_all',
		'platform.fill_execution.start_stream',
		'platform.fills.fill',
		'platform.ping',
		'ping',
	])
		methods[method] = params => {
			received.push({ method, params })
			const count = received.filter(message => message.method === method).length
			for (const waiter of waiting) if (waiter.method === method && waiter.count === count) waiter.resolve(params)
			const answer = answers.get(method)
			if (answer === undefined) throw new TradeError('method_not_found')
			return answer(params)
		}
	for (const method of ['platform.new_orders.start_stream', 'platform.fill_execution.start_stream'])
		answers.set(method, () => ({ success: true }))
	answers.set('platform.price_books.on_change', () => undefined)
	answers.set('platform.ping', () => ({ pong: true, timestamp_ms: 7 }))
	answers.set('ping', () => ({ pong: true, timestamp_ms: Date.now() }))

	const server = {
		url: '',
		received,
		connections: 0,
		answer: (method: string, answer: (params: JsonRpcParams | undefined) => unknown) =>
			void answers.set(method, answer),
		notify: (method: string, params: JsonRpcParams) => {
			for (const peer of peers.values()) peer.notify(method, params)
		},
		request: (method: string) => Promise.all([...peers.values()].map(peer => peer.request(method))),
		close: (code: number) => {
			for (const socket of peers.keys()) socket.close(code)
		},
		cut: () => {
			for (const socket of peers.keys()) socket.terminate()
		},
		until: (method: string, count: number) =>
			new Promise<JsonRpcParams | undefined>(resolve => {
				const had = received.filter(message => message.method === method)[count - 1]
				if (had === undefined) waiting.push({ method, count, resolve })
				else resolve(had.params)
			}),
		stop: async () => {
			for (const socket of sockets.clients) socket.terminate()
			sockets.close()
			http.close()
			await once(http, 'close')
		},
	}

	http.on('upgrade', (request, socket, head) => {
		if (request.headers['service-api-key'] !== apiKey) {
			socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
			return
		}
		sockets.handleUpgrade(request, socket, head, client => {
			server.connections++
			const limits = { maxBatch: 10, maxPendingRequests: 100, requestTimeoutMs: 1_000 }
			const peer = new JsonRpcPeer({ send: text => client.send(text), context: undefined, methods, limits })
			peers.set(client, peer)
			client.on('message', data => void peer.receive(String(data)))
			client.on('close', () => peers.delete(client))
		})
	})
	http.listen(0, '127.0.0.1')
	await once(http, 'listening')
	server.url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/flash`
	return server
}
