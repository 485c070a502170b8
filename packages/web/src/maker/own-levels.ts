import type { Decimal, OrderBook, PriceLevel, Side } from '@accord/protocol'

/** A price of the order book, or of a maker's own book, with its amounts in base. */
export type MarkedLevel = {
	readonly price: Decimal
	/** The amount of all makers; absent if the order book has nothing at this price. */
	readonly inBook?: Decimal
	/** The amount in the maker's book as sent. */
	readonly own?: Decimal
	/** What remains after reservations. */
	readonly available?: Decimal
}

type Sides = Pick<OrderBook, Side>
type OwnBook = Sides & { readonly available: Sides }

/** A side of the order book, best price first: all of the maker's own levels, and the first `rows` of the others. */
export function markOwnLevels(
	side: Side,
	{ shown, own, rows }: { shown: Sides; own: OwnBook; rows: number },
): MarkedLevel[] {
	const [inBook, sent, left] = [shown[side], own[side], own.available[side]].map(amountsByPrice)
	const prices = [...new Set([...shown[side], ...own[side]].map(({ price }) => price))]
	const isBetter = (a: Decimal, b: Decimal) => (side === 'asks' ? a < b : a > b)
	return prices
		.toSorted((a, b) => (isBetter(a, b) ? -1 : 1))
		.map(price => ({
			price,
			...present('inBook', inBook?.get(price)),
			...present('own', sent?.get(price)),
			...present('available', left?.get(price)),
		}))
		.filter(({ own }, at) => own !== undefined || at < rows)
}

/** A level of the maker's that is at or beyond the best price of another maker on the other side. */
export type CrossedLevel = { readonly side: Side; readonly price: Decimal; readonly best: Decimal }

/** Where the maker's book crosses the order book; its own sides never cross. */
export function crossedLevels({ shown, own }: { shown: Sides; own: Sides }): CrossedLevel[] {
	return (['asks', 'bids'] as const).flatMap(side => {
		const price = own[side][0]?.price
		const best = shown[side === 'asks' ? 'bids' : 'asks'][0]?.price
		if (price === undefined || best === undefined) return []
		return (side === 'asks' ? price <= best : price >= best) ? [{ side, price, best }] : []
	})
}

function amountsByPrice(levels: readonly PriceLevel[]): Map<Decimal, Decimal> {
	return new Map(levels.map(({ price, amount }) => [price, amount]))
}

function present<K extends string>(name: K, value: Decimal | undefined): Partial<Record<K, Decimal>> {
	return value === undefined ? {} : ({ [name]: value } as Record<K, Decimal>)
}
