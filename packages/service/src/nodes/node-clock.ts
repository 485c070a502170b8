import type { Clock } from '@accord/protocol'

// The guarantee: nodes whose machines' clocks differ by less than the bound judge deadlines by one clock, the database's, to within
// the 0.3 s that parts have beyond theirs.

type NodeClockOptions = {
	readonly machine: Clock
	/** A greater difference is left alone: then the ledger's clock says that this node's is wrong, or the database's is. */
	readonly correctableMs: number
	/** Called with each new difference: what is added to the machine's time. */
	readonly onCorrected?: (offMs: number) => void
}

/** Smaller changes are those of the way to the database and back, or do no harm: time does not jump for them. */
const ignoredMs = 200
/** An answer that took longer says too little. */
const answeredWithinMs = 200

/** The machine's clock, corrected by that of the database that several nodes share. */
export class NodeClock implements Clock {
	readonly #options: NodeClockOptions
	#offMs = 0

	constructor(options: NodeClockOptions) {
		this.#options = options
	}

	nowMs(): number {
		return this.#options.machine.nowMs() + this.#offMs
	}

	wakeAt(ms: number, fn: () => void): () => void {
		return this.#options.machine.wakeAt(ms - this.#offMs, fn)
	}

	/** Asks the database what time it is, and from then on goes by that; undefined says nothing. */
	async compare(ask: () => Promise<number | undefined>): Promise<number | undefined> {
		const { machine } = this.#options
		const askedAtMs = machine.nowMs()
		const saidMs = await ask()
		const answeredAtMs = machine.nowMs()
		const tookMs = answeredAtMs - askedAtMs
		// A clock that was set meanwhile has gone back.
		if (saidMs !== undefined && tookMs >= 0 && tookMs <= answeredWithinMs)
			this.#goBy(Math.round(saidMs - askedAtMs - tookMs / 2))
		return saidMs
	}

	#goBy(differenceMs: number): void {
		const { correctableMs, onCorrected } = this.#options
		const offMs = Math.abs(differenceMs) > correctableMs ? 0 : differenceMs
		if (Math.abs(offMs - this.#offMs) <= ignoredMs) return
		this.#offMs = offMs
		onCorrected?.(offMs)
	}
}
