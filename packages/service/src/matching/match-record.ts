import { Decimal, type LimitOrder, type PriceLevel, type Side, wholeDepth } from '@accord/protocol'
import { levelsByPriority, type MakerOffer, offerOf } from '../prices/maker-offer.ts'
import { matchOrder } from './match-order.ts'
import { type LegOffers, type MatchedPart, type MatchRequest, orderSize, type RouteOffers } from './match-request.ts'
import { totalValue, walkLevels } from './walk.ts'

type AmountRecord = readonly [symbol: string, amount: string]
type LevelRecord = readonly [price: string, amount: string]
export type OfferRecord = {
	readonly maker_id: string
	readonly min_part?: string
	/** Includes the sequence number of the level's last change, which decides between equal prices. */
	readonly levels: readonly (readonly [...LevelRecord, changedAt: number])[]
}
type PartRecord = {
	readonly maker_id: string
	readonly levels: readonly LevelRecord[]
	readonly sell: AmountRecord
	readonly buy: AmountRecord
	/** Its share of the user's limit in the order's quote token; absent if that is what the maker is asked for, or on an inner leg. */
	readonly limit_quote?: string
	/** The leg of a route that it fills; absent: the order's own pair. */
	readonly leg?: LegRecord
}
type LegRecord = { readonly base: string; readonly quote: string; readonly side: Side }
export type LegOffersRecord = LegRecord & {
	readonly divisibility: MatchRequest['divisibility']
	readonly small_part: string
	readonly offers: readonly OfferRecord[]
}
export type RouteRecord = { readonly via: string; readonly legs: readonly [LegOffersRecord, LegOffersRecord] }

/** A matching decision as JSON, with all of its inputs. */
export type MatchRecord = {
	readonly side: Side
	readonly sell: AmountRecord
	readonly buy: AmountRecord
	readonly divisibility: MatchRequest['divisibility']
	readonly makers_max: number
	readonly small_part: string
	/** Absent: makers were asked for the user's limit. */
	readonly surplus_min?: string
	/** The offers less reservations; absent if there were too many levels to record. */
	readonly offers?: readonly OfferRecord[]
	/** Which amount was kept exactly; absent: the base. `surplus_min` is of the other token. */
	readonly exact?: 'quote'
	/** The offers of each route, like those of the order's own pair. */
	readonly routes?: readonly RouteRecord[]
	readonly parts: readonly PartRecord[]
}

const levelsMax = 4_096

/** Records how an order was matched. */
export function formatMatch(request: MatchRequest, parts: readonly MatchedPart[]): MatchRecord {
	const { side, limitOrder, divisibility, makersMax, smallPart, surplusMin, exact, routes = [] } = request
	const offers = routes.length === 0 && exact === undefined ? offersLookedAt(request, parts) : request.available
	const all = [...offers, ...routes.flatMap(({ legs }) => legs.flatMap(({ available }) => available))]
	const isRecorded = all.reduce((count, { levels }) => count + levels.length, 0) <= levelsMax
	return {
		side,
		...formatLimitOrder(limitOrder),
		divisibility,
		makers_max: makersMax,
		small_part: Decimal.format(smallPart),
		...(surplusMin === undefined ? {} : { surplus_min: Decimal.format(surplusMin) }),
		...(exact === undefined ? {} : { exact }),
		...(isRecorded ? { offers: offers.map(formatOffer) } : {}),
		...(isRecorded && routes.length > 0 ? { routes: routes.map(formatRoute) } : {}),
		parts: parts.map(part => formatPart(part, request)),
	}
}

/** Repeats a match from its record. Returns the resulting parts; undefined if the record has no offers. */
export function replayMatch(record: MatchRecord): readonly PartRecord[] | undefined {
	const { offers, side, divisibility, routes = [], exact } = record
	if (offers === undefined) return undefined
	const request: MatchRequest = {
		available: offers.flatMap(offer => parseOffer(offer) ?? []),
		side,
		limitOrder: { sell: parseAmount(record.sell), buy: parseAmount(record.buy) },
		divisibility,
		makersMax: record.makers_max,
		smallPart: Decimal.parse(record.small_part),
		...(record.surplus_min === undefined ? {} : { surplusMin: Decimal.parse(record.surplus_min) }),
		...(exact === undefined ? {} : { exact }),
		...(routes.length === 0 ? {} : { routes: routes.map(parseRoute) }),
	}
	const match = matchOrder(request)
	return match.kind === 'matched' ? match.parts.map(part => formatPart(part, request)) : []
}

