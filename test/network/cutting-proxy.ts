import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A bad network between a client and the service: it breaks off each connection after a number of bytes that the service
 * sends, even in the middle of a message, and accepts the next one.
 */
export class CuttingProxy {
	readonly #server: Server
	readonly #open = new Set<Socket>()
	/** Connections that were broken off so far. */
	cuts = 0

	private constructor(server: Server) {
		this.#server = server
	}

	/** `lifetimes` are the bytes after which one connection after the other ends, repeated. */
	static async start(target: string, lifetimes: readonly number[]): Promise<CuttingProxy> {
		const { hostname, port } = new URL(target)
		const server = createServer()
		const proxy = new CuttingProxy(server)
		let connections = 0
		server.on('connection', client => {
			const lifetime = lifetimes[connections++ % lifetimes.length] ?? 0
			proxy.#join(client, connect(Number(port), hostname), lifetime)
		})
		server.listen(0, '127.0.0.1')
		await once(server, 'listening')
		return proxy
	}

	/** An address of the service, through this proxy. */
	through(url: string): string {
		const through = new URL(url)
		through.port = String((this.#server.address() as AddressInfo).port)
		return through.href.replace(/\/$/, '')
	}

	stop(): void {
		for (const socket of this.#open) socket.destroy()
		this.#server.close()
	}

	#join(client: Socket, service: Socket, lifetime: number): void {
		let left = lifetime
		const end = () => {
			for (const socket of [client, service]) {
				socket.destroy()
				this.#open.delete(socket)
			}
		}
		for (const socket of [client, service]) {
			this.#open.add(socket)
			socket.on('error', end).on('close', end)
		}
		client.pipe(service)
		service.on('data', bytes => {
			left -= bytes.length
			if (left > 0) return void client.write(bytes)
			this.cuts++
			service.pause()
			client.write(bytes.subarray(0, bytes.length + left), end)
		})
	}
}
