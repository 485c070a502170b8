import * as z from '#schema'
import { symbolWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'

/** A traded pair of token symbols: prices are in quote per base, amounts in base (specification, Pair). */
export type Pair = ValueOf<typeof Pair>
export const Pair = message({ base: symbolWire, quote: symbolWire })
/** A pair in a request. */
export const GivenPair = Pair.strict()

/**
 * A pair that users trade. `via` are the tokens over which orders may be routed, if there are any; `quoted` is false if
 * makers have no book of it, so that all its orders are routed.
 */
export type TradedPair = ValueOf<typeof TradedPair>
export const TradedPair = message({
	base: symbolWire,
	quote: symbolWire,
	quoted: z.literal(false).optional(),
	via: list(symbolWire).optional().describe('Middle tokens of its routes.'),
})

/** GET /trade/token_pairs. */
export const TokenPairs = message({ tokenPairs: list(TradedPair) }).as<readonly TradedPair[]>({
	parse: ({ tokenPairs }) => tokenPairs,
	format: tokenPairs => ({ tokenPairs }),
})

/**
 * The ways to sell one token of a pair for the other, each as the tokens that it passes: directly if makers quote the
 * pair, and over each of its middle tokens.
 */
export function waysOf(
	{ quoted, via = [] }: Pick<TradedPair, 'quoted' | 'via'>,
	{ sell, buy }: { readonly sell: string; readonly buy: string },
): readonly (readonly string[])[] {
	return [...(quoted === false ? [] : [[sell, buy]]), ...via.map(middle => [sell, middle, buy])]
}

/** A pair as one text, such as `XRD/xUSDC`: for maps, logs and locks. Symbols contain no slash. */
export function pairKey(pair: Pair): string {
	return `${pair.base}/${pair.quote}`
}

/** Whether a pair trades these two tokens against each other, in either direction. */
export function isPairOf({ base, quote }: Pair, one: string, other: string): boolean {
	return (base === one && quote === other) || (base === other && quote === one)
}
