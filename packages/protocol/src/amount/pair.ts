/** A traded pair of token symbols: prices are in quote per base, amounts in base. */
export type Pair = { readonly base: string; readonly quote: string }

/** The one text of a pair, such as `XRD/xUSDC`: for maps, logs and locks. Symbols hold no slash. */
export function pairKey(pair: Pair): string {
	return `${pair.base}/${pair.quote}`
}

/** Whether both name the same base and the same quote; the inverted pair is another pair. */
export function samePair(a: Pair, b: Pair): boolean {
	return a.base === b.base && a.quote === b.quote
}
