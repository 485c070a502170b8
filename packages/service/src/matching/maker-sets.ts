import type { Exact } from '@accord/protocol'
import type { MatchRequest } from './match-request.ts'
import { orderSize } from './match-request.ts'
import { candidateOffers, type RankedOffer } from './walk.ts'

/**
 * Whether a set that begins with `chosen` and continues with makers from `next` on could be better than what was found
 * so far. If it is false for one index, it must be false for all later ones.
 */
type Worthwhile = (chosen: readonly number[], next: number) => boolean

/**
 * All sets of exactly `size` of `count` makers, as indexes in lexicographic order. Branches that are not worthwhile are
 * skipped.
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

/** How much each maker's better levels are worth above one price. */
type Gains = { readonly price: bigint; readonly of: readonly bigint[]; readonly rest: LargestOfSuffix }

/** The makers already chosen, and any `more` others from the index `next` on. */
type PartialSet = { readonly chosen: readonly number[]; readonly next: number; readonly more: number }

/** The data about the offers on one side of a book that the bounds of any order's sets need. */
class OfferGains {
	readonly offers: readonly RankedOffer[]
	readonly depths: readonly bigint[]
	readonly depthOfRest: LargestOfSuffix
	readonly gains: readonly Gains[]

	constructor({ side, available, makersMax }: Pick<MatchRequest, 'side' | 'available' | 'makersMax'>) {
		// For asks, cheaper is better: the computation is the same with all prices negated.
		const sign = side === 'bids' ? 1n : -1n
		this.offers = candidateOffers(side, available)
		this.depths = this.offers.map(({ levels }) => levels.reduce((depth, { amount }) => depth + amount, 0n))
		this.depthOfRest = new LargestOfSuffix(this.depths, makersMax)
		this.gains = samplePrices(this.offers).map(price => {
			const of = this.offers.map(offer => gainAbove(offer, { price: sign * price, sign }))
			return { price: sign * price, of, rest: new LargestOfSuffix(of, makersMax) }
		})
	}
}

/** Offers stay the same between two changes of the book, however many orders are matched with them. */
const known = new WeakMap<MatchRequest['available'], Map<string, OfferGains>>()

function gainsOf(request: MatchRequest): OfferGains {
	const { side, available, makersMax } = request
	const ofOffers = known.get(available) ?? new Map<string, OfferGains>()
	known.set(available, ofOffers)
	const key = `${side} ${makersMax}`
	const gains = ofOffers.get(key) ?? new OfferGains(request)
	ofOffers.set(key, gains)
	return gains
}

/**
 * Upper bounds for sets of makers, without walking their levels. At any price, an order's total is at most its base at
 * that price plus what its makers' better levels are worth above it, and the smallest of these sums over all prices is
 * the best total. So the minimum over a sample of prices is a bound, which can be summed maker by maker.
 */
export class SetBounds {
	readonly #base: bigint
	readonly #limit: Exact
	readonly #of: OfferGains
	readonly #worthAt: readonly bigint[]
	#chosen: ChosenSums | undefined
	/** The price whose bound was too low last time, which is likely to be too low again. */
	#lowest = 0

	constructor(request: MatchRequest) {
		const { base, quote } = orderSize(request)
		this.#base = base
		this.#limit = (request.side === 'bids' ? 1n : -1n) * quote * one
		this.#of = gainsOf(request)
		this.#worthAt = this.#of.gains.map(({ price }) => base * price - this.#limit)
	}

	/** The offers that the sets' indexes refer to. */
	get offers(): readonly RankedOffer[] {
		return this.#of.offers
	}

