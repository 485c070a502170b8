import { Decimal, type PriceLevel, type Side } from '@accord/protocol'

/** A level of a maker's book. `changedAt` is a sequence number: at the same price, the lower one is filled first. */
export type MakerLevel = PriceLevel & { readonly changedAt: number }

/** More events than one node can make: with several nodes, event numbers follow the clock. */
export const eventsPerMs = 1_000

/** The inputs of a level's priority. `changedAt` is a sequence number. */
type ComparableLevel = { readonly makerId: string; readonly price: Decimal; readonly changedAt: number }

/** Compares two levels of a side, for sorting: price, then the time of the last change, then maker id (decision 5). */
export function priorityOf(side: Side): (a: ComparableLevel, b: ComparableLevel) => number {
	return side === 'bids' ? byBidPriority : byAskPriority
}

function byBidPriority(a: ComparableLevel, b: ComparableLevel): number {
	return Decimal.compare(b.price, a.price) || byTime(a, b)
}

function byAskPriority(a: ComparableLevel, b: ComparableLevel): number {
	return Decimal.compare(a.price, b.price) || byTime(a, b)
}

function byTime(a: ComparableLevel, b: ComparableLevel): number {
	return a.changedAt - b.changedAt || (a.makerId < b.makerId ? -1 : 1)
}

type PreviousLevels = {
	readonly before: readonly MakerLevel[] | undefined
	readonly changedAt: number
	readonly isBetter: (a: Decimal, b: Decimal) => boolean
}

/** A level that keeps its price and does not grow keeps its time priority. Both lists are sorted best first. */
export function keepPriority(
	levels: readonly PriceLevel[],
	{ before = [], changedAt, isBetter }: PreviousLevels,
): MakerLevel[] {
	let at = 0
	return levels.map(({ price, amount }) => {
		let previous = before[at]
		while (previous !== undefined && isBetter(previous.price, price)) previous = before[++at]
		const kept = previous?.price === price && amount <= previous.amount ? previous : undefined
		return { price, amount, changedAt: kept?.changedAt ?? changedAt }
	})
}
