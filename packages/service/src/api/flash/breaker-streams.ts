import type { BreakerChange } from '@accord/protocol'
import { MakerSubscribers } from './maker-subscribers.ts'

type BreakerStreamsDeps = {
	readonly read: (makerId: string) => Promise<BreakerChange>
	readonly onError: (error: unknown) => void
}

/**
 * Sends the state of a maker's circuit breaker to its sessions: when it is about to pause the maker, when it does, and
 * when the pause ends.
 */
export class BreakerStreams {
	readonly #deps: BreakerStreamsDeps
	readonly #subscribers = new MakerSubscribers<BreakerChange>()

	constructor(deps: BreakerStreamsDeps) {
		this.#deps = deps
	}

	/** Sends to a session from now on, until the returned function is called. */
	subscribe(makerId: string, push: (change: BreakerChange) => void): () => void {
		return this.#subscribers.subscribe(makerId, push)
	}

	/** Reports that the maker's breaker has opened or closed. */
	changed(makerId: string): void {
		if (this.#subscribers.has(makerId)) this.#send(makerId).catch(this.#deps.onError)
	}

	/** Reports that the maker is one step from a pause. */
	warned(makerId: string, warning: BreakerChange): void {
		this.#subscribers.push(makerId, warning)
	}

	async #send(makerId: string): Promise<void> {
		this.#subscribers.push(makerId, await this.#deps.read(makerId))
	}
}
