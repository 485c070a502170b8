import { pause } from './timers.ts'

type Fetch = typeof globalThis.fetch
/** What the tab with the connection tells the others, and `join`, by which another one asks for a whole snapshot. */
type Told = 'join' | 'begins' | { readonly text: string }
type Asking = { readonly signal?: AbortSignal; readonly steal?: boolean }
type Channel = InstanceType<typeof BroadcastChannel>

const contentType = 'text/event-stream'
/** The service sends something every second: after this long the tab with the connection is taken for hanging. */
const silentMs = 5_000
/** Streams that a browser holds at the same time: half of the six connections that it has to a host by HTTP/1.1. */
const heldMax = 3
/** All further streams connect for a snapshot, one after another, this long apart. */
const turnMs = 1_000
/** The bound of an incomplete event, in characters: more is handed on, and refused by the reader. */
const incompleteMax = 4 * 1024 * 1024
/** The pieces that may wait for a reader; the stream of one that is slower breaks off. */
const waitingMax = 1_000

/**
 * A `fetch` with which all tabs of an origin have one connection for each stream of a book or of trades, and at most
 * three for all: one tab reads and tells the others, and if it closes, another one takes its place with a whole
 * snapshot. Where browsers have no Web Locks or BroadcastChannel (pages that came neither by HTTPS nor from this
 * computer, Node below 24), and for all other requests, it is the given `fetch`.
 * @example new DexClient({ baseUrl, fetch: sharedStreams() })
 */
export function sharedStreams(fetch: Fetch = (input, init) => globalThis.fetch(input, init)): Fetch {
	if (globalThis.navigator?.locks === undefined || typeof BroadcastChannel === 'undefined') return fetch
	return (input, init) => {
		const url = String(input instanceof Request ? input.url : input)
		// Only these begin with a snapshot on every connection.
		const isShared = init?.signal?.aborted !== true && new URL(url, 'http://here').pathname.endsWith('/stream')
		return isShared ? new SharedStream(fetch, url, init).answer : fetch(input, init)
	}
}

/** One reader of a stream: it is told by the tab that has the connection, and waits to take its place. */
class SharedStream {
	readonly answer: Promise<Response>
	readonly #fetch: Fetch
	readonly #url: string
	readonly #init: RequestInit | undefined
	readonly #channel: Channel
	readonly #left = new AbortController()
	readonly #leave = () => this.#end(new DOMException('The reader has left.', 'AbortError'))
	readonly #utf8 = new TextEncoder()
	#resolve: (answer: Response) => void = () => undefined
	#reject: (error: unknown) => void = () => undefined
	#body: ReadableStreamDefaultController<Uint8Array> | undefined
	/** The connection, in the tab that has it; none while it is being made. */
	#connection: AbortController | undefined
	#isLeading = false
	#silence: ReturnType<typeof setTimeout> | undefined

