import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createSubintent, readSubintent } from '@accord/ledger'
import { testNetworkId } from './test-network.ts'

/** What a service says otherwise than it is. */
export type ServiceLie = {
	/** Which answers. */
	readonly path: string
	// biome-ignore lint/suspicious/noExplicitAny: a service that lies keeps to no type
	readonly change: (answer: any) => unknown
}

/**
 * Between a client and the service. It passes everything on but signed orders, which it keeps, and changes the answers that a lie
 * is about. A manifest that it changed it also compiles, as a service that lies would.
 */
export class LyingService {
	lie: ServiceLie | undefined
	readonly signed: string[] = []
	/** By what it told instead. */
	readonly #honest = new Map<string, string>()
	readonly #target: string
	readonly #server = createServer((request, response) => {
		this.#answer(request, response).catch(() => response.destroy())
	})

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

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
	}

	stop(): void {
		this.#server.close()
		this.#server.closeAllConnections()
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { url = '', method = 'GET' } = request
		const sentText = await text(request)
		const body = sentText === '' ? undefined : JSON.parse(sentText)
		if (url === '/trade/orders') {
			this.signed.push(body.signed_partial_transaction)
			response.writeHead(400, { 'content-type': 'application/json' }).end('{}')
			return
		}
		const told = body?.manifest
		const sent = this.#honest.has(told) ? { ...body, manifest: this.#honest.get(told) } : body
		const answer = await this.#ask(method, url, sent)
		const compiled = sent === body ? answer.body : compile(told, answer.body)
		const isAbout = url.split('?')[0] === this.lie?.path
		const changed = isAbout ? this.lie?.change(structuredClone(compiled)) : compiled
		if (url === '/construction/compose' && isAbout && answer.status === 200)
			this.#honest.set(manifestOf(changed), manifestOf(compiled))
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(changed))
	}

	async #ask(method: string, path: string, body: unknown) {
		const headers = { 'content-type': 'application/json' }
		const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
		const answer = await fetch(this.#target + path, { method, ...sent })
		return { status: answer.status, body: (await answer.json()) as never }
	}
}

function manifestOf(answer: unknown): string {
	return (answer as { manifest: string }).manifest
}

function compile(manifest: string, { subintent, ...answer }: { subintent: string }) {
	const { header } = readSubintent(subintent, testNetworkId)
	const made = createSubintent({ manifest, header })
	return { ...answer, subintent: made.subintent, subintent_hash: made.subintentHash, subintent_id: made.subintentId }
}
