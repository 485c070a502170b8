import { type Amount, Decimal, type Pair, type Token } from '@accord/protocol'
import { knownToken } from '../ui/known-tokens.ts'

/**
 * The token of a pair that is a dollar by its address, which cannot be imitated; undefined if the pair has none. Values
 * are said in it, rather than in dollars, because the page knows no other price.
 */
export function stableOf({ base, quote }: Pair, tokens: ReadonlyMap<string, Token>): string | undefined {
	return [quote, base].find(symbol => {
		const token = tokens.get(symbol)
		const drawing = token && knownToken(token)?.drawing
		return drawing === 'usdc' || drawing === 'usdt'
	})
}

/** An amount of either token of the pair in its stable one, at the mid price; undefined while there is none. */
export function worthIn(
	stable: string,
	of: Amount | undefined,
	mid: Decimal | undefined,
	{ base }: Pair,
): Decimal | undefined {
	if (of === undefined || of.symbol === stable) return of?.amount
	if (mid === undefined || mid <= 0n) return undefined
	return of.symbol === base ? Decimal.mulDown(of.amount, mid) : Decimal.divDown(of.amount, mid)
}
