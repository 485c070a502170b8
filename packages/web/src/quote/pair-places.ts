import type { Pair, Token } from '@accord/protocol'

/** Decimal places of the two tokens of a pair. */
export type Places = { readonly base: number; readonly quote: number }

/** Undefined for a pair with a token that the service does not list. */
export function placesOfPair({ base, quote }: Pair, tokens: ReadonlyMap<string, Token>): Places | undefined {
	const [ofBase, ofQuote] = [base, quote].map(symbol => tokens.get(symbol)?.divisibility)
	return ofBase === undefined || ofQuote === undefined ? undefined : { base: ofBase, quote: ofQuote }
}
