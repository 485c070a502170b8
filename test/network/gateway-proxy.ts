import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const noPath = /^$/
export const everyPath = /./

/** A Gateway between the service and the ledger that answers, or fails, as a test says. */
export class GatewayProxy {
	/** Which paths are answered 503 now. */
	failing: RegExp = noPath
	#target = ''
	readonly #server = createServer((request, response) => void this.#answer(request, response))

	static async start(): Promise<GatewayProxy> {
		const proxy = new GatewayProxy()
		await new Promise<void>(resolve => {
			proxy.#server.listen(0, '127.0.0.1', resolve)
		})
		return proxy
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
	}

	forwardTo(url: string): void {
		this.#target = url
	}

	stop(): void {
		this.#server.close()
		this.#server.closeAllConnections()
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await readAll(request)
		if (this.failing.test(request.url ?? '')) {
			response.writeHead(503).end()
			return
		}
		const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' }
		const answer = await fetch(this.#target + request.url, { method: 'POST', headers, body })
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
	}
}

async function readAll(request: IncomingMessage): Promise<string> {
	request.setEncoding('utf8')
	let body = ''
	for await (const chunk of request) body += chunk
	return body
}
