import { ConnectionError } from './connection-error.ts'
import { EventDecoder, type ServerEvent } from './event-decoder.ts'
import type { TradeApi } from './trade-api.ts'

/** There is no stream of events to be had here: an older service, or something between that lets none through. */
export class NoEventStream extends ConnectionError {}

/** One connection to a stream of events, and who is told that it is open, or that there is nothing more to come. */
export type EventStreamRequest = {
	api: TradeApi
	path: string
	lastEventId?: string | undefined
	signal?: AbortSignal | undefined
	onOpen?: () => void
	onOver?: () => void
}

const contentType = 'text/event-stream'
/** The service sends something, if only a comment, every 15 s; the first thing at once. */
const silenceMs = { first: 20_000, later: 45_000 }

/**
 * The events of one connection until it ends. An answer without content (204) means that there is nothing more to come.
 * @throws TradeError what the service refused; NoEventStream; ConnectionError
 */
export async function* readEventStream({
	api,
	path,
	lastEventId,
	signal,
	onOpen,
	onOver,
}: EventStreamRequest): AsyncGenerator<ServerEvent, void, undefined> {
	const watch = new SilenceWatch(signal)
	try {
		const headers = { accept: contentType, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) }
		const response = await api.open(path, headers, watch.signal)
		if (response.status === 204) return onOver?.()
		const reader = readerOf(response, path)
		onOpen?.()
		const decoder = new EventDecoder()
		const utf8 = new TextDecoder()
		for (let isFirst = true; ; isFirst = false) {
			const { done, value } = await reader.read().catch(cause => {
				if (isFirst && watch.isSilent) throw new NoEventStream(`${path}: nothing comes through`)
				throw new ConnectionError(`${path}: the stream broke off`, { cause })
			})
			if (done) return
			watch.heard()
			yield* decoder.take(utf8.decode(value, { stream: true }))
		}
	} finally {
		watch.end()
	}
}

function readerOf(response: Response, path: string): ReadableStreamDefaultReader<Uint8Array> {
	if (response.body !== null && response.headers.get('content-type')?.startsWith(contentType)) {
		return response.body.getReader()
	}
	throw new NoEventStream(`${path} is no stream of events`)
}

/** Aborts a stream on which nothing came for too long, or when the caller does; ending it frees the connection. */
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
