import type { DexClient, FeeInfo, LimitsWire, Pair, Token } from '@accord/sdk'
import { type PageInfo, parsePageInfo } from './page-info.ts'

/** What does not change while the page is open. */
export type MarketInfo = {
	readonly page: PageInfo
	readonly tokens: ReadonlyMap<string, Token>
	readonly pairs: readonly Pair[]
	readonly feeInfo: FeeInfo
	readonly limits: LimitsWire
}

/** Asks the service for all of it. @throws ConnectionError, TradeError, Error without which there is nothing to show */
export async function loadMarket(dex: DexClient, fetch: typeof globalThis.fetch): Promise<MarketInfo> {
	const [page, tokens, pairs, feeInfo, limits] = await Promise.all([
		loadPageInfo(fetch),
		dex.tokens(),
		dex.tokenPairs(),
		dex.info(),
		dex.limits(),
	])
	return { page, tokens: new Map(tokens.map(token => [token.symbol, token])), pairs, feeInfo, limits }
}

async function loadPageInfo(fetch: typeof globalThis.fetch): Promise<PageInfo> {
	const response = await fetch('/page.json')
	if (!response.ok) throw new Error(`/page.json is answered ${response.status}`)
	return parsePageInfo(await response.json())
}
