import type { Exact } from '@accord/protocol'
import type { MatchRequest } from './match-request.ts'
import { orderSize } from './match-request.ts'
import type { PlacedOffer } from './walk.ts'

/**
 * Whether sets that begin with `chosen` and go on with makers from `next` on could lead to something better than what was
 * found so far. False for one place must be false for all later ones.
 */
type Worthwhile = (chosen: readonly number[], next: number) => boolean

/**
 * All sets of exactly `size` of `count` makers by their places, in order: first those with the first maker. Whole branches
 * that are not worthwhile are left out.
 */
export function* makerSets(
	count: number,
	{ size, worthwhile }: { size: number; worthwhile: Worthwhile },
): Generator<readonly number[]> {
	yield* extend([], 0)

	function* extend(chosen: readonly number[], from: number): Generator<readonly number[]> {
		if (chosen.length === size) {
			if (worthwhile(chosen, from)) yield chosen
			return
		}
		for (let next = from; next + size - chosen.length <= count; next++) {
			if (!worthwhile(chosen, next)) return
			yield* extend([...chosen, next], next + 1)
		}
	}
}

/** What each maker's levels are worth above one price, for the amount that it offers there. */
type Gains = { readonly price: bigint; readonly of: readonly bigint[]; readonly rest: LargestOfSuffix }

/** Makers already chosen, and `more` others from the place `next` on, whichever they are. */
type SetsOfMakers = { readonly chosen: readonly number[]; readonly next: number; readonly more: number }

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

/** Sums of the largest values of a list from any place on, each found in a step. */
class LargestOfSuffix {
	/** At each place, the sums of the largest one, two, … values from there on. */
	readonly #sums: readonly (readonly bigint[])[]

	/** `most`: how many values are ever summed. None is negative. */
	constructor(values: readonly bigint[], most: number) {
		const sums: bigint[][] = Array.from({ length: values.length + 1 }, () => [])
		let largest: bigint[] = []
		for (let place = values.length - 1; place >= 0; place--) {
			largest = [...largest, values[place] ?? 0n].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, most)
			let sum = 0n
			sums[place] = largest.map(value => {
				sum += value
				return sum
			})
		}
		this.#sums = sums
	}

	/** The sum of the `count` largest values from `place` on; of all that there are if they are fewer. */
	sum(place: number, count: number): bigint {
		return count === 0 ? 0n : (this.#sums[place]?.at(count - 1) ?? this.#sums[place]?.at(-1) ?? 0n)
	}
}
