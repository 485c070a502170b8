/** `online` after a response, `reconnecting` after a failed request or a stream that was cut. */
export type Connection = 'connecting' | 'online' | 'reconnecting'

/** The state of the connection to the service, reported by every request and stream. */
export class ConnectionWatch {
	readonly #listeners = new Set<() => void>()
	#state: Connection = 'connecting'

	get state(): Connection {
		return this.#state
	}

	/** For React's useSyncExternalStore. */
	readonly subscribe = (onChange: () => void): (() => void) => {
		this.#listeners.add(onChange)
		return () => this.#listeners.delete(onChange)
	}

	readonly current = (): Connection => this.#state

	report(state: Connection): void {
		if (this.#state === state) return
		this.#state = state
		for (const listener of this.#listeners) listener()
	}
}

/** A fetch that reports to the watch how each request went, and each stream until it ends or is left. */
export function watchedFetch(watch: ConnectionWatch, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
	return async (input, init) => {
		const response = await fetch(input, init).catch(error => {
			if (!wasAborted(init?.signal)) watch.report('reconnecting')
			throw error
		})
		watch.report('online')
		if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true || response.body === null)
			return response
		const cut = () => {
			if (!wasAborted(init?.signal)) watch.report('reconnecting')
		}
		const { status, statusText, headers } = response
		return new Response(watchedBody(response.body, cut), { status, statusText, headers })
	}
}

function watchedBody(body: ReadableStream<Uint8Array>, cut: () => void): ReadableStream<Uint8Array> {
	const reader = body.getReader()
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			try {
				const { done, value } = await reader.read()
				if (!done) return controller.enqueue(value)
				controller.close()
			} catch (error) {
				cut()
				controller.error(error)
			}
		},
		cancel: reason => reader.cancel(reason),
	})
}

/** Whether the caller left; a request that timed out was cut instead. */
function wasAborted(signal: AbortSignal | null | undefined): boolean {
	return signal?.aborted === true && (signal.reason as { name?: string } | undefined)?.name !== 'TimeoutError'
}
