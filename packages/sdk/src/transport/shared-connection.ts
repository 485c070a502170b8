import { followedStreamsMax, TradeError, toProblem } from '@accord/protocol'
import { createParser } from 'eventsource-parser'
import { eventStreamType } from './event-stream.ts'
import { SharedReader, type ToldAnswer } from './shared-reader.ts'
import { pause } from './timers.ts'

type Fetch = typeof globalThis.fetch
type Asking = { readonly signal?: AbortSignal; readonly steal?: boolean }
type Channel = InstanceType<typeof BroadcastChannel>

/** What the tab with the connection tells the others; `by` names the connection. */
type Told =
	/** Another reader waits for a connection that begins with its stream. */
	| 'join'
	| { readonly by: string; readonly begins: readonly string[] }
	/** A part of one stream, or of each. */
	| { readonly by: string; readonly stream?: string; readonly text: string }
	| { readonly by: string; readonly broke: true }
	/** The answer that those of these streams get which have not begun; absent if there was none. */
	| { readonly refused: readonly string[]; readonly answer?: ToldAnswer }

type Connection = { readonly by: string; readonly streams: readonly string[]; readonly aborter: AbortController }

/** The service sends something every second: after this long the tab with the connection is taken for hanging. */
const silentMs = 5_000
/** The least time between two connections, so that readers who join one after another share one. */
const turnMs = 50
/** How often the tab with the connection looks for streams that no one reads any more. */
const lookMs = 10_000
/** The bound of an incomplete event, in characters. */
const bufferedMax = 4 * 1024 * 1024

/**
 * One tab's part in the connection that all tabs share: each holds a lock for each stream that it reads, so that the tab
 * with the connection knows them, even if others crash.
 */
export class SharedConnection {
	readonly #fetch: Fetch
	readonly #base: string
	readonly #url: string
	readonly #onClosed: () => void
	readonly #readers = new Set<SharedReader>()
	readonly #channel: Channel
	readonly #left = new AbortController()
	/** The connection that its readers are told of. */
	#by: string | undefined
	#isWaiting = false
	#isLeading = false
	#hasJoined = false
	/** Aborted to have the loop of the tab with the connection look again. */
	#changed = new AbortController()
	#silence: ReturnType<typeof setTimeout> | undefined

