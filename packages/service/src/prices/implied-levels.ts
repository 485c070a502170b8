import { bookLevelsMax, Decimal, type PriceLevel, type Side } from '@accord/protocol'
import type { LegLiquidity, RouteLiquidity } from './liquidity.ts'
import { levelsByPriority } from './maker-offer.ts'

// The guarantee: a pair's own levels and those that two books imply are one list, best price first. Implied amounts and
// prices are computed exactly and rounded once, against the user, so that whatever is computed from them can be matched.

/**
 * A level of an order's own pair, or of a route. `parts` names the makers that it takes; each needs an item of the
 * bundle.
 */
export type SourceLevel<Route> = PriceLevel & { readonly source: 'own' | Route; readonly parts: readonly string[] }

/** The offers on the side of a book that an order, or one leg of it, takes. */
type SideOffers = Pick<LegLiquidity, 'side' | 'available'>

type Offered<Route> = SideOffers & {
	readonly routes?: readonly Route[] | undefined
	/** Of the pair's base. */
	readonly divisibility: { readonly base: number }
}

/**
 * All levels of an order's sources, best price first; at the same price, those of its own pair. Computed lazily: levels
 * that are not consumed cost nothing.
 */
export function levelsOfSources<Route extends RouteLiquidity>({
	side,
	available,
	routes = [],
	divisibility,
}: Offered<Route>): Iterable<SourceLevel<Route>> {
	const own = ownLevels({ side, available })
	if (routes.length === 0) return own
	const implied = routes.map(route => impliedLevels(route, { side, decimalPlaces: divisibility.base }))
	return bestFirst(side, [own, ...implied])
}

/** Sources that are each in the order of their prices as one; at the same price, the earlier source first. */
function* bestFirst<Level extends PriceLevel>(
	side: Side,
	sources: readonly Generator<Level, void>[],
): Generator<Level, void> {
	const heads = sources.flatMap(source => headOf(source) ?? [])
	for (;;) {
		let best = heads[0]
		if (best === undefined) return
		for (const head of heads) if (isBetterPrice(side, head.level, best.level)) best = head
		yield best.level
		const next = headOf(best.source)
		heads.splice(heads.indexOf(best), 1, ...(next ? [next] : []))
	}
}

function headOf<Level>(
	source: Generator<Level, void>,
): { readonly source: typeof source; readonly level: Level } | undefined {
	const { value } = source.next()
	return value === undefined ? undefined : { source, level: value }
}

function isBetterPrice(side: Side, { price }: PriceLevel, than: PriceLevel): boolean {
	return side === 'bids' ? price > than.price : price < than.price
}

function* ownLevels({ side, available }: SideOffers): Generator<SourceLevel<never>> {
	for (const { price, amount, makerId } of levelsByPriority(side, available))
		yield { price, amount, source: 'own', parts: [makerId] }
}

/** One maker's level, in the direction of the order: at this rate up to so much of the middle token. */
type Rate = { readonly maker: string; readonly given: bigint; readonly got: bigint; readonly middle: bigint }

/** The levels of a route, in the base and quote of the pair that it connects. */
function* impliedLevels<Route extends RouteLiquidity>(
	route: Route,
	{ side, decimalPlaces }: { readonly side: Side; readonly decimalPlaces: number },
): Generator<SourceLevel<Route>> {
	const [sells, buys] = route.legs
	const [first, second] = [new Rates(ratesOf(sells, 'got')), new Rates(ratesOf(buys, 'given'))]
	for (;;) {
		const [one, other] = [first.best, second.best]
		if (one === undefined || other === undefined) return
		const middle = first.left < second.left ? first.left : second.left
		// Both rates in one fraction, so that the price is rounded once.
		const [given, got] = [one.given * other.given, one.got * other.got]
		const price = (side === 'bids' ? (got * unit) / given : (given * unit + got - 1n) / got) as Decimal
		const base = side === 'bids' ? (middle * one.given) / one.got : (middle * other.got) / other.given
		const amount = Decimal.roundDown((base / unit) as Decimal, decimalPlaces)
		const parts = [`${route.via} 1 ${one.maker}`, `${route.via} 2 ${other.maker}`]
		if (amount > 0n && price > 0n) yield { price, amount, source: route, parts }
		first.take(middle)
		second.take(middle)
	}
}

/** A leg's rates, from whose best the middle token is taken. */
class Rates {
	readonly #rates: Generator<Rate, void>
	/** The best that has something left; undefined at the end. */
	best: Rate | undefined
	/** How much of the middle token it has left. */
	left = 0n

	constructor(rates: Generator<Rate, void>) {
		this.#rates = rates
		this.take(0n)
	}

	take(middle: bigint): void {
		this.left -= middle
		if (this.left > 0n) return
		this.best = this.#rates.next().value ?? undefined
		this.left = this.best?.middle ?? 0n
	}
}

const unit = Decimal.one as bigint

/** Amounts at the scale of exact values. `middleIs`: which of them the middle token is. */
function* ratesOf({ side, available }: SideOffers, middleIs: 'given' | 'got'): Generator<Rate, void> {
	for (const { makerId: maker, price, amount } of levelsByPriority(side, available)) {
		const [base, quote] = [amount * unit, price * amount]
		const [given, got] = side === 'bids' ? [base, quote] : [quote, base]
		if (given > 0n && got > 0n) yield { maker, given, got, middle: middleIs === 'got' ? got : given }
	}
}

/** A level, and which makers it takes. */
export type ShowableLevel = PriceLevel & ({ readonly parts: readonly string[] } | { readonly makerId: string })

/**
 * The public levels of a side: one per price, ending before the first that would require more makers than an order may be
 * split over.
 */
export function shownLevels(levels: Iterable<ShowableLevel>, makersPerOrder: number): PriceLevel[] {
	const parts = new Set<string>()
	const shown: PriceLevel[] = []
	for (const level of levels) {
		const { price, amount } = level
		for (const part of 'parts' in level ? level.parts : [level.makerId]) parts.add(part)
		const last = shown.at(-1)
		if (parts.size > makersPerOrder) break
		if (last?.price === price) shown[shown.length - 1] = { price, amount: Decimal.add(last.amount, amount) }
		else if (shown.length === bookLevelsMax) break
		else shown.push({ price, amount })
	}
	return shown
}

/** How much base each source fills if all their levels are taken in order; undefined if they hold less. */
export function sharesOfSources<Route>(
	levels: Iterable<SourceLevel<Route>>,
	base: Decimal,
): ReadonlyMap<'own' | Route, Decimal> | undefined {
	const shares = new Map<'own' | Route, Decimal>()
	let left = base
	for (const { source, amount } of levels) {
		if (left === 0n) break
		const taken = Decimal.min(left, amount)
		shares.set(source, Decimal.add(shares.get(source) ?? Decimal.zero, taken))
		left = Decimal.subtract(left, taken)
	}
	return left === 0n ? shares : undefined
}
