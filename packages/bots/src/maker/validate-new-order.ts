import {
	Decimal,
	exactDown,
	exactUp,
	exactValue,
	isPairOf,
	type LimitOrder,
	mirror,
	type Pair,
	sameOrder,
} from '@accord/protocol'
import type { NewOrder } from '@accord/sdk/maker'
import type { KnownToken } from './maker-terms.ts'
import { bestPrice, type Pricing } from './pricing.ts'

/** Why a maker does not fill an order. */
export type NewOrderViolation = 'too_late' | 'not_the_mirror' | 'unknown_pair' | 'price'

type Market = {
	readonly pairs: readonly Pair[]
	readonly tokens: ReadonlyMap<string, KnownToken>
	/** The maker's current quotes, and those of a moment ago. */
	readonly pricings: readonly Pricing[]
	readonly nowMs: number
}

/**
 * Validates an order against the maker's own quotes. The price is never better for the user than the first level, except
 * for the one smallest unit of the quote token that rounding may cost. Undefined when the maker fills it.
 */
export function validateNewOrder(
	{ limitOrder, fill, fillBeforeMs }: NewOrder,
	market: Market,
): NewOrderViolation | undefined {
	if (fillBeforeMs <= market.nowMs) return 'too_late'
	if (!sameOrder(mirror(limitOrder), fill)) return 'not_the_mirror'
	const pair = market.pairs.find(pair => isPairOf(pair, fill.sell.symbol, fill.buy.symbol))
	const places = market.tokens.get(pair?.quote ?? '')?.divisibility
	if (pair === undefined || places === undefined) return 'unknown_pair'
	const isGood = market.pricings.some(pricing => isPriceGood(fill, { pair, places, pricing }))
	return isGood ? undefined : 'price'
}

function isPriceGood(
	fill: LimitOrder,
	{ pair, places, pricing }: { pair: Pair; places: number; pricing: Pricing },
): boolean {
	const sellsBase = fill.sell.symbol === pair.base
	const price = bestPrice(pair, sellsBase ? 'asks' : 'bids', pricing)
	if (price === undefined) return false
	const unit = Decimal.unit(places)
	if (sellsBase) {
		const worth = exactUp(exactValue(price, fill.sell.amount), places)
		return fill.buy.amount >= Decimal.subtract(worth, unit)
	}
	const worth = exactDown(exactValue(price, fill.buy.amount), places)
	return fill.sell.amount <= Decimal.add(worth, unit)
}
