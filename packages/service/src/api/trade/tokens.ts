import type { Token, TokensWire } from '@accord/protocol'
import type { TradeApp } from './trade-app.ts'

/** GET /trade/tokens */
export function tokens(app: TradeApp, { market }: { readonly market: { readonly tokens: readonly Token[] } }): void {
	const answer: TokensWire = {
		tokens: market.tokens.map(token => ({
			resource_address: token.resourceAddress,
			symbol: token.symbol,
			divisibility: token.divisibility,
			name: token.name,
			icon_url: token.iconUrl,
		})),
	}
	app.get('/trade/tokens', async () => answer)
}
