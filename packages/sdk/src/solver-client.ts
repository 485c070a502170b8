import type { Backoff } from './backoff.ts'
import { openSocket } from './open-socket.ts'
import { ReconnectingSocket, type SocketLike } from './reconnecting-socket.ts'

/** The signed partial transactions of one trade, as hex: the user's item first, then its fills. Each wears the service's outer subintent. */
export type BundleHex = string[]

/** Where the Solver API is, and who is told of the connection. */
export type SolverClientOptions = {
	/** The address of the Solver API without its path, for instance `ws://127.0.0.1:8480`. */
	solverUrl: string
	onState?: (state: 'connected' | 'disconnected', detail?: string) => void
	backoff?: Backoff
	openSocket?: (url: string) => SocketLike | Promise<SocketLike>
}

const WAITING_MAX = 1_000

/**
 * A solver's side of the Solver API (specification, "Solver API"): receives bundles, says nothing, comes back by itself.
 * After every connection the service sends all bundles still open, so nothing is missed and a bundle may come more than once:
 * know them by their hashes.
 */
export class SolverClient {
	readonly #socket: ReconnectingSocket
	readonly #handlers = new Set<(bundle: BundleHex) => void>()

	constructor(options: SolverClientOptions) {
		const url = `${options.solverUrl.replace(/\/+$/, '')}/subintent-stream`
		this.#socket = new ReconnectingSocket({
			open: () => (options.openSocket ?? openSocket)(url),
			idleMs: 15_000,
			onOpen: () => options.onState?.('connected'),
			onClose: reason => options.onState?.('disconnected', reason),
			onText: text => this.#received(text),
			...(options.backoff === undefined ? {} : { backoff: options.backoff }),
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
			if (waiting.push(bundle) > WAITING_MAX) waiting.shift()
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

	/** Ends the connection for good. */
	close(): void {
		this.#socket.close()
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
