/**
 * An {@link AsyncQueue}'s bound, and the hooks that connect it to its source. Hooks are synchronous; their return
 * values are ignored.
 */
export type AsyncQueueOptions<T> = {
	/** How many values may wait for the reader. */
	readonly capacity: number
	/**
	 * What {@link AsyncQueue.push} does when that many are waiting: refuse the new value, or drop the oldest to make room.
	 */
	readonly whenFull: 'refuse' | 'drop_oldest'
	/** When aborted, the iteration ends immediately and waiting values are dropped. */
	readonly signal?: AbortSignal | undefined
	/**
	 * Called each time the reader asks for a value while none is waiting, so the first call means that reading has begun.
	 * It may push or end immediately. If it throws, the iteration ends with that error.
	 */
	readonly onDemand?: () => void
	/** Called with each value as the reader takes it. */
	readonly onTaken?: (value: T) => void
	/**
	 * Called once, when the iteration is over: after the last value or error, on abort, or when the reader leaves early.
	 * Must not throw.
	 */
	readonly onClose?: () => void
}

type Reader<T> = { resolve(result: IteratorResult<T, void>): void; reject(error: unknown): void }

/**
 * A bounded queue between a source that pushes and one reader that pulls (`for await`). All streams of this package are
 * such queues. The source never waits: a full queue refuses or drops, and `onDemand` reports when the reader has caught
 * up.
 */
export class AsyncQueue<T> implements AsyncIterableIterator<T, void, undefined> {
	readonly #options: AsyncQueueOptions<T>
	readonly #values: T[] = []
	readonly #readers: Reader<T>[] = []
	readonly #abort = () => this.#leave()
	#isEnded = false
	#isClosed = false
	#error: Error | undefined

	constructor(options: AsyncQueueOptions<T>) {
		this.#options = options
		options.signal?.addEventListener('abort', this.#abort)
	}

	/** Adds a value; false if it was refused because the queue is full or has ended. */
	push(value: T): boolean {
		const { capacity, whenFull } = this.#options
		if (this.#isEnded) return false
		const reader = this.#readers.shift()
		if (reader !== undefined) {
			reader.resolve(this.#taken(value))
			return true
		}
		if (this.#values.length >= capacity) {
			if (whenFull === 'refuse') return false
			this.#values.shift()
		}
		this.#values.push(value)
		return true
	}

	/** Drops the values waiting for the reader. */
	clear(): void {
		this.#values.length = 0
	}

	/**
	 * Ends the source: the reader still gets the waiting values, then `error` if given, and then the end. Only the first
	 * call counts.
	 */
	end(error?: Error): void {
		if (this.#isEnded) return
		this.#isEnded = true
		this.#error = error
		if (this.#values.length === 0) this.#close()
	}

	next(): Promise<IteratorResult<T, void>> {
		if (this.#options.signal?.aborted === true) this.#leave()
		if (this.#values.length > 0) return Promise.resolve(this.#taken(this.#values.shift() as T))
		return new Promise((resolve, reject) => {
			this.#readers.push({ resolve, reject })
			if (this.#isEnded) this.#close()
			else this.#demand()
		})
	}

	/** Ends the iteration from the reader's side, even while a `next` is pending. */
	return(): Promise<IteratorResult<T, void>> {
		this.#leave()
		return Promise.resolve({ value: undefined, done: true })
	}

	[Symbol.asyncIterator](): this {
		return this
	}

	#taken(value: T): IteratorResult<T, void> {
		this.#options.onTaken?.(value)
		return { value, done: false }
	}

	#demand(): void {
		try {
			this.#options.onDemand?.()
		} catch (error) {
			this.end(error instanceof Error ? error : new Error(String(error)))
		}
	}

	#leave(): void {
		this.#isEnded = true
		this.#error = undefined
		this.#values.length = 0
		this.#close()
	}

	#close(): void {
		for (const { resolve, reject } of this.#readers.splice(0)) {
			const error = this.#error
			this.#error = undefined
			if (error === undefined) resolve({ value: undefined, done: true })
			else reject(error)
		}
		if (this.#isClosed) return
		this.#isClosed = true
		this.#options.signal?.removeEventListener('abort', this.#abort)
		this.#options.onClose?.()
	}
}
