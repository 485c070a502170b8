import { type Pair, type PriceBookRules, pairKey, TradeError, type Violation } from '@accord/protocol'

/** The quoted pairs that `token_pairs` names. @throws TradeError `unknown_pair`, with every other pair */
export function knownPairs({ pairs }: Pick<PriceBookRules, 'pairs'>, named: readonly Pair[]): Pair[] {
	const found = named.map(pair => pairs.get(pairKey(pair)))
	const [first, ...others] = named.flatMap(({ base, quote }, at): Violation[] => {
		if (found[at] !== undefined) return []
		const expected = 'a pair of GET /trade/token_pairs that makers quote'
		return [{ code: 'unknown_pair', item: { pointer: `/token_pairs/${at}`, expected, found: `${base}/${quote}` } }]
	})
	if (first !== undefined) throw TradeError.fromViolations([first, ...others])
	return found.filter(pair => pair !== undefined)
}
