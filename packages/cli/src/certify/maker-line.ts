import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { MakerSessions } from './maker-sessions.ts'

// Between a maker and the service: everything is passed on and remembered, and a certification can disturb it.

export class MakerLine {
	readonly sessions: MakerSessions
	readonly #target: string
	readonly #server = createServer((request, response) => {
		this.#pass(request, response).catch(() => response.destroy())
	})

	private constructor({ baseUrl, flashUrl }: { readonly baseUrl: string; readonly flashUrl: string }) {
		this.#target = baseUrl
		this.sessions = new MakerSessions(flashUrl)
		this.#server.on('upgrade', (request, socket, head) => this.sessions.open(request, socket, head))
	}

	static async start(target: { readonly baseUrl: string; readonly flashUrl: string }): Promise<MakerLine> {
		const line = new MakerLine(target)
		await new Promise<void>(resolve => {
			line.#server.listen(0, '127.0.0.1', resolve)
		})
		return line
	}

	/** Where the maker reaches the REST API, and with `/flash` the Flash Liquidity API. */
	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
	}

	stop(): void {
		this.sessions.cut()
		this.#server.close()
		this.#server.closeAllConnections()
	}

	async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = 'GET', url = '/' } = request
		const body = await text(request)
		const headers = Object.entries(request.headers).flatMap(([name, value]) =>
			hopByHop.has(name) || typeof value !== 'string' ? [] : [[name, value] as const],
		)
		const answer = await fetch(this.#target + url, {
			method,
			headers: Object.fromEntries(headers),
			...(body === '' ? {} : { body }),
		})
		const type = answer.headers.get('content-type') ?? 'application/json'
		response.writeHead(answer.status, { 'content-type': type }).end(await answer.text())
	}
}

const hopByHop = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'upgrade'])
