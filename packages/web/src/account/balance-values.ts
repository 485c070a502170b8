import { Decimal, isPairOf, type Pair, pairKey, type Token } from '@accord/protocol'
import { stableOf, worthIn } from '../quote/stable-worth.ts'

type Market = {
	readonly tokens: ReadonlyMap<string, Token>
	/** Pairs and routes. */
	readonly pairs: readonly Pair[]
}

/** The token in which balances are valued: that of the first pair which has one. */
export function stableIn({ tokens, pairs }: Market): string | undefined {
	for (const pair of pairs) {
		const stable = stableOf(pair, tokens)
		if (stable !== undefined) return stable
	}
	return undefined
}

/** The pair or route that prices a token in the stable one. */
export function pairToValue(symbol: string, stable: string, pairs: readonly Pair[]): Pair | undefined {
	return pairs.find(pair => isPairOf(pair, symbol, stable))
}

export type BalanceValues = {
	/** By symbol; those without a price are absent. */
	readonly values: ReadonlyMap<string, Decimal>
	readonly total: Decimal
	/** What is held and has no price. */
	readonly uncounted: readonly string[]
}

type Held = Market & {
	/** By resource address. */
	readonly balances: ReadonlyMap<string, Decimal>
	readonly stable: string
	/** By pair, in quote per base. */
	readonly mids: ReadonlyMap<string, Decimal>
}

/** What balances are worth in the stable token, at mid prices. */
export function valueBalances({ tokens, pairs, balances, stable, mids }: Held): BalanceValues {
	const values = new Map<string, Decimal>()
	const uncounted: string[] = []
	for (const { symbol, resourceAddress } of tokens.values()) {
		const amount = balances.get(resourceAddress) ?? Decimal.zero
		const pair = pairToValue(symbol, stable, pairs) ?? { base: symbol, quote: stable }
		const value = worthIn(stable, { symbol, amount }, mids.get(pairKey(pair)), pair)
		if (value !== undefined) values.set(symbol, value)
		else if (amount > 0n) uncounted.push(symbol)
	}
	return { values, total: Decimal.sum([...values.values()]), uncounted }
}
