import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

export const noPath = /^$/
export const everyPath = /./

/** An answer in place of the ledger's. */
export type GatewayAnswer = { status: number; body?: string; headers?: Record<string, string> }

/** Changes an answer of the ledger, read as JSON, in transit. */
// biome-ignore lint/suspicious/noExplicitAny: a Gateway that lies keeps to no type
export type GatewayLie = (answer: any, path: string) => unknown

/** A Gateway between the service and the ledger that answers, or fails, as a test says. */
export class GatewayProxy {
	/** Which paths are answered with 503 now. */
	failing: RegExp = noPath
	/** The answer to every request now. */
	instead: GatewayAnswer | undefined
	lie: GatewayLie | undefined
	/** How many requests have arrived. */
	requests = 0
	/** By path: the most requests that were waiting for their answers at once. */
	readonly mostAtOnce = new Map<string, number>()
	readonly #atOnce = new Map<string, number>()
	#released: PromiseWithResolvers<void> | undefined
	#held = noPath
	#target = ''
	#delayMs = 0
	readonly #server = createServer((request, response) => {
		// The ledger may have stopped meanwhile.
		this.#answer(request, response).catch(() => response.destroy())
	})

	/** `delayMs` is how long each answer takes on its way, as from a Gateway elsewhere. */
	static async start({ delayMs = 0 }: { delayMs?: number } = {}): Promise<GatewayProxy> {
		const proxy = new GatewayProxy()
		proxy.#delayMs = delayMs
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

	/** Holds back every answer, or those of these paths, until the Gateway is honest again. */
	hold(paths: RegExp = everyPath): void {
		this.#released ??= Promise.withResolvers()
		this.#held = paths
	}

	/** Passes on the ledger's answers at once. */
	beHonest(): void {
		this.failing = noPath
		this.instead = undefined
		this.lie = undefined
		this.#released?.resolve()
		this.#released = undefined
	}

	stop(): void {
		this.beHonest()
		this.#server.close()
		this.#server.closeAllConnections()
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		this.requests += 1
		const { url: path = '' } = request
		const atOnce = (this.#atOnce.get(path) ?? 0) + 1
		this.#atOnce.set(path, atOnce)
		this.mostAtOnce.set(path, Math.max(atOnce, this.mostAtOnce.get(path) ?? 0))
		response.on('close', () => this.#atOnce.set(path, (this.#atOnce.get(path) ?? 1) - 1))
		const body = await text(request)
		if (this.#held.test(path)) await this.#released?.promise
		if (this.#delayMs > 0) await pause(this.#delayMs)
		if (this.failing.test(path)) {
			response.writeHead(503).end()
			return
		}
		if (this.instead !== undefined) {
			response.writeHead(this.instead.status, this.instead.headers).end(this.instead.body)
			return
		}
		const { method = 'POST' } = request
		const headers = { 'content-type': 'application/json', ...passedOn(Object.entries(request.headers)) }
		const answer = await fetch(this.#target + path, { method, headers, ...(method === 'POST' && { body }) })
		const said = await answer.text()
		const told = this.lie === undefined || !answer.ok ? said : JSON.stringify(this.lie(JSON.parse(said), path))
		response.writeHead(answer.status, passedOn([...answer.headers])).end(told)
	}
}

/** The type of a body, and what browsers and servers tell each other about origins. */
function passedOn(headers: readonly (readonly [name: string, value: string | readonly string[] | undefined])[]) {
	const isPassed = (name: string) => /^(?:content-type|origin|access-control-.*)$/.test(name)
	return Object.fromEntries(headers.flatMap(([name, value]) => (isPassed(name) ? [[name, String(value)]] : [])))
}
