import { hostUrls } from '../config/database-url.ts'

// The guarantee: the service writes to the one server that accepts writes, wherever among the named ones that is now.

/** The servers of one database, of which at most one accepts writes. */
export class DatabaseHosts {
	readonly #urls: readonly [string, ...string[]]
	#current: string

	constructor(url: string) {
		this.#urls = hostUrls(url)
		this.#current = this.#urls[0]
	}

	/** The server that was last found to accept writes; the first until one was. */
	get current(): string {
		return this.#current
	}

	/**
	 * Opens a session on the first server on which that succeeds, beginning with the current one.
	 * @throws the reason of the last server, unless `isFinal` says that the others need not be tried
	 */
	async first<Opened>(open: (url: string) => Promise<Opened>, isFinal: (error: unknown) => boolean): Promise<Opened> {
		const others = this.#urls.filter(url => url !== this.#current)
		let reason: unknown
		for (const url of [this.#current, ...others]) {
			try {
				const opened = await open(url)
				this.#current = url
				return opened
			} catch (error) {
				if (isFinal(error)) throw error
				reason = error
			}
		}
		throw reason
	}
}
