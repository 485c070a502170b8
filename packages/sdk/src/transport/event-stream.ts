import { createParser, type ParseError } from 'eventsource-parser'
import { ConnectionError } from './connection-error.ts'
import type { TradeApi } from './trade-api.ts'

/** A server-sent event (WHATWG HTML, "Server-sent events"). */
export type ServerEvent = { readonly event: string; readonly data: string }

/**
 * Something else than an event stream: the service is older, or a proxy in between does not let streams through, or
 * answers itself as a hotel's sign-in page does.
 */
export class NoEventStream extends ConnectionError {}

/** One connection to an event stream. */
export type EventStreamRequest = {
	readonly api: TradeApi
	readonly path: string
	readonly lastEventId?: string | undefined
	readonly signal?: AbortSignal | undefined
	/** Called with each piece that arrives: an event, a part of one, or a comment by which the service shows that it is alive. */
	readonly onHeard?: () => void
	/** Called when the service answers that there are no further events (204). */
	readonly onOver?: () => void
}

export const eventStreamType = 'text/event-stream'
/**
 * The service sends something, even if only a comment, every second (older versions every 15 s), and the first one
 * immediately.
 */
const silenceMs = { first: 20_000, later: 45_000 }
/** The bound of an incomplete event, in characters. */
const bufferedMax = 4 * 1024 * 1024

/**
 * The events of one connection until it ends.
 * @throws TradeError if the service refuses; NoEventStream; ConnectionError if the connection fails or an event exceeds 4 Mi characters
 */
export async function* readEventStream({
	api,
	path,
	lastEventId,
	signal,
	onHeard,
	onOver,
}: EventStreamRequest): AsyncGenerator<ServerEvent, void, undefined> {
	const watch = new SilenceWatch(signal)
	try {
		const headers = { accept: eventStreamType, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) }
		const response = await api.open(path, headers, watch.signal)
		if (response.status === 204) return onOver?.()
		const reader = readerOf(response, path)
		const events: ServerEvent[] = []
		const parser = createParser({
			maxBufferSize: bufferedMax,
			onEvent: ({ event = 'message', data }) => events.push({ event, data }),
			onError: error => refuseLongEvent(path, error),
		})
		const utf8 = new TextDecoder()
		for (let isFirst = true; ; isFirst = false) {
			const { done, value } = await reader.read().catch(cause => {
				if (isFirst && watch.isSilent) throw new NoEventStream(`${path}: no data arrives`)
				throw new ConnectionError(`${path}: the stream broke off`, { cause })
			})
			if (done) return
			watch.heard()
			onHeard?.()
			parser.feed(utf8.decode(value, { stream: true }))
			yield* events.splice(0)
		}
	} finally {
		watch.end()
	}
}

function readerOf(response: Response, path: string): ReadableStreamDefaultReader<Uint8Array> {
	if (response.body !== null && response.headers.get('content-type')?.startsWith(eventStreamType)) {
		return response.body.getReader()
	}
	throw new NoEventStream(`${path} is not an event stream`)
}

/** The parser also reports unknown fields, which the standard says to ignore. */
function refuseLongEvent(path: string, error: ParseError): void {
	if (error.type === 'max-buffer-size-exceeded')
		throw new ConnectionError(`${path}: an event is too long`, { cause: error })
}

/**
 * Aborts a stream that has been silent for too long, or when the caller aborts; ending the watch frees the connection.
 */
class SilenceWatch {
	readonly #aborter = new AbortController()
	readonly #caller: AbortSignal | undefined
	readonly #abort = () => this.#aborter.abort()
	#timer: ReturnType<typeof setTimeout>
	isSilent = false

	constructor(caller: AbortSignal | undefined) {
		this.#caller = caller
		if (caller?.aborted === true) this.#abort()
		caller?.addEventListener('abort', this.#abort)
		this.#timer = this.#arm(silenceMs.first)
	}

	get signal(): AbortSignal {
		return this.#aborter.signal
	}

	heard(): void {
		clearTimeout(this.#timer)
		this.#timer = this.#arm(silenceMs.later)
	}

	end(): void {
		clearTimeout(this.#timer)
		this.#caller?.removeEventListener('abort', this.#abort)
		this.#abort()
	}

	#arm(delayMs: number): ReturnType<typeof setTimeout> {
		return setTimeout(() => {
			this.isSilent = true
			this.#abort()
		}, delayMs)
	}
}
