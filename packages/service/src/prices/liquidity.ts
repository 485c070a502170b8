import type { Pair, Side } from '@accord/protocol'
import type { Market } from '../market/market.ts'
import type { PairAndSide } from '../market/routes.ts'
import type { MakerOffer } from './maker-offer.ts'

/** What an order can be matched with: the offers of its own pair, and those along its routes. */
export type Liquidity = {
	readonly available: readonly MakerOffer[]
	/** Only routes with offers on both legs; absent if there are none. */
	readonly routes?: readonly RouteLiquidity[]
}

/** The offers along a route: for the token sold, and for the token bought. */
export type RouteLiquidity = { readonly via: string; readonly legs: readonly [sells: LegLiquidity, buys: LegLiquidity] }
export type LegLiquidity = PairAndSide & { readonly available: readonly MakerOffer[] }

/** The liquidity for orders that take one side of a pair, from the offers of quoted pairs. */
export function liquidityOf(
	{ routesOf }: Pick<Market, 'routesOf'>,
	{ pair, side }: { readonly pair: Pair; readonly side: Side },
	offersOf: (leg: PairAndSide) => readonly MakerOffer[],
): Liquidity {
	const { base, quote } = pair
	const found = routesOf(side === 'bids' ? { sell: base, buy: quote } : { sell: quote, buy: base })
	const legOf = (leg: PairAndSide): LegLiquidity => ({ ...leg, available: offersOf(leg) })
	const routes = found
		.map(({ via, legs: [sells, buys] }) => ({ via, legs: [legOf(sells), legOf(buys)] as const }))
		.filter(({ legs }) => legs.every(({ available }) => available.length > 0))
	return { available: offersOf({ pair, side }), ...(routes.length === 0 ? {} : { routes }) }
}

/** Whether both are the same offers, not only equal ones. */
export function isSameLiquidity(one: Liquidity, other: Liquidity): boolean {
	const offersIn = ({ available, routes = [] }: Liquidity) => [
		available,
		...routes.flatMap(({ legs }) => legs.map(leg => leg.available)),
	]
	const others = offersIn(other)
	const offers = offersIn(one)
	return offers.length === others.length && offers.every((each, at) => each === others[at])
}