	/** `base` is the API's address. To be used at once; it is over when its last reader has left. */
	constructor(fetch: Fetch, base: string, onClosed: () => void) {
		this.#fetch = fetch
		this.#base = base
		// In a page, an address may begin at its own origin.
		this.#url = new Request(`${base}/trade/stream`).url
		this.#onClosed = onClosed
		this.#channel = new BroadcastChannel(`accord ${this.#url}`)
		this.#channel.onmessage = ({ data }: { readonly data: unknown }) => {
			this.#listen()
			this.#hear(data as Told)
		}
		this.#listen()
	}

	/** Reads a stream, named by its path and query; the answer is as if it were requested itself. */
	follow(stream: string, signal: AbortSignal | undefined): Promise<Response> {
		const reader = new SharedReader(stream, signal)
		this.#readers.add(reader)
		void reader.over.then(() => this.#leave(reader))
		const hold = () => {
			this.#tell('join')
			this.#wait({ signal: this.#left.signal })
			return reader.over
		}
		navigator.locks.request(this.#nameOf(stream), { mode: 'shared' }, hold).catch(cause => reader.end(cause))
		return reader.answer
	}

	#leave(reader: SharedReader): void {
		this.#readers.delete(reader)
		if (this.#readers.size > 0 || this.#left.signal.aborted) return
		clearTimeout(this.#silence)
		this.#left.abort()
		this.#changed.abort()
		this.#channel.close()
		this.#onClosed()
	}

	#nameOf(stream: string): string {
		return `accord ${this.#url} follows ${stream}`
	}

	/** Asks for the place of the tab with the connection. */
	#wait(options: Asking): void {
		if (this.#isWaiting && options.steal !== true) return
		this.#isWaiting = true
		const lead = () => (this.#left.signal.aborted || this.#isLeading ? undefined : this.#lead())
		navigator.locks.request(`accord ${this.#url}`, options, lead).catch(cause => {
			// Taken away, because this tab was silent for too long; or its readers have left.
			for (const reader of this.#readers) reader.end(cause)
		})
	}

	/** Takes the connection from a tab that is silent. */
	#listen(): void {
		clearTimeout(this.#silence)
		if (!this.#isLeading && !this.#left.signal.aborted)
			this.#silence = setTimeout(() => this.#wait({ steal: true }), silentMs)
	}

	#tell(told: Told): void {
		if (this.#left.signal.aborted) return
		this.#channel.postMessage(told)
		this.#hear(told)
	}

	#hear(told: Told): void {
		if (told === 'join') {
			this.#hasJoined = true
			this.#changed.abort()
			return
		}
		const readers = [...this.#readers]
		if ('refused' in told) {
			for (const reader of readers) if (told.refused.includes(reader.stream)) reader.refuse(told.answer)
		} else if ('begins' in told) {
			this.#by = told.by
			for (const reader of readers) if (told.begins.includes(reader.stream)) reader.begin()
		} else if (told.by === this.#by) {
			for (const reader of readers) {
				if ('broke' in told) reader.breakOff()
				else if (told.stream === undefined || told.stream === reader.stream) reader.pass(told.text)
			}
		}
	}

	/**
	 * Reads for all, from one connection after another: who joins needs a snapshot, with which each begins. The one before
	 * is read until the next one answers.
	 */
	async #lead(): Promise<void> {
		this.#isLeading = true
		clearTimeout(this.#silence)
		let current: Connection | undefined
		while (!this.#left.signal.aborted) {
			const hasJoined = this.#hasJoined
			this.#hasJoined = false
			this.#changed = new AbortController()
			const wanted = await this.#wanted(current?.streams ?? [])
			if (current?.aborter.signal.aborted === true) current = undefined
			const isOther = hasJoined || current === undefined || wanted.join() !== current.streams.join()
			if (isOther && wanted.length > 0) current = await this.#connect(wanted, current)
			await pause(turnMs, this.#left.signal)
			await pause(lookMs, this.#changed.signal)
		}
		current?.aborter.abort()
	}

	/** The streams that any tab reads: first those that are read already, since others beyond the bound are refused. */
	async #wanted(current: readonly string[]): Promise<readonly string[]> {
		const { held = [] } = await navigator.locks.query()
		const prefix = this.#nameOf('')
		const names = held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
		const streams = [...new Set([...current.filter(stream => names.includes(stream)), ...names])]
		const refused = streams.slice(followedStreamsMax)
		if (refused.length > 0) this.#tell({ refused, answer: tooMany() })
		return streams.slice(0, followedStreamsMax)
	}

	/** The new connection, or the one before if the service refuses. */
	async #connect(streams: readonly string[], before: Connection | undefined): Promise<Connection | undefined> {
		const aborter = new AbortController()
		this.#left.signal.addEventListener('abort', () => aborter.abort(), { signal: aborter.signal })
		const headers = { accept: eventStreamType }
		try {
			const url = `${this.#base}/trade/stream?${queryOf(streams)}`
			const response = await this.#fetch(url, { headers, signal: aborter.signal })
			if (response.headers.get('content-type')?.startsWith(eventStreamType) === true && response.body !== null) {
				const connection = { by: `${Math.random()}`, streams, aborter }
				before?.aborter.abort()
				this.#tell({ by: connection.by, begins: streams })
				void this.#read(response.body, connection)
				return connection
			}
			const { status } = response
			this.#tell({ refused: streams, answer: { status, headers: [...response.headers], text: await response.text() } })
		} catch {
			this.#tell({ refused: streams })
		}
		aborter.abort()
		return before
	}

	async #read(body: ReadableStream<Uint8Array>, { by, aborter }: Connection): Promise<void> {
		const utf8 = new TextDecoder()
		const reader = body.getReader()
		const parser = createParser({
			maxBufferSize: bufferedMax,
			onEvent: ({ event = '', data }) => this.#pass(by, { event, data }),
			onComment: () => this.#tell({ by, text: ':\n\n' }),
		})
		try {
			for (;;) {
				const { done, value } = await reader.read()
				if (done || aborter.signal.aborted) break
				parser.feed(utf8.decode(value, { stream: true }))
			}
		} catch {
			// Like the end of the answer.
		}
		if (aborter.signal.aborted) return
		aborter.abort()
		this.#tell({ by, broke: true })
		this.#changed.abort()
	}

	/** Tells an event as its stream would have sent it. */
	#pass(by: string, { event, data }: { readonly event: string; readonly data: string }): void {
		if (event === 'closing') {
			this.#tell({ by, text: eventText(event, data) })
			return
		}
		const { stream, data: own } = JSON.parse(data) as { readonly stream: string; readonly data: unknown }
		this.#tell({ by, stream, text: eventText(event === 'ended' ? 'closing' : event, JSON.stringify(own)) })
	}
}

function eventText(event: string, data: string): string {
	return `event: ${event}\ndata: ${data}\n\n`
}

/** As short as it may be: proxies limit the length of an address. */
function queryOf(streams: readonly string[]): string {
	return streams
		.map(stream => `follow=${encodeURIComponent(stream).replace(/%(2F|3F|3D)/g, decodeURIComponent)}`)
		.join('&')
}

function tooMany(): ToldAnswer {
	const error = new TradeError('rate_limited', `the tabs of a browser follow at most ${followedStreamsMax} streams`, {
		extra: { retry_after_s: lookMs / 1_000 },
	})
	const text = JSON.stringify(toProblem(error))
	return { status: 429, headers: [['content-type', 'application/problem+json']], text }
}
