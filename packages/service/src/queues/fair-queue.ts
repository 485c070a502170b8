/**
 * A queue of items from several clients. Clients take turns, so no one waits behind everything that another client has
 * sent. When the queue is full, the client with the most items waiting gives way, so no one can fill it either.
 */
export class FairQueue<T> {
	readonly #capacity: number
	/** Clients in the order of their turns; none has an empty list. */
	readonly #byClient = new Map<string, T[]>()
	#size = 0

	constructor({ capacity }: { capacity: number }) {
		this.#capacity = capacity
	}

	get size(): number {
		return this.#size
	}

	/**
	 * Adds an item for a client. If the queue is full, it returns the displaced item: the newest item of the client with
	 * the most waiting, which may be this one.
	 */
	push(client: string, item: T): T | undefined {
		const own = this.#byClient.get(client) ?? []
		const displaced = this.#size < this.#capacity ? undefined : this.#displace(own.length + 1)
		if (this.#size >= this.#capacity) return item
		own.push(item)
		this.#byClient.set(client, own)
		this.#size += 1
		return displaced
	}

	/** Removes the oldest item of the client whose turn it is. */
	shift(): T | undefined {
		const [first] = this.#byClient
		if (first === undefined) return undefined
		const [client, items] = first
		const item = items.shift()
		this.#byClient.delete(client)
		if (items.length > 0) this.#byClient.set(client, items)
		this.#size -= 1
		return item
	}

	/** Removes the newest item of the client with the most waiting, if it has more than `count`. */
	#displace(count: number): T | undefined {
		const [client, items] = [...this.#byClient].reduce((most, next) => (next[1].length > most[1].length ? next : most))
		if (items.length <= count) return undefined
		this.#size -= 1
		const item = items.pop()
		if (items.length === 0) this.#byClient.delete(client)
		return item
	}
}
