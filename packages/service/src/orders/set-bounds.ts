import type { Exact } from '@accord/protocol'
import { LargestOfSuffix } from './largest-of-suffix.ts'
import type { MatchRequest } from './match-order.ts'
import { orderSize } from './order-size.ts'
import type { PlacedOffer } from './walk-makers.ts'

/** What each maker's levels are worth above one price, for the amount that it offers there. */
type Gains = { readonly price: bigint; readonly of: readonly bigint[]; readonly rest: LargestOfSuffix }

/** Makers already chosen, and `more` others from the place `next` on, whichever they are. */
export type SetsOfMakers = { readonly chosen: readonly number[]; readonly next: number; readonly more: number }

/**
 * Bounds what sets of makers can give, without walking their levels. For any price at all, an order's total is at most
 * its base at that price and what its makers' better levels are worth above it: the best total is where that is least. So
 * the least over some prices is a bound, and it adds up maker by maker.
 */
export class SetBounds {
	readonly #base: bigint
	readonly #limit: Exact
	readonly #depths: readonly bigint[]
	readonly #depthOfRest: LargestOfSuffix
	readonly #gains: readonly Gains[]

	constructor(request: MatchRequest, offers: readonly PlacedOffer[]) {
		const { base, quote } = orderSize(request)
		// The cheaper the better on the side of asks: the same with all prices negative.
		const sign = request.side === 'bids' ? 1n : -1n
		this.#base = base
		this.#limit = sign * quote * one
		this.#depths = offers.map(({ levels }) => levels.reduce((depth, { amount }) => depth + amount, 0n))
		this.#depthOfRest = new LargestOfSuffix(this.#depths, request.makersMax)
		this.#gains = somePrices(offers).map(price => {
			const of = offers.map(offer => gainAbove(offer, { price: sign * price, sign }))
			return { price: sign * price, of, rest: new LargestOfSuffix(of, request.makersMax) }
		})
	}

	/** At least the surplus of each of these sets; nothing if none holds the base. */
	surplus(sets: SetsOfMakers): Exact | undefined {
		if (this.#depth(sets) < this.#base) return undefined
		let least: bigint | undefined
		for (const gains of this.#gains) {
			const bound = this.#base * gains.price + gainOf(gains, sets)
			if (least === undefined || bound < least) least = bound
		}
		return least === undefined ? undefined : least - this.#limit
	}

	/** At least the base that each of these sets gives at the order's limit price or better. */
	largestBase(sets: SetsOfMakers): bigint {
		let least = this.#depth(sets)
		for (const gains of this.#gains) {
			const short = this.#limit - this.#base * gains.price
			const bound = short > 0n ? (this.#base * gainOf(gains, sets)) / short : least
			if (bound < least) least = bound
		}
		return least
	}

	#depth({ chosen, next, more }: SetsOfMakers): bigint {
		return sumOf(this.#depths, chosen) + this.#depthOfRest.sum(next, more)
	}

	/** The makers that gain most at each price looked at: sets of theirs are good ones. */
	favourites(size: number): number[][] {
		return this.#gains.map(({ of }) => {
			const places = of.map((_, place) => place)
			places.sort((a, b) => ((of[a] ?? 0n) < (of[b] ?? 0n) ? 1 : (of[a] ?? 0n) > (of[b] ?? 0n) ? -1 : a - b))
			return places.slice(0, size).sort((a, b) => a - b)
		})
	}
}

function gainOf({ of, rest }: Gains, { chosen, next, more }: SetsOfMakers): bigint {
	return sumOf(of, chosen) + rest.sum(next, more)
}

const one = 10n ** 18n

function sumOf(values: readonly bigint[], places: readonly number[]): bigint {
	return places.reduce((sum, place) => sum + (values[place] ?? 0n), 0n)
}

function gainAbove({ levels }: PlacedOffer, { price, sign }: { price: bigint; sign: bigint }): bigint {
	let gain = 0n
	for (const level of levels) {
		const better = sign * level.price - price
		if (better <= 0n) break
		gain += better * level.amount
	}
	return gain
}

/** All prices of a side with few; of one with many, those at distances that grow with the depth. */
function somePrices(offers: readonly PlacedOffer[]): bigint[] {
	const levels = offers.flatMap(offer => offer.levels).sort((a, b) => a.place - b.place)
	const prices = [...new Set(levels.map(({ price }) => price as bigint))]
	return prices.filter((_, at) => at < 16 || at === prices.length - 1 || isStep(at))
}

/** 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, … */
function isStep(at: number): boolean {
	return at % 2 ** (Math.floor(Math.log2(at)) - 2) === 0
}
