import type { Decimal, PriceLevel, Side } from '@accord/protocol'
import { isTaken } from './taken-price.ts'

/** The worst price that an open order accepts, on the side of the book that it takes. */
export type OwnLimit = { readonly side: Side; readonly price: Decimal }

/** The rows that the limits are in: the last one, from the best, that the order would still take. */
export function ownRows(
	rows: Readonly<Record<Side, readonly Pick<PriceLevel, 'price'>[]>>,
	limits: readonly OwnLimit[],
): Record<Side, readonly Decimal[]> {
	const of = (side: Side) =>
		limits
			.filter(limit => limit.side === side)
			.flatMap(limit => rows[side].findLast(row => isTaken(row, side, limit.price))?.price ?? [])
	return { bids: of('bids'), asks: of('asks') }
}
