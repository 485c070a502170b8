import {
	Decimal,
	type FeeInfo,
	type Pair,
	type PriceLevel,
	type Side,
	settlementFee,
	tokenSettlementFee,
} from '@accord/protocol'
import type { Market } from '../market/market.ts'
import { type AvailableLevel, amountSold, type Deductions, type MakerSide, sideLeft } from './maker-side.ts'

/** Both sides of a book, or of one maker's offers. */
export type Sides<T> = Readonly<Record<Side, T>>

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

/** Replaces one maker's offers on both sides. */
export function replaceOffers(
	offers: Sides<readonly MakerOffer[]>,
	{ former, next }: { former: Sides<MakerOffer | undefined>; next: Sides<MakerOffer | undefined> },
): Sides<readonly MakerOffer[]> {
	const of = (side: Side) => replaceOffer(offers[side], { side, former: former[side], next: next[side] })
	return { bids: of('bids'), asks: of('asks') }
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

const minSettlementFees = Decimal.fromInteger(10)

type FeeRules = { readonly market: Market; readonly feeInfo: FeeInfo }

/** The minimum that a maker must offer on each side of a pair, in the token it sells there. */
type OfferLimits = { readonly minOffered: Readonly<Record<Side, Decimal>> }

/** The limits of a pair: a side on which a maker offers less than 10 settlement fees of the token sold is left out. */
export function offerLimitsOf(rules: FeeRules, pair: Pair): OfferLimits {
	return { minOffered: { bids: minOfferedOf(rules, pair, 'bids'), asks: minOfferedOf(rules, pair, 'asks') } }
}

/** The minimum that a maker must offer on one side of a pair. */
export function minOfferedOf(rules: FeeRules, pair: Pair, side: Side): Decimal {
	return minSellAmountOf(rules, side === 'bids' ? pair.quote : pair.base)
}

/** 10 settlement fees of a token: a maker may refuse to sell less. */
export function minSellAmountOf({ market, feeInfo }: FeeRules, symbol: string): Decimal {
	return Decimal.mulUp(minSettlementFees, settlementFee(feeInfo, symbol, market.token(symbol).divisibility))
}

/** The inputs of caps: the fee table also serves as a price list (decision 16). */
export type ExposureRules = {
	readonly market: Market
	readonly feeInfo: FeeInfo
	readonly limits: { readonly exposurePerMakerXrd: Decimal }
}

/** The most base of a pair that one maker may have reserved at any time, in open parts and fills together. */
export function exposureMaxOf({ market, feeInfo, limits }: ExposureRules, { base }: Pair): Decimal {
	const { symbol, divisibility } = market.token(base)
	const priceOf = (token: string) => tokenSettlementFee(feeInfo, token).transactionExecutionAmount
	const xrd = market.tokenByAddress(market.xrdAddress)
	if (xrd === undefined) throw new Error('XRD must be one of the tokens: exposure caps are counted in XRD')
	const worth = (limits.exposurePerMakerXrd * priceOf(symbol)) / priceOf(xrd.symbol)
	return Decimal.roundDown(worth as Decimal, divisibility)
}

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
