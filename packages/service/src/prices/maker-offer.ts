import { Decimal } from '@accord/protocol'
import type { Side } from '../db/tables.ts'
import { type AvailableLevel, priorityOf } from './available-levels.ts'

/** All that may be taken of one maker on a side: its levels, the best first, and the base that they hold. */
export type MakerOffer = {
	readonly makerId: string
	readonly best: AvailableLevel
	readonly levels: readonly AvailableLevel[]
	readonly depth: Decimal
}

/** The offer that one maker's levels are, best first; none without levels. */
export function offerOf(levels: readonly AvailableLevel[]): MakerOffer | undefined {
	const [best] = levels
	if (best === undefined) return undefined
	return { makerId: best.makerId, best, levels, depth: Decimal.sum(levels.map(({ amount }) => amount)) }
}

/** The offers that levels in priority make up, in the priority of each maker's best level. */
export function offersByPriority(levels: readonly AvailableLevel[]): MakerOffer[] {
	const byMaker = Map.groupBy(levels, ({ makerId }) => makerId)
	return [...byMaker.values()].flatMap(own => offerOf(own) ?? [])
}

/** The same offers, in the priority of their best levels, with another one of a maker in the place of its former one. */
export function replaceOffer(
	offers: readonly MakerOffer[],
	{ side, former, next }: { side: Side; former: MakerOffer | undefined; next: MakerOffer | undefined },
): readonly MakerOffer[] {
	const others = former === undefined ? offers : offers.toSpliced(placeOf(offers, side, former.best), 1)
	return next === undefined ? others : others.toSpliced(placeOf(others, side, next.best), 0, next)
}

/** All levels of offers in priority, one by one: those that nobody asks for cost nothing. */
export function* levelsByPriority(side: Side, offers: readonly MakerOffer[]): Generator<AvailableLevel> {
	const before = priorityOf(side)
	/** Of the makers already met those with levels left, the next one to yield last. */
	const begun: Begun[] = []
	let place = 0
	for (;;) {
		const next = offers[place]
		const current = begun.at(-1)
		if (next !== undefined && (current === undefined || before(next.best, current.level) < 0)) {
			place += 1
			yield next.best
			goOn(begun, { offer: next, at: 0 }, before)
		} else if (current !== undefined) {
			begun.pop()
			yield current.level
			goOn(begun, current, before)
		} else return
	}
}

type Begun = { readonly offer: MakerOffer; readonly at: number; readonly level: AvailableLevel }

function goOn(begun: Begun[], { offer, at }: Omit<Begun, 'level'>, before: ReturnType<typeof priorityOf>): void {
	const level = offer.levels[at + 1]
	if (level === undefined) return
	const place = firstPlace(begun.length, place => {
		const other = begun[place]
		return other !== undefined && before(other.level, level) < 0
	})
	begun.splice(place, 0, { offer, at: at + 1, level })
}

function placeOf(offers: readonly MakerOffer[], side: Side, best: AvailableLevel): number {
	const before = priorityOf(side)
	return firstPlace(offers.length, place => {
		const other = offers[place]
		return other === undefined || before(other.best, best) >= 0
	})
}

/** The first place from which on something holds, which must hold for all places after it too. */
function firstPlace(count: number, holds: (place: number) => boolean): number {
	let low = 0
	let high = count
	while (low < high) {
		const middle = (low + high) >>> 1
		if (holds(middle)) high = middle
		else low = middle + 1
	}
	return low
}
