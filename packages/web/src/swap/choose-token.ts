import type { Pair } from '@accord/protocol'

/** A pair and which of its tokens is sold. */
export type Direction = { readonly pair: Pair; readonly sells: 'base' | 'quote' }

/** The two symbols of a direction. */
export function symbolsOf({ pair, sells }: Direction): { sell: string; buy: string } {
	return sells === 'base' ? { sell: pair.base, buy: pair.quote } : { sell: pair.quote, buy: pair.base }
}

/** The opposite direction. */
export function flipped({ pair, sells }: Direction): Direction {
	return { pair, sells: sells === 'base' ? 'quote' : 'base' }
}

/**
 * The direction after a token was chosen for one side. The other side stays if the two form a pair, swaps places if it
 * was the same token, and otherwise becomes the first token against which the new one is traded.
 */
export function chooseToken(
	direction: Direction,
	side: 'sell' | 'buy',
	symbol: string,
	pairs: readonly Pair[],
): Direction {
	const current = symbolsOf(direction)
	const other = side === 'sell' ? current.buy : current.sell
	if (symbol === other) return flipped(direction)
	const has = (pair: Pair, token: string) => pair.base === token || pair.quote === token
	const pair = pairs.find(pair => has(pair, symbol) && has(pair, other)) ?? pairs.find(pair => has(pair, symbol))
	if (pair === undefined) return direction
	const isBase = pair.base === symbol
	return { pair, sells: isBase === (side === 'sell') ? 'base' : 'quote' }
}

/** The token that the other side becomes if this one is chosen, unless it can stay: no pair or route leads to it. */
export function displacedBy(
	direction: Direction,
	{ side, symbol, pairs }: { side: 'sell' | 'buy'; symbol: string; pairs: readonly Pair[] },
): string | undefined {
	const other = side === 'sell' ? 'buy' : 'sell'
	const before = symbolsOf(direction)
	if (symbol === before.sell || symbol === before.buy) return undefined
	const after = symbolsOf(chooseToken(direction, side, symbol, pairs))[other]
	return after === before[other] ? undefined : after
}

/** The symbols of all pairs, each once, in the order of the pairs. */
export function swappableSymbols(pairs: readonly Pair[]): string[] {
	return [...new Set(pairs.flatMap(({ base, quote }) => [base, quote]))]
}
