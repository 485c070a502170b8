import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** What a hostile client knows about the service, and how to stop it. */
export type Target = { readonly host: string; readonly port: number; readonly signal: AbortSignal }

/** One hostile address: its connections end with it, and its answers are counted. */
export class HostileClient {
	readonly #target: Target
	readonly #address: string
	readonly #agent: Agent
	readonly #sockets = new Set<Socket>()
	/** How often it got each answer: a status, `sent` or `ended`. */
	readonly counts = new Map<string, number>()

	constructor(target: Target, address: string) {
		this.#target = target
		this.#address = address
		this.#agent = new Agent({ keepAlive: true, maxSockets: 32, localAddress: address })
		target.signal.addEventListener('abort', () => {
			this.#agent.destroy()
			for (const socket of this.#sockets) socket.destroy()
		})
	}

	get isOver(): boolean {
		return this.#target.signal.aborted
	}

	/** Posts JSON and waits for the answer; slows down when told to, as far as its patience goes. */
	async post(path: string, body: string): Promise<void> {
		const { host, port } = this.#target
		const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
		const asked = request({ host, port, path, method: 'POST', agent: this.#agent, headers })
		asked.end(body)
		try {
			const [response] = await once(asked, 'response')
			this.#count(String(response.statusCode))
			await once(response.resume(), 'end')
			if (response.statusCode === 429) await this.rest(200)
		} catch {
			this.#count('ended')
			await this.rest(200)
		}
	}

	/** Opens a connection that never ends on its own, sends this, and reads the answers only if `isReader`. */
	async open(sending: string, { isReader = true }: { isReader?: boolean } = {}): Promise<Socket> {
		const { host, port } = this.#target
		const socket = connect({ host, port, localAddress: this.#address, allowHalfOpen: true })
		this.#sockets.add(socket)
		socket.on('error', () => this.#count('ended'))
		socket.once('close', () => this.#sockets.delete(socket))
		await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)
		socket.write(sending)
		this.#count('sent')
		if (isReader) socket.resume()
		else socket.pause()
		return socket
	}

	/** Opens a WebSocket that reads what it is sent. */
	async connect(path: string, headers: Record<string, string>): Promise<WebSocket> {
		const { host, port, signal } = this.#target
		const socket = new WebSocket(`ws://${host}:${port}${path}`, { headers, localAddress: this.#address })
		signal.addEventListener('abort', () => socket.terminate())
		socket.on('message', data => this.#count(String(data).includes('"error"') ? 'refused' : 'answered'))
		socket.on('error', () => this.#count('ended'))
		await Promise.race([once(socket, 'open'), once(socket, 'close')]).catch(() => undefined)
		return socket
	}

	/** Repeats it with a pause until the end. */
	async repeat(pauseMs: number, once: () => Promise<unknown>): Promise<void> {
		while (!this.isOver) {
			await once()
			await this.rest(pauseMs)
		}
	}

	async rest(ms: number): Promise<void> {
		await pause(ms, undefined, { signal: this.#target.signal }).catch(() => undefined)
	}

	#count(answer: string): void {
		this.counts.set(answer, (this.counts.get(answer) ?? 0) + 1)
	}
}
