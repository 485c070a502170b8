import { priceWalk } from './price-walk.ts'
import type { Pricing } from './pricing.ts'

const stepEveryMs = 15_000

/**
 * What a maker quotes, and the prices at which it fills, including those before the last step: an order matched at them
 * may still be in transit.
 */
export class MakerPrices {
	readonly #pricing: Pricing
	readonly #walk: ReturnType<typeof priceWalk> | undefined
	#current: Pricing
	#former: Pricing | undefined
	#nextStepAtMs: number | undefined

	/** Without a seed, the prices stay the same. */
	constructor(pricing: Pricing, walkSeed?: number) {
		this.#pricing = pricing
		this.#walk = walkSeed === undefined ? undefined : priceWalk(pricing.midPrices, walkSeed)
		this.#current = this.#walk === undefined ? pricing : { ...pricing, midPrices: this.#walk.next().value }
	}

	/** The prices quoted now. */
	get current(): Pricing {
		return this.#current
	}

	/** The prices at which it fills. */
	get honoured(): readonly Pricing[] {
		return this.#former === undefined ? [this.#current] : [this.#current, this.#former]
	}

	/** Takes the next step when it is due. */
	moveOn(nowMs: number): void {
		if (this.#walk === undefined) return
		const isDue = this.#nextStepAtMs !== undefined && nowMs >= this.#nextStepAtMs
		if (this.#nextStepAtMs === undefined || isDue) this.#nextStepAtMs = nowMs + stepEveryMs
		if (!isDue) return
		this.#former = this.#current
		this.#current = { ...this.#pricing, midPrices: this.#walk.next().value }
	}
}