	/** An upper bound of the surplus of these sets; undefined if it is below `atLeast`, or if none holds enough base. */
	surplus(sets: PartialSet, atLeast: Exact): Exact | undefined {
		if (this.#depth(sets) < this.#base) return undefined
		return this.#minimum(sets, { atLeast, boundOf: (gain, at) => (this.#worthAt[at] ?? 0n) + gain })
	}

	/** Whether these sets may hold more base than `least` at the order's limit price or better. */
	mayHoldMore(sets: PartialSet, least: bigint): boolean {
		const depth = this.#depth(sets)
		if (depth <= least) return false
		const boundOf = (gain: bigint, at: number) => {
			const short = -(this.#worthAt[at] ?? 0n)
			return short > 0n ? (this.#base * gain) / short : depth
		}
		return this.#minimum(sets, { atLeast: least + 1n, boundOf }) !== undefined
	}

	/** The smallest bound over all prices; undefined as soon as one is below `atLeast`. */
	#minimum(
		{ chosen, next, more }: PartialSet,
		{ atLeast, boundOf }: { atLeast: bigint; boundOf: (gain: bigint, at: number) => bigint },
	): bigint | undefined {
		const { gains } = this.#of
		const sums = this.#sumsOf(chosen).gains
		const boundAt = (at: number) => boundOf((sums[at] ?? 0n) + (gains[at]?.rest.sum(next, more) ?? 0n), at)
		if (gains.length === 0 || boundAt(this.#lowest) < atLeast) return undefined
		let lowest: bigint | undefined
		for (let at = 0; at < gains.length; at++) {
			const bound = boundAt(at)
			if (bound < atLeast) {
				this.#lowest = at
				return undefined
			}
			if (lowest === undefined || bound < lowest) lowest = bound
		}
		return lowest
	}

	#depth({ chosen, next, more }: PartialSet): bigint {
		return this.#sumsOf(chosen).depth + this.#of.depthOfRest.sum(next, more)
	}

	/** A search asks for the same makers again and again, with different ones to follow. */
	#sumsOf(chosen: readonly number[]): ChosenSums {
		if (this.#chosen?.chosen === chosen) return this.#chosen
		const gains = this.#of.gains.map(({ of }) => sumOf(of, chosen))
		this.#chosen = { chosen, depth: sumOf(this.#of.depths, chosen), gains }
		return this.#chosen
	}

	/** For each price of the sample, the makers that gain most; these sets are likely to be good. */
	likelySets(size: number): number[][] {
		const sets = this.#of.gains.map(({ of }) => {
			const indexes = of.map((_, index) => index)
			indexes.sort((a, b) => ((of[a] ?? 0n) < (of[b] ?? 0n) ? 1 : (of[a] ?? 0n) > (of[b] ?? 0n) ? -1 : a - b))
			return indexes.slice(0, size).sort((a, b) => a - b)
		})
		return [...new Map(sets.map(set => [set.join(), set])).values()]
	}
}

type ChosenSums = { readonly chosen: readonly number[]; readonly depth: bigint; readonly gains: readonly bigint[] }

const one = 10n ** 18n

function sumOf(values: readonly bigint[], indexes: readonly number[]): bigint {
	return indexes.reduce((sum, index) => sum + (values[index] ?? 0n), 0n)
}

function gainAbove({ levels }: RankedOffer, { price, sign }: { price: bigint; sign: bigint }): bigint {
	let gain = 0n
	for (const level of levels) {
		const better = sign * level.price - price
		if (better <= 0n) break
		gain += better * level.amount
	}
	return gain
}

/** All prices of a side if there are few; if there are many, a sample that gets sparser with depth. */
function samplePrices(offers: readonly RankedOffer[]): bigint[] {
	const levels = offers.flatMap(offer => offer.levels).sort((a, b) => a.rank - b.rank)
	const prices = [...new Set(levels.map(({ price }) => price as bigint))]
	return prices.filter((_, at) => at < 16 || at === prices.length - 1 || isStep(at))
}

/** 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, … */
function isStep(at: number): boolean {
	return at % 2 ** (Math.floor(Math.log2(at)) - 2) === 0
}

/** Sums of the largest values of a list from any index on, each in constant time. */
class LargestOfSuffix {
	/** For each index, the sums of the largest one, two, … values from that index on. */
	readonly #sums: readonly (readonly bigint[])[]

	/** `countMax` is the most values that are ever summed. No value may be negative. */
	constructor(values: readonly bigint[], countMax: number) {
		const sums: bigint[][] = Array.from({ length: values.length + 1 }, () => [])
		let largest: bigint[] = []
		for (let index = values.length - 1; index >= 0; index--) {
			largest = [...largest, values[index] ?? 0n].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, countMax)
			let sum = 0n
			sums[index] = largest.map(value => {
				sum += value
				return sum
			})
		}
		this.#sums = sums
	}

	/** The sum of the `count` largest values from `index` on, or of all if there are fewer. */
	sum(index: number, count: number): bigint {
		return count === 0 ? 0n : (this.#sums[index]?.at(count - 1) ?? this.#sums[index]?.at(-1) ?? 0n)
	}
}
