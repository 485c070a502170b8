import type { Pair, TokenPairsWire } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

/** GET /trade/token_pairs */
export function tokenPairs(app: TradeApp, { market }: { readonly market: { readonly pairs: readonly Pair[] } }): void {
	const answer: TokenPairsWire = { token_pairs: market.pairs.map(({ base, quote }) => ({ base, quote })) }
	app.get('/trade/token_pairs', async () => answer)
}
