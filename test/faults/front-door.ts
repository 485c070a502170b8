import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A node as its balancer sees it: its address, if it runs. */
export type Backend = { readonly url: string | undefined }

const lookEveryMs = 500
const answerWithinMs = 1_000

/**
 * The one address of all nodes: connections go to each ready node in turn, or to any that runs if none is ready. A node
 * that stops answering loses its connections, as with a balancer that ends the sessions of nodes it marks down.
 */
export class FrontDoor {
	readonly #listener: Server
	readonly #backends: readonly Backend[]
	readonly #ready = new Set<Backend>()
	readonly #sockets = new Map<Socket, Backend>()
	readonly #looking: NodeJS.Timeout
	#turn = 0

	private constructor(listener: Server, backends: readonly Backend[]) {
		this.#listener = listener
		this.#backends = backends
		this.#looking = setInterval(() => void this.#look(), lookEveryMs)
	}

	static async open(backends: readonly Backend[]): Promise<FrontDoor> {
		const listener = createServer()
		const door = new FrontDoor(listener, backends)
		listener.on('connection', client => door.#admit(client))
		listener.listen(0, '127.0.0.1')
		await once(listener, 'listening')
		await door.#look()
		return door
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`
	}

	get socketUrl(): string {
		return this.url.replace(/^http/, 'ws')
	}

	close(): void {
		clearInterval(this.#looking)
		this.#listener.close()
		for (const socket of this.#sockets.keys()) socket.destroy()
	}

	#admit(client: Socket): void {
		const running = this.#backends.filter(({ url }) => url !== undefined)
		const ready = running.filter(backend => this.#ready.has(backend))
		const among = ready.length > 0 ? ready : running
		const backend = among[this.#turn++ % among.length]
		if (backend?.url === undefined) return void client.destroy()
		const { hostname, port } = new URL(backend.url)
		const server = connect(Number(port), hostname)
		for (const [socket, other] of [
			[client, server],
			[server, client],
		] as const) {
			this.#sockets.set(socket, backend)
			socket
				.on('error', () => {})
				.once('close', () => {
					other.destroy()
					this.#sockets.delete(socket)
				})
		}
		client.pipe(server)
		server.pipe(client)
	}

	async #look(): Promise<void> {
		await Promise.all(this.#backends.map(backend => this.#lookAt(backend)))
	}

	async #lookAt(backend: Backend): Promise<void> {
		const status = await statusOf(backend)
		if (status === 200) this.#ready.add(backend)
		else this.#ready.delete(backend)
		if (status !== undefined) return
		for (const [socket, of] of this.#sockets) if (of === backend) socket.destroy()
	}
}

/** Its own status; undefined if it does not answer. */
async function statusOf({ url }: Backend): Promise<number | undefined> {
	if (url === undefined) return undefined
	const signal = AbortSignal.timeout(answerWithinMs)
	return await fetch(`${url}/health/ready`, { signal }).then(
		async response => {
			await response.body?.cancel()
			return response.status
		},
		() => undefined,
	)
}
