import type { Clock } from '@accord/protocol'

// The guarantee: nodes whose machines' clocks differ by less than the bound judge deadlines by one clock, the
// database's, to within the 0.3 s that parts are allowed past their deadlines.

type NodeClockOptions = {
	readonly machine: Clock
	/** A greater difference is not corrected: the ledger's clock then shows that this node's or the database's clock is wrong. */
	readonly correctableMs: number
	/** Called with each new difference that is added to the machine's time. */
	readonly onCorrected?: (offMs: number) => void
}

/** Smaller changes are due to the round trip to the database, or do no harm, so time does not jump for them. */
const ignoredMs = 200
/** An answer that took longer is too imprecise. */
const answeredWithinMs = 200

/** The machine's clock, corrected by the clock of the database that several nodes share. */
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

	/** Asks the database for the time and follows it from then on; ignores undefined. */
	async compare(ask: () => Promise<number | undefined>): Promise<number | undefined> {
		const { machine } = this.#options
		const askedAtMs = machine.nowMs()
		const saidMs = await ask()
		const answeredAtMs = machine.nowMs()
		const tookMs = answeredAtMs - askedAtMs
		// The clock was set back in the meantime.
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