/**
 * The offers that a match depended on: matching them alone gives the same parts. If one maker fills the order as well
 * as all levels together would, matching looks at no later maker and at no level beyond the order's size; otherwise it
 * looks at everything.
 */
function offersLookedAt(request: MatchRequest, parts: readonly MatchedPart[]): readonly MakerOffer[] {
	const { available, side } = request
	const { base } = orderSize(request)
	const [alone, ...others] = parts
	const best = walkLevels(levelsByPriority(side, available), base)
	if (alone === undefined || others.length > 0 || best === undefined) return available
	if (wholeDepth(alone.levels).value !== totalValue(best)) return available
	const last = available.findIndex(({ makerId }) => makerId === alone.makerId)
	const walked = new Set(best.map(({ makerId }) => makerId))
	const lookedAt = available.filter(({ makerId }, index) => index <= last || walked.has(makerId))
	return lookedAt.flatMap(offer => upTo(base, offer) ?? [])
}

/** The best levels of an offer that together hold an amount of base. */
function upTo(base: Decimal, { levels }: MakerOffer): MakerOffer | undefined {
	let held = Decimal.zero
	const end = levels.findIndex(({ amount }) => {
		held = Decimal.add(held, amount)
		return held >= base
	})
	return offerOf(end === -1 ? levels : levels.slice(0, end + 1))
}

function formatRoute({ via, legs: [sells, buys] }: RouteOffers): RouteRecord {
	return { via, legs: [formatLeg(sells), formatLeg(buys)] }
}

function formatLeg({ pair, side, available, divisibility, smallPart }: LegOffers): LegOffersRecord {
	const { base, quote } = pair
	return { base, quote, side, divisibility, small_part: Decimal.format(smallPart), offers: available.map(formatOffer) }
}

function parseRoute({ via, legs: [sells, buys] }: RouteRecord): RouteOffers {
	return { via, legs: [parseLeg(sells), parseLeg(buys)] }
}

function parseLeg({ base, quote, side, divisibility, small_part, offers }: LegOffersRecord): LegOffers {
	const available = offers.flatMap(offer => parseOffer(offer) ?? [])
	return { pair: { base, quote }, side, available, divisibility, smallPart: Decimal.parse(small_part) }
}

function formatOffer({ makerId, best, levels }: MakerOffer): OfferRecord {
	return {
		maker_id: makerId,
		...(best.minPart === undefined ? {} : { min_part: Decimal.format(best.minPart) }),
		levels: levels.map(({ price, amount, changedAt }) => [Decimal.format(price), Decimal.format(amount), changedAt]),
	}
}

function parseOffer({ maker_id: makerId, min_part, levels }: OfferRecord): MakerOffer | undefined {
	const minPart = min_part === undefined ? {} : { minPart: Decimal.parse(min_part) }
	return offerOf(
		levels.map(([price, amount, changedAt]) => {
			return { makerId, price: Decimal.parse(price), amount: Decimal.parse(amount), changedAt, ...minPart }
		}),
	)
}

function formatPart(
	{ makerId, levels, fill, limitQuote, leg }: MatchedPart,
	{ side, exact }: Pick<MatchRequest, 'side' | 'exact'>,
): PartRecord {
	const isBought = (side === 'bids') !== (exact === 'quote')
	const isAsked = leg === undefined && limitQuote === (isBought ? fill.sell : fill.buy).amount
	return {
		maker_id: makerId,
		levels: levels.map(formatLevel),
		...formatLimitOrder(fill),
		...(isAsked || limitQuote === undefined ? {} : { limit_quote: Decimal.format(limitQuote) }),
		...(leg === undefined ? {} : { leg: { base: leg.pair.base, quote: leg.pair.quote, side: leg.side } }),
	}
}

function formatLevel({ price, amount }: PriceLevel): LevelRecord {
	return [Decimal.format(price), Decimal.format(amount)]
}

function formatLimitOrder({ sell, buy }: LimitOrder): { sell: AmountRecord; buy: AmountRecord } {
	return { sell: [sell.symbol, Decimal.format(sell.amount)], buy: [buy.symbol, Decimal.format(buy.amount)] }
}

function parseAmount([symbol, amount]: AmountRecord) {
	return { symbol, amount: Decimal.parse(amount) }
}
