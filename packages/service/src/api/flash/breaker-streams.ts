import type { Decimal } from '@accord/protocol'
import type { MakerPause } from '../../breaker/maker-pauses.ts'

/** What a maker is told when its circuit breaker opens or closes. */
export type BreakerChange = {
	readonly pauses: readonly MakerPause[]
	readonly missRate: Decimal
	readonly sample: number
	readonly occurredAtMs: number
}

type Push = (change: BreakerChange) => void

/** Tells a maker's sessions of its circuit breaker. */
export class BreakerStreams {
	readonly #read: (makerId: string) => Promise<BreakerChange>
	readonly #onError: (error: unknown) => void
	readonly #subscribers = new Map<string, Set<Push>>()

	constructor(deps: { read: (makerId: string) => Promise<BreakerChange>; onError: (error: unknown) => void }) {
		this.#read = deps.read
		this.#onError = deps.onError
	}

	/** Tells a session from now on; the returned function ends that. */
	subscribe(makerId: string, push: Push): () => void {
		const pushes = this.#subscribers.get(makerId) ?? new Set()
		this.#subscribers.set(makerId, pushes.add(push))
		return () => {
			pushes.delete(push)
			if (pushes.size === 0 && this.#subscribers.get(makerId) === pushes) this.#subscribers.delete(makerId)
		}
	}

	/** Says that the maker's breaker has opened or closed. */
	changed(makerId: string): void {
		if (this.#subscribers.has(makerId)) this.#tell(makerId).catch(this.#onError)
	}

	async #tell(makerId: string): Promise<void> {
		const change = await this.#read(makerId)
		for (const push of this.#subscribers.get(makerId) ?? []) push(change)
	}
}
