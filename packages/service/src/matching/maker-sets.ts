import type { Exact } from '@accord/protocol'
import type { MatchRequest } from './match-request.ts'
import { orderSize } from './match-request.ts'
import type { RankedOffer } from './walk.ts'

/**
 * Whether a set that begins with `chosen` and continues with makers from `next` on could be better than what was found so
 * far. If it is false for one index, it must be false for all later ones.
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

/** What each maker's levels better than one price are worth above that price. */
type Gains = { readonly price: bigint; readonly of: readonly bigint[]; readonly rest: LargestOfSuffix }

/** Makers already chosen, and any `more` others from the index `next` on. */
type PartialSet = { readonly chosen: readonly number[]; readonly next: number; readonly more: number }

/**
 * Upper bounds for sets of makers, without walking their levels. For any price, an order's total is at most its base at that
 * price plus what its makers' better levels are worth above it, and the smallest of these sums over all prices is the best
 * total. So the minimum over a sample of prices is a bound, and it adds up maker by maker.
 */
export class SetBounds {
	readonly #base: bigint
	readonly #limit: Exact
	readonly #depths: readonly bigint[]
	readonly #depthOfRest: LargestOfSuffix
	readonly #gains: readonly Gains[]

	constructor(request: MatchRequest, offers: readonly RankedOffer[]) {
		const { base, quote } = orderSize(request)
		// For asks cheaper is better: the same computation with all prices negated.
		const sign = request.side === 'bids' ? 1n : -1n
		this.#base = base
		this.#limit = sign * quote * one
		this.#depths = offers.map(({ levels }) => levels.reduce((depth, { amount }) => depth + amount, 0n))
		this.#depthOfRest = new LargestOfSuffix(this.#depths, request.makersMax)
		this.#gains = samplePrices(offers).map(price => {
			const of = offers.map(offer => gainAbove(offer, { price: sign * price, sign }))
			return { price: sign * price, of, rest: new LargestOfSuffix(of, request.makersMax) }
		})
	}

	/** An upper bound of the surplus of these sets; undefined if none holds enough base. */
	surplus(sets: PartialSet): Exact | undefined {
		if (this.#depth(sets) < this.#base) return undefined
		let lowest: bigint | undefined
		for (const gains of this.#gains) {
			const bound = this.#base * gains.price + gainOf(gains, sets)
			if (lowest === undefined || bound < lowest) lowest = bound
		}
		return lowest === undefined ? undefined : lowest - this.#limit
	}

	/** An upper bound of the base that these sets hold at the order's limit price or better. */
	largestBase(sets: PartialSet): bigint {
		let lowest = this.#depth(sets)
		for (const gains of this.#gains) {
			const short = this.#limit - this.#base * gains.price
			const bound = short > 0n ? (this.#base * gainOf(gains, sets)) / short : lowest
			if (bound < lowest) lowest = bound
		}
		return lowest
	}

	#depth({ chosen, next, more }: PartialSet): bigint {
		return sumOf(this.#depths, chosen) + this.#depthOfRest.sum(next, more)
	}

	/** For each price of the sample, the makers that gain most: these sets are likely to be good. */
	likelySets(size: number): number[][] {
		return this.#gains.map(({ of }) => {
			const indexes = of.map((_, index) => index)
			indexes.sort((a, b) => ((of[a] ?? 0n) < (of[b] ?? 0n) ? 1 : (of[a] ?? 0n) > (of[b] ?? 0n) ? -1 : a - b))
			return indexes.slice(0, size).sort((a, b) => a - b)
		})
	}
}

function gainOf({ of, rest }: Gains, { chosen, next, more }: PartialSet): bigint {
	return sumOf(of, chosen) + rest.sum(next, more)
}

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
	/** At each index, the sums of the largest one, two, … values from that index on. */
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