	constructor(fetch: Fetch, url: string, init: RequestInit | undefined) {
		this.#fetch = fetch
		this.#url = url
		this.#init = init
		this.answer = new Promise((resolve, reject) => {
			this.#resolve = resolve
			this.#reject = reject
		})
		init?.signal?.addEventListener('abort', this.#leave)
		this.#channel = new BroadcastChannel(`accord ${url}`)
		this.#channel.onmessage = ({ data }: { readonly data: unknown }) => this.#hear(data as Told)
		this.#tell('join')
		this.#wait({ signal: this.#left.signal })
		this.#listen()
	}

	/** Asks for the place of the tab that has the connection. */
	#wait(options: Asking): void {
		const { signal: left } = this.#left
		const lead = () => (left.aborted || this.#isLeading ? undefined : this.#lead())
		// Taken away: this tab was silent for too long.
		navigator.locks.request(`accord ${this.#url}`, options, lead).catch(cause => this.#end(cause))
	}

	/** Takes the connection from a tab that is silent. */
	#listen(): void {
		clearTimeout(this.#silence)
		if (!this.#isLeading && !this.#left.signal.aborted)
			this.#silence = setTimeout(() => this.#wait({ steal: true }), silentMs)
	}

	#hear(told: Told): void {
		if (told === 'join') this.#connection?.abort()
		if (told === 'join' || this.#isLeading) return
		this.#listen()
		if (told === 'begins') this.#begin()
		else if (this.#body !== undefined) this.#pass(told.text)
	}

	#tell(told: Told): void {
		if (!this.#left.signal.aborted) this.#channel.postMessage(told)
	}

	/** Reads for all, from one connection after another: a tab that joins needs a snapshot, with which each begins. */
	async #lead(): Promise<void> {
		this.#isLeading = true
		clearTimeout(this.#silence)
		const { signal: left } = this.#left
		let isHeld = false
		while (!left.aborted) {
			isHeld ||= await this.#takeSlot()
			const connection = new AbortController()
			left.addEventListener('abort', () => connection.abort(), { signal: connection.signal })
			try {
				const response = await this.#fetch(this.#url, { ...this.#init, signal: connection.signal })
				if (response.headers.get('content-type')?.startsWith(contentType) !== true || response.body === null)
					return await this.#refuse(response)
				this.#connection = connection
				this.#tell('begins')
				this.#begin()
				await this.#read(response.body, isHeld)
				if (isHeld) return this.#end()
				connection.abort()
				await pause(turnMs, left)
			} catch (error) {
				if (!connection.signal.aborted) return this.#end(error)
			} finally {
				this.#connection = undefined
			}
		}
	}

	/** Hands on whole events, so that the next connection may begin after any of them; only the first if not held. */
	async #read(body: ReadableStream<Uint8Array>, isHeld: boolean): Promise<void> {
		const utf8 = new TextDecoder()
		const reader = body.getReader()
		let text = ''
		for (let isFirst = true; isHeld || isFirst; ) {
			const { done, value } = await reader.read()
			if (done) return
			text += utf8.decode(value, { stream: true })
			const end = text.length > incompleteMax ? text.length : text.lastIndexOf('\n\n') + 2
			if (end < 2) continue
			const whole = text.slice(0, end)
			text = text.slice(end)
			this.#tell({ text: whole })
			this.#pass(whole)
			if (whole.includes('event:')) isFirst = false
		}
	}

	/** Whether this stream is one of those held; if so, until the reader leaves. */
	async #takeSlot(): Promise<boolean> {
		const { signal: left } = this.#left
		const over = new Promise<void>(resolve => left.addEventListener('abort', () => resolve()))
		const take = (name: string) =>
			new Promise<boolean>((resolve, reject) => {
				const hold = (lock: unknown) => {
					resolve(lock !== null)
					return lock === null ? undefined : over
				}
				navigator.locks.request(name, { ifAvailable: true }, hold).catch(reject)
			})
		const { origin } = new URL(new Request(this.#url).url)
		for (let slot = 0; slot < heldMax; slot++) if (await take(`accord ${origin} ${slot}`)) return true
		return false
	}

	#begin(): void {
		if (this.#body !== undefined) return
		const body = new ReadableStream<Uint8Array>(
			{
				start: controller => {
					this.#body = controller
				},
				cancel: this.#leave,
			},
			{ highWaterMark: waitingMax },
		)
		this.#resolve(new Response(body, { headers: { 'content-type': contentType } }))
	}

	#pass(text: string): void {
		if ((this.#body?.desiredSize ?? 0) > 0) this.#body?.enqueue(this.#utf8.encode(text))
		else this.#end(new Error('the reader of a stream is too slow'))
	}

	/** Every tab asks for itself, and is refused for itself. */
	async #refuse(response: Response): Promise<void> {
		this.#resolve(new Response(response.body && (await response.text()), response))
		this.#end(new Error(`the stream was refused with ${response.status}`))
	}

	#end(error?: unknown): void {
		if (this.#left.signal.aborted) return
		this.#init?.signal?.removeEventListener('abort', this.#leave)
		clearTimeout(this.#silence)
		this.#left.abort()
		this.#channel.close()
		if (error === undefined) this.#body?.close()
		else {
			this.#reject(error)
			this.#body?.error(error)
		}
	}
}
