import type { IsUsable } from '../../accounts/api-keys.ts'

type KeyWatchDeps = {
	/** Which of these keys have ended or are limited to addresses, each with where it may be used. */
	readonly limitedAmong: (keyIds: readonly string[]) => Promise<ReadonlyMap<string, IsUsable>>
	readonly onError: (error: unknown) => void
}

/** A session's key, and the address that it was opened from. */
type WatchedKey = { readonly keyId: string; readonly address: string }

/**
 * Closes sessions opened with an API key when the key is revoked, expires or may no longer be used from their address:
 * when the bus reports it, and at every sweep.
 */
export class KeyWatch {
	readonly #deps: KeyWatchDeps
	/** By key: what closes each session, and its address. */
	readonly #open = new Map<string, Map<() => void, string>>()
	#reading = false
	#woken = false

	constructor(deps: KeyWatchDeps) {
		this.#deps = deps
	}

	/** Calls back once if the key ends before the returned function is called. */
	watch({ keyId, address }: WatchedKey, ended: () => void): () => void {
		const closers = this.#open.get(keyId) ?? new Map<() => void, string>()
		this.#open.set(keyId, closers.set(ended, address))
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
				const limited = await this.#deps.limitedAmong([...this.#open.keys()])
				for (const [keyId, isUsable] of limited) this.#close(keyId, isUsable)
			}
		} catch (error) {
			this.#deps.onError(error)
		} finally {
			this.#reading = false
		}
	}

	#close(keyId: string, isUsable: IsUsable): void {
		const closers = this.#open.get(keyId) ?? new Map<() => void, string>()
		const unusable = [...closers].filter(([, address]) => !isUsable(address))
		for (const [close] of unusable) closers.delete(close)
		if (closers.size === 0) this.#open.delete(keyId)
		for (const [close] of unusable) close()
	}
}
