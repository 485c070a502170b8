type KeyWatchDeps = {
	readonly endedAmong: (keyIds: readonly string[]) => Promise<readonly string[]>
	readonly onError: (error: unknown) => void
}

/** Closes sessions opened with an API key when the key is revoked or expires: when the bus reports it, and at every sweep. */
export class KeyWatch {
	readonly #deps: KeyWatchDeps
	readonly #open = new Map<string, Set<() => void>>()
	#reading = false
	#woken = false

	constructor(deps: KeyWatchDeps) {
		this.#deps = deps
	}

	/** Calls back once if the key ends before the returned function is called. */
	watch(keyId: string, ended: () => void): () => void {
		const closers = this.#open.get(keyId) ?? new Set()
		this.#open.set(keyId, closers.add(ended))
		return () => {
			closers.delete(ended)
			if (closers.size === 0 && this.#open.get(keyId) === closers) this.#open.delete(keyId)
		}
	}

	/** Reports that a key may have ended. */
	wake(): void {
		this.#woken = true
		if (!this.#reading) void this.#read()
	}

	async #read(): Promise<void> {
		this.#reading = true
		try {
			while (this.#woken && this.#open.size > 0) {
				this.#woken = false
				for (const keyId of await this.#deps.endedAmong([...this.#open.keys()])) this.#close(keyId)
			}
		} catch (error) {
			this.#deps.onError(error)
		} finally {
			this.#reading = false
		}
	}

	#close(keyId: string): void {
		const closers = this.#open.get(keyId) ?? []
		this.#open.delete(keyId)
		for (const close of closers) close()
	}
}
