import { Decimal, type LimitOrder } from '@accord/protocol'
import type { AvailableLevel } from '../prices/maker-side.ts'
import { allocateAmong } from './allocation.ts'
import { makerSets, SetBounds } from './maker-sets.ts'
import type { MatchRequest } from './match-request.ts'
import { type OrderSize, orderSize, sizedLike } from './match-request.ts'
import { levelsOf } from './walk.ts'

/** The limit of search steps; with about 15 makers, all sets are tried. */
const stepsMax = 3000

/**
 * The largest order at the same limit price that would match now, reported when an order that does not match is
 * refused.
 */
export function largestMatch(request: MatchRequest): LimitOrder | undefined {
	const bounds = new SetBounds(request)
	const { offers } = bounds
	let largest: { base: Decimal; order: LimitOrder } | undefined
	for (const makers of candidateSets(request, { bounds, reached: () => largest?.base ?? Decimal.zero })) {
		const base = largestBase(request, levelsOf(makers.flatMap(index => offers[index] ?? [])))
		const order = base > (largest?.base ?? 0n) ? orderOf(request, base) : undefined
		if (order === undefined) continue
		if (allocateAmong({ ...request, limitOrder: order }, { offers, makers }) !== undefined) largest = { base, order }
	}
	return largest?.order
}

/** All sets of makers that may hold more base than has been reached so far, the most likely ones first. */
function* candidateSets(
	request: MatchRequest,
	{ bounds, reached }: { bounds: SetBounds; reached: () => Decimal },
): Generator<readonly number[]> {
	const { offers } = bounds
	const makersMax = Math.min(request.makersMax, offers.length)
	if (makersMax < 1) return
	yield* bounds.likelySets(makersMax)
	let steps = 0
	for (let size = 1; size <= makersMax; size++) {
		const worthwhile = (chosen: readonly number[], next: number) => {
			steps += 1
			return steps <= stepsMax && bounds.mayHoldMore({ chosen, next, more: size - chosen.length }, reached())
		}
		yield* makerSets(offers.length, { size, worthwhile })
	}
}

/**
 * How much base the levels hold at the limit price or better on average. Better levels build up a surplus first, which then
 * pays for worse ones; it is counted in quote times the order's base, so that the only division comes last.
 */
function largestBase(request: MatchRequest, levels: readonly AvailableLevel[]): Decimal {
	const { side, divisibility } = request
	const size = orderSize(request)
	let base = Decimal.zero
	let gained = 0n
	for (const { price, amount } of levels) {
		const rate = gainRate(side, size, price)
		const affordable = rate >= 0n ? amount : Decimal.roundDown((gained / -rate) as Decimal, divisibility.base)
		const taken = Decimal.min(amount, affordable)
		base = Decimal.add(base, taken)
		gained += rate * taken
		if (taken < amount) break
	}
	return base
}

function gainRate(side: MatchRequest['side'], { base, quote }: OrderSize, price: Decimal): bigint {
	const better = price * base - quote * Decimal.one
	return side === 'bids' ? better : -better
}

function orderOf(request: MatchRequest, base: Decimal): LimitOrder | undefined {
	const { side, limitOrder, divisibility } = request
	const size = orderSize(request)
	if (base >= size.base) return undefined
	const round = side === 'bids' ? Decimal.roundDown : Decimal.roundUp
	const exact = side === 'bids' ? (size.quote * base) / size.base : (size.quote * base + size.base - 1n) / size.base
	const quote = round(exact as Decimal, divisibility.quote)
	return base === 0n || quote === 0n ? undefined : sizedLike(limitOrder, side, { base, quote })
}
