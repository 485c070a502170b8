import { Decimal, type Side } from '@accord/protocol'
import { type AvailableLevel, amountSold, type Deductions, type MakerSide, sideLeft } from './maker-side.ts'
import { priorityOf } from './priority.ts'

/** Everything that is available from one maker on a side: its levels, best first, and their total base. */
export type MakerOffer = {
	readonly makerId: string
	readonly best: AvailableLevel
	readonly levels: readonly AvailableLevel[]
	readonly depth: Decimal
}

/** The offer made of one maker's levels, best first; undefined if there are none. */
export function offerOf(levels: readonly AvailableLevel[]): MakerOffer | undefined {
	const [best] = levels
	if (best === undefined) return undefined
	return { makerId: best.makerId, best, levels, depth: Decimal.sum(levels.map(({ amount }) => amount)) }
}

export type OfferRules = {
	/** A maker that offers less than this on the side, in the token it sells there, is left out. */
	readonly minOffered: Decimal
	/** The most base that one maker may have reserved at any time, on both sides together; if absent, there is no cap. */
	readonly exposureMax?: Decimal | undefined
}

/** A maker's offer on a side after deductions; undefined if nothing or too little is left. */
export function offerLeft(
	whole: MakerSide,
	deductions: Deductions,
	{ minOffered, exposureMax }: OfferRules,
): MakerOffer | undefined {
	const left = sideLeft(whole, deductions, exposureMax)
	const [best] = left.levels
	if (best === undefined || amountSold(left) < minOffered) return undefined
	return { makerId: best.makerId, best, levels: left.levels, depth: left.base }
}

/** Groups levels in priority order into offers, ordered by the priority of each maker's best level. */
export function offersByPriority(levels: readonly AvailableLevel[]): MakerOffer[] {
	const byMaker = Map.groupBy(levels, ({ makerId }) => makerId)
	return [...byMaker.values()].flatMap(own => offerOf(own) ?? [])
}

/** Replaces one maker's offer, keeping the priority of best levels. */
export function replaceOffer(
	offers: readonly MakerOffer[],
	{ side, former, next }: { side: Side; former: MakerOffer | undefined; next: MakerOffer | undefined },
): readonly MakerOffer[] {
	if (former?.levels === next?.levels) return offers
	const replaced = [...offers]
	if (former !== undefined) replaced.splice(indexIn(replaced, side, former.best), 1)
	if (next !== undefined) replaced.splice(indexIn(replaced, side, next.best), 0, next)
	return replaced
}

/** All levels of offers in priority order, computed lazily: levels that are not consumed cost nothing. */
export function* levelsByPriority(side: Side, offers: readonly MakerOffer[]): Generator<AvailableLevel> {
	const before = priorityOf(side)
	/** One entry per started offer that has levels left; the next to yield is last. */
	const cursors: Cursor[] = []
	let index = 0
	for (;;) {
		const next = offers[index]
		const current = cursors.at(-1)
		if (next !== undefined && (current === undefined || before(next.best, current.level) < 0)) {
			index += 1
			yield next.best
			advance(cursors, { offer: next, at: 0 }, before)
		} else if (current !== undefined) {
			cursors.pop()
			yield current.level
			advance(cursors, current, before)
		} else return
	}
}

type Cursor = { readonly offer: MakerOffer; readonly at: number; readonly level: AvailableLevel }

function advance(cursors: Cursor[], { offer, at }: Omit<Cursor, 'level'>, before: ReturnType<typeof priorityOf>): void {
	const level = offer.levels[at + 1]
	if (level === undefined) return
	const index = firstIndex(cursors.length, index => {
		const other = cursors[index]
		return other !== undefined && before(other.level, level) < 0
	})
	cursors.splice(index, 0, { offer, at: at + 1, level })
}

/** The index at which an offer with this best level is, or belongs. */
function indexIn(offers: readonly MakerOffer[], side: Side, best: AvailableLevel): number {
	const before = priorityOf(side)
	return firstIndex(offers.length, index => {
		const other = offers[index]
		return other === undefined || before(other.best, best) >= 0
	})
}

/** The first index for which a condition holds; the condition must hold for all later ones, too. */
function firstIndex(count: number, holds: (index: number) => boolean): number {
	let low = 0
	let high = count
	while (low < high) {
		const middle = (low + high) >>> 1
		if (holds(middle)) high = middle
		else low = middle + 1
	}
	return low
}
