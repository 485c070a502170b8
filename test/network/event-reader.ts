import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { createGunzip } from 'node:zlib'
import { until } from './until.ts'

/** A server-sent event, its data as JSON. */
export type ReadEvent = { event: string; id: number | undefined; data: Record<string, unknown> }

/** How to ask for events. */
export type AskedEvents = { readonly lastEventId?: number | string; readonly acceptEncoding?: string }

/** Reads server-sent events from a path; anything else is an answer with a body. */
export class EventReader {
	readonly #response: IncomingMessage
	readonly #chunks: Buffer[] = []
	/** All events so far. */
	readonly events: ReadEvent[] = []
	isOver = false
	body = ''

	private constructor(response: IncomingMessage) {
		this.#response = response
		response.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
		const text = response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response
		text.setEncoding('utf8').on('data', (part: string) => this.#take(part))
		for (const stream of [response, text]) stream.on('error', () => undefined)
		response.once('close', () => {
			if (!response.complete) text.destroy()
		})
		text.once('close', () => {
			this.isOver = true
		})
	}

	static async open(url: string, { lastEventId, acceptEncoding }: AskedEvents = {}): Promise<EventReader> {
		const headers = {
			...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
			...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
		}
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

	/** What has arrived, as it was sent. */
	get received(): Buffer {
		return Buffer.concat(this.#chunks)
	}

	get bytes(): number {
		return this.#chunks.reduce((sum, { length }) => sum + length, 0)
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
