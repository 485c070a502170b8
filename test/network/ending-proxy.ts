import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that ends every stream of events cleanly after its first bytes, for clients that wait for a whole answer. */
export class EndingProxy {
	readonly #server: Server

	private constructor(server: Server) {
		this.#server = server
	}

	/** Forwards every request to the service at this address. */
	static async start(target: string): Promise<EndingProxy> {
		const server = createServer((asked, answer) => forward(target, { asked, answer }))
		server.listen(0, '127.0.0.1')
		await once(server, 'listening')
		return new EndingProxy(server)
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
	}

	stop(): void {
		this.#server.close()
		this.#server.closeAllConnections()
	}
}

function forward(target: string, { asked, answer }: { asked: IncomingMessage; answer: ServerResponse }): void {
	const onwards = request(target + asked.url, { method: asked.method, headers: asked.headers, agent: false })
	onwards.on('error', () => answer.destroy())
	onwards.on('response', response => {
		answer.writeHead(response.statusCode ?? 502, response.headers)
		if (response.headers['content-type'] !== 'text/event-stream') return void response.pipe(answer)
		response.once('data', bytes => {
			answer.end(bytes)
			response.destroy()
		})
	})
	asked.pipe(onwards)
}
