import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createSubintent, readSubintent } from '@accord/ledger'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import type { Lie } from './lies.ts'
import { testNetworkId } from './test-network.ts'

/** One who is lied to: what it has signed, and its sockets. */
type Victim = {
	readonly lie: Pick<Lie, 'path' | 'change'> | undefined
	readonly signed: string[]
	/** Manifests that the service really composed, by what it told instead. */
	readonly honest: Map<string, string>
	/** Sends a maker a new order, once it wants them. */
	readonly newOrders: ((order: object) => void)[]
}

/**
 * Between clients and the service. It passes everything on but signed orders and fills, which it keeps, and changes the
 * answers that a lie is about. A manifest that it changed it also compiles, as a service that lies would.
 */
export class LyingService {
	readonly #victims: Victim[] = []
	readonly #target: string
	readonly #sockets = new WebSocketServer({ noServer: true })
	readonly #server = createServer((request, response) => {
		this.#answer(request, response).catch(() => response.destroy())
	}).on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))

	private constructor(target: string) {
		this.#target = target
	}

	static async start(target: string): Promise<LyingService> {
		const service = new LyingService(target)
		await new Promise<void>(resolve => {
			service.#server.listen(0, '127.0.0.1', resolve)
		})
		return service
	}

	/** An address of the service for somebody who is told this lie, or none; what they sign is kept in `signed`. */
	tell(lie?: Victim['lie']): Pick<Victim, 'signed' | 'newOrders'> & { readonly url: string } {
		const victim = { lie, signed: [], honest: new Map(), newOrders: [] }
		const place = this.#victims.push(victim) - 1
		const { port } = this.#server.address() as AddressInfo
		return { ...victim, url: `http://127.0.0.1:${port}/${place}` }
	}

	stop(): void {
		for (const socket of this.#sockets.clients) socket.terminate()
		this.#server.close()
		this.#server.closeAllConnections()
	}

	#victimOf({ url = '' }: IncomingMessage): { victim: Victim; path: string } {
		const [, place = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(url) ?? []
		const victim = this.#victims[Number(place)]
		if (victim === undefined) throw new Error(`nobody is at ${url}`)
		return { victim, path }
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { victim, path } = this.#victimOf(request)
		const { lie, signed, honest } = victim
		const sentText = await text(request)
		const body = sentText === '' ? undefined : JSON.parse(sentText)
		if (path === '/trade/orders') {
			signed.push(body.signed_partial_transaction)
			response.writeHead(400, { 'content-type': 'application/json' }).end('{}')
			return
		}
		const told = body?.manifest
		const sent = honest.has(told) ? { ...body, manifest: honest.get(told) } : body
		const answer = await this.#ask(request.method, path, sent)
		const compiled = sent === body ? answer.body : compile(told, answer.body)
		const isAbout = lie !== undefined && answer.status === 200 && path.startsWith(lie.path)
		const changed = isAbout ? lie.change(structuredClone(compiled)) : compiled
		if (isAbout && path === '/construction/compose') honest.set(manifestOf(changed), manifestOf(compiled))
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(changed))
	}

	async #ask(method = 'GET', path: string, body: unknown) {
		const headers = { 'content-type': 'application/json' }
		const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
		const answer = await fetch(this.#target + path, { method, ...sent })
		return { status: answer.status, body: (await answer.json()) as never }
	}

	#upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		const { victim, path } = this.#victimOf(request)
		const key = request.headers['service-api-key']
		const service = new WebSocket(this.#target.replace(/^http/, 'ws') + path, { headers: { 'service-api-key': key } })
		service.on('open', () => {
			this.#sockets.handleUpgrade(request, socket, head, client => join(client, service, victim))
		})
	}
}

/** Passes messages on in both directions, but keeps fills. */
function join(client: WebSocket, service: WebSocket, { signed, newOrders }: Victim): void {
	client.on('message', (data: RawData) => {
		const message = JSON.parse(String(data))
		if (message.method === 'platform.fills.fill') {
			signed.push(message.params.signed_partial_transaction)
			const error = { code: -32000, message: 'kept' }
			client.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }))
			return
		}
		service.send(String(data))
		if (message.method !== 'platform.new_orders.start_stream') return
		newOrders.push(params => client.send(JSON.stringify({ jsonrpc: '2.0', method: 'platform.new_orders.new', params })))
	})
	service.on('message', (data: RawData) => client.send(String(data)))
	client.on('close', () => service.close())
	service.on('close', () => client.close())
}

function manifestOf(answer: unknown): string {
	return (answer as { manifest: string }).manifest
}

function compile(manifest: string, { subintent, ...answer }: { subintent: string }) {
	const { header } = readSubintent(subintent, testNetworkId)
	const made = createSubintent({ manifest, header })
	return { ...answer, subintent: made.subintent, subintent_hash: made.subintentHash, subintent_id: made.subintentId }
}
