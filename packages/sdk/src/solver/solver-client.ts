import { openSocket } from '#open-socket'
import { ReconnectingSocket, type SocketLike } from '../transport/reconnecting-socket.ts'
import type { Backoff } from '../transport/retry.ts'
import type { BundleHex, SolverEvent } from './solver-event.ts'
import { SolverEventStream } from './solver-event-stream.ts'

/** Where the Solver API is, and who is told of the connection. */
export type SolverClientOptions = {
	/** The address of the Solver API without its path, for instance `ws://127.0.0.1:8480`. */
	solverUrl: string
	onState?: (state: 'connected' | 'disconnected', detail?: string) => void
	backoff?: Backoff
	openSocket?: (url: string) => SocketLike | Promise<SocketLike>
}

const waitingMax = 1_000

/**
 * A solver's side of the Solver API (specification, "Solver API"), in browsers and Node: receives bundles, says nothing, comes
 * back by itself. `bundles` is the specification's stream: after every connection the service sends all bundles still open, so
 * a bundle may come more than once. `events` tells of withdrawals too, each event once, and can go on from a cursor.
 */
export class SolverClient {
	readonly #options: SolverClientOptions
	readonly #url: string
	readonly #socket: ReconnectingSocket
	readonly #handlers = new Set<(bundle: BundleHex) => void>()
	readonly #streams = new Set<SolverEventStream>()

	constructor(options: SolverClientOptions) {
		this.#options = options
		this.#url = `${options.solverUrl.replace(/\/+$/, '')}/subintent-stream`
		this.#socket = new ReconnectingSocket({
			...this.#connection(),
			open: () => this.#open(this.#url),
			idleMs: 15_000,
			onText: text => this.#received(text),
		})
	}

	/** Whether bundles can arrive now. */
	get isConnected(): boolean {
		return this.#socket.isOpen
	}

	/** Calls `handler` with every bundle from now on, connecting if need be; the answer takes the handler away again. */
	onBundle(handler: (bundle: BundleHex) => void): () => void {
		this.#handlers.add(handler)
		this.#socket.start()
		return () => this.#handlers.delete(handler)
	}

	/**
	 * The bundles as an async iterator, until `signal` is aborted. At most 1,000 wait; beyond that the oldest is dropped, since it
	 * is the first to expire.
	 */
	async *bundles(signal?: AbortSignal): AsyncGenerator<BundleHex, void, undefined> {
		const waiting: BundleHex[] = []
		let wake: () => void = () => undefined
		const stop = this.onBundle(bundle => {
			if (waiting.push(bundle) > waitingMax) waiting.shift()
			wake()
		})
		const aborted = () => wake()
		signal?.addEventListener('abort', aborted)
		try {
			while (signal?.aborted !== true) {
				const bundle = waiting.shift()
				if (bundle !== undefined) yield bundle
				else
					await new Promise<void>(resolve => {
						wake = resolve
					})
			}
		} finally {
			signal?.removeEventListener('abort', aborted)
			stop()
		}
	}

	/**
	 * What is published and withdrawn, each event once and in order over any number of connections, on a connection of its own,
	 * until `signal` is aborted. `since` is the cursor of the last event that was dealt with; absent, it begins with the bundles
	 * that are open now.
	 * @throws TradeError `sequence_ahead`, `validation_failed` for a cursor that is none of this stream (in Node; browsers are not told why)
	 */
	async *events({
		since,
		signal,
	}: {
		since?: string
		signal?: AbortSignal
	} = {}): AsyncGenerator<SolverEvent, void, undefined> {
		const stream = new SolverEventStream({
			...this.#connection(),
			open: cursor =>
				this.#open(`${this.#url}?events=1${cursor === undefined ? '' : `&since=${encodeURIComponent(cursor)}`}`),
			...(since === undefined ? {} : { since }),
		})
		const stop = () => stream.end()
		this.#streams.add(stream)
		signal?.addEventListener('abort', stop)
		if (signal?.aborted === true) stop()
		try {
			yield* stream.events()
		} finally {
			signal?.removeEventListener('abort', stop)
			this.#streams.delete(stream)
			stop()
		}
	}

	/** Ends all connections for good. */
	close(): void {
		this.#socket.close()
		for (const stream of this.#streams) stream.end()
	}

	#open(url: string): SocketLike | Promise<SocketLike> {
		return (this.#options.openSocket ?? openSocket)(url)
	}

	#connection() {
		const { onState, backoff } = this.#options
		return {
			onOpen: () => onState?.('connected'),
			onClose: (reason: string) => onState?.('disconnected', reason),
			...(backoff === undefined ? {} : { backoff }),
		}
	}

	#received(text: string): void {
		const bundle = readBundle(text)
		if (bundle !== undefined) for (const handler of this.#handlers) handler(bundle)
	}
}

/** The bundle in a message of the stream; undefined for any other message, which a later version may send. */
function readBundle(text: string): BundleHex | undefined {
	try {
		const message = JSON.parse(text) as { method?: unknown; params?: unknown }
		if (message.method !== 'new_subintent_bundle' || !Array.isArray(message.params)) return undefined
		return message.params.every(item => typeof item === 'string') ? message.params : undefined
	} catch {
		return undefined
	}
}
