import { Decimal, type LimitOrder } from '@accord/protocol'
import type { AvailableLevel } from '../prices/available-levels.ts'
import { makerSets } from './maker-sets.ts'
import type { MatchRequest } from './match-order.ts'
import { type OrderSize, orderSize, sizedLike } from './order-size.ts'
import { levelsOf, makersByPriority } from './walk-makers.ts'

/** The largest order at the same limit price that would match now, for the answer to one that does not. */
export function largestMatch(request: MatchRequest): LimitOrder | undefined {
	const makers = makersByPriority(request.available)
	const size = Math.min(request.makersMax, makers.length)
	if (size === 0) return undefined
	let largest = Decimal.zero
	const worthwhile = (all: readonly string[]) => largestBase(request, levelsOf(request.available, all)) > largest
	for (const set of makerSets(makers, { size, worthwhile })) {
		largest = Decimal.max(largest, largestBase(request, levelsOf(request.available, set)))
	}
	return orderOf(request, largest)
}

/**
 * How much base the levels give at the limit price or better. Better levels first build up a surplus, which then pays
 * for worse ones; it is counted in quote times the order's own base, so that nothing is divided before the end.
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
