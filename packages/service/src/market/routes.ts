import { type Pair, pairKey, type Side, type TradedPair } from '@accord/protocol'

// The guarantee: two tokens are traded if makers quote them against each other, or against one common token over which
// orders may be routed. Which of the two is the base does not depend on routes that come and go.

/** A pair, and the side of its book that an order takes. */
export type PairAndSide = { readonly pair: Pair; readonly side: Side }

/** A way from the token sold to the token bought over one other token. */
export type Route = { readonly via: string; readonly legs: readonly [sells: PairAndSide, buys: PairAndSide] }

type Quoted = {
	/** All tokens, in the order of the configuration. */
	readonly symbols: readonly string[]
	readonly quotedPairs: readonly Pair[]
	/** The tokens that may be in the middle. */
	readonly over: readonly string[]
}

/**
 * The quoted pairs, followed by all others that have a route, each with the middle tokens of its routes. The base of a
 * pair that nobody quotes is the token that is listed first.
 */
export function routedPairs({ symbols, quotedPairs, over }: Quoted): readonly TradedPair[] {
	const byKey = new Map(quotedPairs.map(pair => [pairKey(pair), pair]))
	const isQuoted = (one: string, other: string) => sideOf(byKey, { sell: one, buy: other }) !== undefined
	const withVia = ({ base, quote }: Pair): TradedPair => {
		const via = over.filter(middle => isQuoted(base, middle) && isQuoted(middle, quote))
		return via.length === 0 ? { base, quote } : { base, quote, via }
	}
	const others = symbols.flatMap((base, at) =>
		symbols
			.slice(at + 1)
			.flatMap(quote => (isQuoted(base, quote) ? [] : [{ ...withVia({ base, quote }), quoted: false } as const])),
	)
	return [...quotedPairs.map(withVia), ...others.filter(({ via }) => via !== undefined)]
}

/** The pair of two symbols, and the side of its book that an order selling one for the other takes. */
export function sideOf<P extends Pair>(
	byKey: ReadonlyMap<string, P>,
	{ sell, buy }: { readonly sell: string; readonly buy: string },
): { readonly pair: P; readonly side: Side } | undefined {
	const selling = byKey.get(pairKey({ base: sell, quote: buy }))
	if (selling !== undefined) return { pair: selling, side: 'bids' }
	const buying = byKey.get(pairKey({ base: buy, quote: sell }))
	return buying && { pair: buying, side: 'asks' }
}
