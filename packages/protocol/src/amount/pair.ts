import { symbolWire } from '../fields.ts'
import { list, message, type ValueOf } from '../message.ts'

/** A traded pair of token symbols: prices are in quote per base, amounts in base (specification, Pair). */
export type Pair = ValueOf<typeof Pair>
export const Pair = message({ base: symbolWire, quote: symbolWire })
/** A pair in a request. */
export const GivenPair = Pair.strict()

/** A pair that users trade; `via` are the tokens over which orders may be routed, if there are any. */
export type TradedPair = ValueOf<typeof TradedPair>
export const TradedPair = message({
	base: symbolWire,
	quote: symbolWire,
	via: list(symbolWire).optional().describe('Orders may be filled over one of these tokens.'),
})

/** GET /trade/token_pairs. */
export const TokenPairs = message({ tokenPairs: list(TradedPair) }).as<readonly TradedPair[]>({
	parse: ({ tokenPairs }) => tokenPairs,
	format: tokenPairs => ({ tokenPairs }),
})

/** A pair as one text, such as `XRD/xUSDC`: for maps, logs and locks. Symbols contain no slash. */
export function pairKey(pair: Pair): string {
	return `${pair.base}/${pair.quote}`
}

/** Whether a pair trades these two tokens against each other, in either direction. */
export function isPairOf({ base, quote }: Pair, one: string, other: string): boolean {
	return (base === one && quote === other) || (base === other && quote === one)
}
