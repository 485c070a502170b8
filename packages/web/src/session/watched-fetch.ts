/** `online` while the service responds, `reconnecting` after a failed request, a cut stream, or silence on open ones. */
export type Connection = 'connecting' | 'online' | 'reconnecting'

/** A running service sends something every second on each stream. */
export const silentAfterMs = 2_000
/** If a timer is later than this, the machine was asleep or the page was busy: received data has not been read yet. */
const lateMs = 1_000

/** The state of the connection to the service, reported by every request and stream. */
export class ConnectionWatch {
	readonly #listeners = new Set<() => void>()
	#state: Connection = 'connecting'
	#heardAtMs: number | undefined
	#openStreams = 0
	#timer: ReturnType<typeof setTimeout> | undefined

	get state(): Connection {
		return this.#state
	}

	/** For React's useSyncExternalStore. */
	readonly subscribe = (onChange: () => void): (() => void) => {
		this.#listeners.add(onChange)
		return () => this.#listeners.delete(onChange)
	}

	readonly current = (): Connection => this.#state

	/** When the service last responded, if it does not respond now; otherwise undefined. */
	readonly lostSinceMs = (): number | undefined => (this.#state === 'reconnecting' ? this.#heardAtMs : undefined)

	/** The service responded. */
	heard(): void {
		this.#heardAtMs = Date.now()
		this.#report('online')
		this.#awaitBeat()
	}

	lost(): void {
		this.#report('reconnecting')
	}

	/** A stream is open, and must keep receiving until the returned function is called. */
	streamOpened(): () => void {
		let isOpen = true
		this.#openStreams += 1
		this.#awaitBeat()
		return () => {
			if (!isOpen) return
			isOpen = false
			this.#openStreams -= 1
			this.#awaitBeat()
		}
	}

	#awaitBeat(): void {
		clearTimeout(this.#timer)
		if (this.#openStreams === 0) return
		const dueMs = Date.now() + silentAfterMs
		this.#timer = setTimeout(() => (Date.now() > dueMs + lateMs ? this.#awaitBeat() : this.lost()), silentAfterMs)
	}

	#report(state: Connection): void {
		if (this.#state === state) return
		this.#state = state
		for (const listener of this.#listeners) listener()
	}
}

/** A fetch that reports the result of each request to the watch, and each stream until it ends or is abandoned. */
export function watchedFetch(watch: ConnectionWatch, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
	return async (input, init) => {
		const response = await fetch(input, init).catch(error => {
			if (!wasAborted(init?.signal)) watch.lost()
			throw error
		})
		watch.heard()
		if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true || response.body === null)
			return response
		const { status, statusText, headers } = response
		return new Response(watchedBody(response.body, watch, init?.signal), { status, statusText, headers })
	}
}

function watchedBody(
	body: ReadableStream<Uint8Array>,
	watch: ConnectionWatch,
	signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array> {
	const reader = body.getReader()
	const closed = watch.streamOpened()
	signal?.addEventListener('abort', closed, { once: true })
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			try {
				const { done, value } = await reader.read()
				if (!done) {
					watch.heard()
					return controller.enqueue(value)
				}
				closed()
				controller.close()
			} catch (error) {
				closed()
				if (!wasAborted(signal)) watch.lost()
				controller.error(error)
			}
		},
		cancel(reason) {
			closed()
			return reader.cancel(reason)
		},
	})
}

/** Whether the caller aborted the request; a timed-out request is cut off instead. */
function wasAborted(signal: AbortSignal | null | undefined): boolean {
	return signal?.aborted === true && (signal.reason as { name?: string } | undefined)?.name !== 'TimeoutError'
}
