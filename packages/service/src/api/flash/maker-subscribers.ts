type Push<T> = (message: T) => void

/** The sessions of each maker that want to be told of something, at this node. */
export class MakerSubscribers<T> {
	readonly #byMaker = new Map<string, Set<Push<T>>>()

	/** Sends to a session from now on, until the returned function is called. */
	subscribe(makerId: string, push: Push<T>): () => void {
		const pushes = this.#byMaker.get(makerId) ?? new Set()
		this.#byMaker.set(makerId, pushes.add(push))
		return () => {
			pushes.delete(push)
			if (pushes.size === 0 && this.#byMaker.get(makerId) === pushes) this.#byMaker.delete(makerId)
		}
	}

	has(makerId: string): boolean {
		return this.#byMaker.has(makerId)
	}

	/** Sends to all sessions of the maker. */
	push(makerId: string, message: T): void {
		for (const push of this.#byMaker.get(makerId) ?? []) push(message)
	}
}
