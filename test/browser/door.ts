import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A proxy between browser and service. While it is shut, every connection is broken, as if a cable had been pulled, and
 * new ones are refused.
 */
export class Door {
	readonly #server: Server
	readonly #sockets = new Set<Socket>()
	#isOpen = true

	private constructor(server: Server) {
		this.#server = server
	}

	static async before(target: string): Promise<Door> {
		const { hostname, port } = new URL(target)
		const server = createServer()
		const door = new Door(server)
		server.on('connection', client => {
			if (door.#isOpen) door.#join(client, connect(Number(port), hostname))
			else client.resetAndDestroy()
		})
		server.listen(0, '127.0.0.1')
		await once(server, 'listening')
		return door
	}

	/** The service's address on this side. */
	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
	}

	shut(): void {
		this.#isOpen = false
		for (const socket of this.#sockets) socket.destroy()
	}

	open(): void {
		this.#isOpen = true
	}

	remove(): void {
		this.shut()
		this.#server.close()
	}

	#join(client: Socket, service: Socket): void {
		const end = () => {
			for (const socket of [client, service]) {
				socket.destroy()
				this.#sockets.delete(socket)
			}
		}
		for (const socket of [client, service]) {
			this.#sockets.add(socket)
			socket.on('error', end).on('close', end)
		}
		client.pipe(service)
		service.pipe(client)
	}
}
