import { Decimal, type Side } from '@accord/protocol'

/** What the priority of a level depends on. `changedAt` is a sequence number. */
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
