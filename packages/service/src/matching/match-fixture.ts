import { Decimal, type LimitOrder, type Side } from '@accord/protocol'
import fc from 'fast-check'
import { offersByPriority } from '../prices/maker-offer.ts'
import type { AvailableLevel } from '../prices/maker-side.ts'
import { type Match, matchOrder } from './match-order.ts'
import type { MatchRequest } from './match-request.ts'

/** A request with the side's levels in priority order, in place of offers. */
export type LevelsRequest = Omit<MatchRequest, 'available'> & { readonly available: readonly AvailableLevel[] }

/** Matches a request given as levels in priority order. */
export function matchLevels({ available, ...request }: LevelsRequest): Match {
	return matchOrder({ ...request, available: offersByPriority(available) })
}

/** Coarse, so that rounding is visible. */
export const divisibility = { base: 2, quote: 3 }
const d = Decimal.parse

/** One level per `maker price amount`; the index is the time of the last change. */
export function levels(...texts: string[]): AvailableLevel[] {
	return texts.map((text, changedAt) => {
		const [makerId = '', price = '', amount = ''] = text.split(' ')
		return { makerId, price: d(price), amount: d(amount), changedAt }
	})
}

export function sells(base: string, quote: string): { side: Side; limitOrder: LimitOrder } {
	const limitOrder = { sell: { symbol: 'B', amount: d(base) }, buy: { symbol: 'Q', amount: d(quote) } }
	return { side: 'bids', limitOrder }
}

export function buys(base: string, quote: string): { side: Side; limitOrder: LimitOrder } {
	const limitOrder = { sell: { symbol: 'Q', amount: d(quote) }, buy: { symbol: 'B', amount: d(base) } }
	return { side: 'asks', limitOrder }
}

const units = (places: number, max: number) =>
	fc.integer({ min: 1, max }).map(n => (BigInt(n) * Decimal.unit(places)) as Decimal)

const anyLevel = fc.record({
	makerId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
	price: units(1, 60),
	amount: units(divisibility.base, 1000),
	changedAt: fc.integer({ min: 0, max: 3 }),
})

/** Any order, against any side with up to five makers. */
export const anyRequest: fc.Arbitrary<LevelsRequest> = fc
	.record({
		side: fc.constantFrom<Side>('bids', 'asks'),
		book: fc.uniqueArray(anyLevel, { maxLength: 14, selector: level => `${level.makerId} ${level.price}` }),
		base: units(divisibility.base, 2500),
		quote: units(divisibility.quote, 90_000),
		makersMax: fc.integer({ min: 1, max: 4 }),
		smallPart: fc.constantFrom(Decimal.zero, d('3')),
	})
	.map(({ side, book, base, quote, makersMax, smallPart }) => ({
		available: byPriority(side, book),
		...(side === 'bids'
			? sells(Decimal.format(base), Decimal.format(quote))
			: buys(Decimal.format(base), Decimal.format(quote))),
		divisibility,
		makersMax,
		smallPart,
	}))

/** A side in the order book's priority: price, then time, then maker. */
export function byPriority(side: Side, book: AvailableLevel[]): AvailableLevel[] {
	const better = (a: Decimal, b: Decimal) => (side === 'bids' ? Number(b - a) : Number(a - b))
	return book.toSorted(
		(a, b) => better(a.price, b.price) || a.changedAt - b.changedAt || (a.makerId < b.makerId ? -1 : 1),
	)
}
