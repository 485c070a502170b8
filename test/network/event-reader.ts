import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { until } from './until.ts'

/** A server-sent event, its data as JSON. */
export type ReadEvent = { event: string; id: number | undefined; data: Record<string, unknown> }

/** Reads server-sent events from a path; anything else is an answer with a body. */
export class EventReader {
	readonly #response: IncomingMessage
	/** All events so far. */
	readonly events: ReadEvent[] = []
	isOver = false
	body = ''

	private constructor(response: IncomingMessage) {
		this.#response = response
		response.setEncoding('utf8')
		response.on('data', (text: string) => this.#take(text))
		response.on('error', () => undefined)
		response.once('close', () => {
			this.isOver = true
		})
	}

	static async open(url: string, { lastEventId }: { lastEventId?: number | string } = {}): Promise<EventReader> {
		const headers = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }
		const asked = (url.startsWith('https:') ? secureRequest : request)(url, { headers, agent: false }).end()
		const [response] = await once(asked, 'response')
		return new EventReader(response)
	}

	get status(): number {
		return this.#response.statusCode ?? 0
	}

	header(name: string): string | undefined {
		return this.#response.headers[name]?.toString()
	}

	/** The n-th event (the first is 1), once it has arrived. */
	async event(n: number): Promise<ReadEvent> {
		await until(`event ${n}`, () => this.events.length >= n)
		return this.events[n - 1] as ReadEvent
	}

	/** Waits until the answer has ended. */
	async over(): Promise<void> {
		await until('the answer to end', () => this.isOver)
	}

	/** Stops reading until `resume`. */
	pause(): void {
		this.#response.pause()
	}

	resume(): void {
		this.#response.resume()
	}

	close(): void {
		this.#response.destroy()
	}

	#take(text: string): void {
		this.body += text
		const blocks = this.body.split('\n\n')
		if (this.header('content-type') !== 'text/event-stream') return
		this.body = blocks.pop() ?? ''
		for (const block of blocks) {
			const event = readEvent(block)
			if (event !== undefined) this.events.push(event)
		}
	}
}

function readEvent(block: string): ReadEvent | undefined {
	const fields = new Map(
		block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
	)
	const data = fields.get('data')
	if (data === undefined) return undefined
	const id = fields.get('id')
	return {
		event: fields.get('event') ?? 'message',
		id: id === undefined ? undefined : Number(id),
		data: JSON.parse(data),
	}
}
