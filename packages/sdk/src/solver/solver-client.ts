import {
	functionForm,
	type PublishedBundle,
	requireArguments,
	type SolverEvent,
	shown,
	textForm,
} from '@accord/protocol'
import { openSocket } from '#open-socket'
import { AsyncQueue } from '../transport/async-queue.ts'
import { refuseUnknown } from '../transport/known-options.ts'
import type { LogRestart } from '../transport/log-restart.ts'
import { ReconnectingSocket } from '../transport/reconnecting-socket.ts'
import type { RemovedEntries } from '../transport/removed-entries.ts'
import type { Backoff } from '../transport/retry.ts'
import { readBundle } from '../transport/solver-messages.ts'
import { isFinalRefusal, SolverEventStream } from './solver-event-stream.ts'

/** One trade's signed partial transactions in hex, the user's first, then its fills; each in the service's outer subintent. */
export type BundleHex = PublishedBundle['items']

/** Where the Solver API is, and how to connect to it. */
export type SolverClientOptions = {
	/** The address of the Solver API without its path, for instance `ws://127.0.0.1:8480`. */
	readonly solverUrl: string
	/** One of the operator's keys, which gives a connection that strangers cannot take up. Browsers cannot send one. */
	readonly apiKey?: string
	/** Called when a connection opens, ends or cannot be made; `detail` is the reason. */
	readonly onState?: (state: 'connected' | 'disconnected', detail?: string) => void
	/**
	 * Called when `events` starts over because the service was restored from a backup: the open bundles follow, and bundles
	 * known from before no longer count.
	 */
	readonly onRestart?: (restart: LogRestart) => void
	/**
	 * Called when `events` continues at the first number kept, because earlier entries have been removed; not in browsers.
	 */
	readonly onRemoved?: (removed: RemovedEntries) => void
	readonly backoff?: Backoff
}

const bundlesMax = 1_000

/**
 * A solver's side of the Solver API (specification, "Solver API"), in browsers and Node: it receives bundles, sends
 * nothing and reconnects on its own. `bundles` is the specification's stream: after every connection the service sends
 * all open bundles, so a bundle may arrive more than once. `events` includes withdrawals, has each event once, and can
 * resume from a cursor.
 */
export class SolverClient {
	readonly #options: SolverClientOptions
	readonly #url: string
	readonly #socket: ReconnectingSocket
	readonly #bundles = new Set<AsyncQueue<BundleHex>>()
	readonly #events = new Set<SolverEventStream>()

	/** @throws TypeError for an unknown option, or without an address */
	constructor(options: SolverClientOptions) {
		refuseUnknown('SolverClient', options, ['solverUrl', 'apiKey', 'onState', 'onRestart', 'onRemoved', 'backoff'])
		if (!/^wss?:\/\//.test(options.solverUrl))
			throw new TypeError(`SolverClient needs solverUrl, such as wss://…, not ${shown(options.solverUrl)}`)
		this.#options = options
		this.#url = `${options.solverUrl.replace(/\/+$/, '')}/subintent-stream`
		this.#socket = new ReconnectingSocket({
			...this.#connection(),
			open: () => this.#open(this.#url),
			idleMs: 15_000,
			isFatal: isFinalRefusal,
			onFatal: error => {
				for (const bundles of this.#bundles) bundles.end(error)
			},
			onText: text => this.#receive(text),
		})
	}

	/** Whether bundles can arrive now. */
	get isConnected(): boolean {
		return this.#socket.isOpen
	}

	/**
	 * The bundles from now on, until `signal` is aborted or the client is closed. At most 1,000 wait to be read; beyond
	 * that the oldest, which is the first to expire, is dropped.
	 * @throws TradeError while reading when the address or the key is refused (not in browsers)
	 */
	bundles({ signal }: { signal?: AbortSignal } = {}): AsyncIterableIterator<BundleHex, void, undefined> {
		const bundles: AsyncQueue<BundleHex> = new AsyncQueue({
			capacity: bundlesMax,
			whenFull: 'drop_oldest',
			signal,
			onDemand: () => {
				this.#bundles.add(bundles)
				this.#socket.start()
			},
			onClose: () => this.#bundles.delete(bundles),
		})
		return bundles
	}

	/**
	 * Calls `handler` with each of {@link bundles}, until the returned function is called. If the handler throws, the calls
	 * stop, and the error is an unhandled rejection.
	 */
	onBundle(handler: (bundle: BundleHex) => void): () => void {
		requireArguments('onBundle', { handler: functionForm }, { handler })
		const stop = new AbortController()
		void forEach(this.bundles(stop), handler)
		return () => stop.abort()
	}

	/**
	 * Publications, withdrawals and cursors, each once and in order: those after the cursor `since`, or starting with the
	 * open bundles. Entries that the service has removed are skipped and reported to `onRemoved`. After the service is
	 * restored from a backup, the stream starts over with the open bundles, which `onRestart` reports.
	 * @throws TradeError `sequence_ahead` for a cursor `since` that the stream has not reached; ConnectionError for a
	 * message that cannot be parsed
	 */
	events(options: { since?: string; signal?: AbortSignal } = {}): AsyncIterableIterator<SolverEvent, void, undefined> {
		refuseUnknown('events', options, ['since', 'signal'])
		const { since, signal } = options
		requireArguments('events', { 'since?': textForm('a cursor of this stream as text') }, { since })
		const stream: SolverEventStream = new SolverEventStream({
			...this.#connection(),
			open: cursor =>
				this.#open(`${this.#url}?events=1${cursor === undefined ? '' : `&since=${encodeURIComponent(cursor)}`}`),
			since,
			signal,
			onRestart: this.#options.onRestart,
			onRemoved: removed => this.#options.onRemoved?.(removed),
			onEnd: () => this.#events.delete(stream),
		})
		this.#events.add(stream)
		return stream.events
	}

	/** Ends all connections and all streams for good. */
	close(): void {
		this.#socket.close()
		for (const bundles of this.#bundles) bundles.end()
		for (const stream of this.#events) stream.close()
	}

	#open(url: string) {
		const { apiKey } = this.#options
		return openSocket(url, apiKey === undefined ? {} : { 'SERVICE-API-KEY': apiKey })
	}

	#connection() {
		const { onState, backoff } = this.#options
		return {
			onOpen: () => onState?.('connected'),
			onClose: (reason: string) => onState?.('disconnected', reason),
			...(backoff === undefined ? {} : { backoff }),
		}
	}

	#receive(text: string): void {
		const bundle = readBundle(text)
		if (bundle !== undefined) for (const bundles of this.#bundles) bundles.push(bundle)
	}
}

async function forEach<T>(values: AsyncIterable<T>, fn: (value: T) => void): Promise<void> {
	for await (const value of values) fn(value)
}
