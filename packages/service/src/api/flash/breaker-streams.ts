import type { BreakerChange } from '@accord/protocol'

type Push = (change: BreakerChange) => void
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
	readonly #subscribers = new Map<string, Set<Push>>()

	constructor(deps: BreakerStreamsDeps) {
		this.#deps = deps
	}

	/** Sends to a session from now on, until the returned function is called. */
	subscribe(makerId: string, push: Push): () => void {
		const pushes = this.#subscribers.get(makerId) ?? new Set()
		this.#subscribers.set(makerId, pushes.add(push))
		return () => {
			pushes.delete(push)
			if (pushes.size === 0 && this.#subscribers.get(makerId) === pushes) this.#subscribers.delete(makerId)
		}
	}

	/** Reports that the maker's breaker has opened or closed. */
	changed(makerId: string): void {
		if (this.#subscribers.has(makerId)) this.#send(makerId).catch(this.#deps.onError)
	}

	/** Reports that the maker is one step from a pause. */
	warned(makerId: string, warning: BreakerChange): void {
		for (const push of this.#subscribers.get(makerId) ?? []) push(warning)
	}

	async #send(makerId: string): Promise<void> {
		const change = await this.#deps.read(makerId)
		for (const push of this.#subscribers.get(makerId) ?? []) push(change)
	}
}
