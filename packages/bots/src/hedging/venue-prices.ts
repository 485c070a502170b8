import type { BestPrices } from './venue-market.ts'

/** The venue's best prices as they were read last: none if they are older than allowed, by our clock or the venue's. */
export class VenuePrices {
	readonly #staleMs: number
	#last: { readonly best: BestPrices; readonly atMs: number } | undefined

	constructor(staleMs: number) {
		this.#staleMs = staleMs
	}

	/** Prices that were asked for at a time; they are as old as the question. */
	take(best: BestPrices, askedAtMs: number): void {
		this.#last = { best, atMs: Math.min(askedAtMs, best.atMs ?? askedAtMs) }
	}

	at(nowMs: number): BestPrices | undefined {
		return this.#last !== undefined && nowMs - this.#last.atMs <= this.#staleMs ? this.#last.best : undefined
	}
}
