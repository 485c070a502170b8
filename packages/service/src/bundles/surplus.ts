import { type Amount, Decimal, type LimitOrder, type ResourceAmount, type Side } from '@accord/protocol'
import { isWorth, type Market } from '../market/market.ts'
import type { MatchRules } from '../matching/match-request.ts'
import type { StoredIntent } from './bundles-table.ts'

// The guarantee: what fills give beyond the user's limit goes to the user, in the same transaction, if it is worth its
// delivery (decision 6). Where fills give more of the token bought, each fill's outer delivers its own; where they want
// less of the token sold, the order's outer keeps the difference.

/** How much an item's outer gives to the user; undefined: nothing. */
export type Delivery = ResourceAmount & { readonly account: string }

/** The deliveries of a bundle's items, in item order, and their total in quote. */
export type Deliveries = { readonly ofItems: readonly (Delivery | undefined)[]; readonly total: Decimal }

type SurplusRules = Pick<MatchRules, 'feeInfo' | 'surplusMinXrd'> & { readonly market: Market }

export function deliveriesOf(rules: SurplusRules, [order, ...fills]: readonly StoredIntent[]): Deliveries {
	if (order === undefined) return { ofItems: [], total: Decimal.zero }
	const surpluses = fills.map(surplusOf)
	const isBought = order.side === 'bids'
	const symbol = isBought ? order.buy_symbol : order.sell_symbol
	const amounts = isBought ? [Decimal.zero, ...surpluses] : [Decimal.sum(surpluses), ...fills.map(() => Decimal.zero)]
	const delivered = amounts.map(amount => (isDelivered(rules, { symbol, amount }) ? amount : Decimal.zero))
	const { resourceAddress: resource } = rules.market.token(symbol)
	const ofItems = delivered.map(amount =>
		Decimal.isZero(amount) ? undefined : { resource, amount, account: order.account },
	)
	return { ofItems, total: Decimal.sum(delivered) }
}

/** Whether the outer of this fill of a part will deliver a surplus. */
export function deliversSurplus(
	rules: SurplusRules,
	{ side, limitQuote }: { readonly side: Side; readonly limitQuote: string | null },
	{ sell }: LimitOrder,
): boolean {
	if (side === 'asks' || limitQuote === null) return false
	const amount = Decimal.subtract(sell.amount, Decimal.parse(limitQuote))
	return isDelivered(rules, { symbol: sell.symbol, amount })
}

function isDelivered(rules: SurplusRules, surplus: Amount): boolean {
	return isWorth(rules, { ...surplus, xrd: rules.surplusMinXrd })
}

/** What a fill gives beyond its share of the user's limit, in quote; never negative. */
function surplusOf({ side, limit_quote: limit, sell_amount: sells, buy_amount: buys }: StoredIntent): Decimal {
	if (limit === null) return Decimal.zero
	const [more, less] = side === 'bids' ? [sells, limit] : [limit, buys]
	return Decimal.max(Decimal.subtract(Decimal.parse(more), Decimal.parse(less)), Decimal.zero)
}
