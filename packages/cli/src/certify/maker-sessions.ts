import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import type { Json, Message } from './message.ts'

type Session = { readonly maker: WebSocket; readonly service: WebSocket }

/** Messages of which only the newest are remembered. */
const rememberedMax = 10_000

/** The sessions of one maker: what each side said, and ways to disturb it. */
export class MakerSessions {
	/** What the maker said to the service, in order. */
	readonly said: Message[] = []
	/** What the service said to the maker, or would have. */
	readonly told: Message[] = []
	/** How often the maker came, and with which key. */
	readonly keys: (string | undefined)[] = []
	/** Orders that the service does not know: what the maker sends for them is not passed on. */
	readonly invented = new Set<string>()
	/** What the maker is told in place of a message; none to withhold it. */
	replace: (body: Json) => readonly Json[] = body => [body]
	/** Whether new sessions are refused. */
	isClosed = false
	readonly #flashUrl: string
	readonly #open = new Set<Session>()
	readonly #sockets = new WebSocketServer({ noServer: true })

	constructor(flashUrl: string) {
		this.#flashUrl = flashUrl
	}

	get count(): number {
		return this.#open.size
	}

	open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		const key = request.headers['service-api-key'] ?? request.headers['anthic-api-key']
		this.keys.push(typeof key === 'string' ? key : undefined)
		socket.on('error', () => undefined)
		if (this.isClosed) {
			socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
			return
		}
		const headers = typeof key === 'string' ? { 'service-api-key': key } : {}
		const service = new WebSocket(this.#flashUrl, { headers })
		service.on('error', () => socket.destroy())
		service.on('open', () => {
			this.#sockets.handleUpgrade(request, socket, head, maker => this.#join({ maker, service }))
		})
	}

	/** Sends the maker a message that the service did not send. */
	invent(text: string): void {
		for (const { maker } of this.#open) maker.send(text)
	}

	/** Sends the maker an order that the service does not know. */
	inventOrder(params: { readonly id: string }): void {
		this.invented.add(params.id)
		this.invent(JSON.stringify({ jsonrpc: '2.0', method: 'platform.new_orders.new', params }))
	}

	/** Breaks all sessions without a word. */
	cut(): void {
		for (const { maker, service } of this.#open) {
			maker.terminate()
			service.terminate()
		}
	}

	/** Ends all sessions as a service does that restarts. */
	close(code: number, reason: string): void {
		for (const { maker } of this.#open) maker.close(code, reason)
	}

	#join(session: Session): void {
		const { maker, service } = session
		this.#open.add(session)
		const end = () => {
			this.#open.delete(session)
			maker.terminate()
			service.terminate()
		}
		for (const socket of [maker, service]) socket.on('close', end).on('error', end)
		maker.on('message', data => this.#fromMaker(session, data))
		service.on('message', data => {
			for (const body of bodiesOf(data)) {
				remember(this.told, body)
				for (const replaced of this.replace(body)) maker.send(JSON.stringify(replaced))
			}
		})
	}

	#fromMaker({ maker, service }: Session, data: RawData): void {
		const bodies = bodiesOf(data)
		for (const body of bodies) remember(this.said, body)
		const [body] = bodies
		if (body?.method === 'platform.fills.fill' && this.invented.has(body.params?.order_id ?? '')) {
			const error = { code: 1000, message: 'Order not open', data: { code: 'order_not_open' } }
			maker.send(JSON.stringify({ jsonrpc: '2.0', id: body.id, error }))
		} else service.send(String(data))
	}
}

function bodiesOf(data: RawData): readonly Json[] {
	try {
		const body = JSON.parse(String(data)) as Json
		return Array.isArray(body) ? body : [body]
	} catch {
		return []
	}
}

function remember(messages: Message[], body: Json): void {
	messages.push({ atMs: Date.now(), body })
	if (messages.length > rememberedMax) messages.shift()
}
