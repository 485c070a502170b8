import type { FeeInfo, Limits, PageInfo, Token, TradedPair } from '@accord/protocol'
import type { DexClient } from '@accord/sdk'

/** What the operator sets, which seldom changes while the page is open. */
export type MarketInfo = {
	readonly page: PageInfo
	readonly tokens: ReadonlyMap<string, Token>
	readonly pairs: readonly TradedPair[]
	readonly feeInfo: FeeInfo
	readonly limits: Limits
}

/**
 * Reads all of it from the service.
 * @throws ConnectionError, TradeError, Error for an invalid page.json
 */
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

/** The former market if nothing has changed, so that nothing is drawn again. */
export function keepEqualMarket(former: unknown, market: unknown): unknown {
	return JSON.stringify(former, asText) === JSON.stringify(market, asText) ? former : market
}

function asText(_: string, value: unknown): unknown {
	if (typeof value === 'bigint') return String(value)
	return value instanceof Map ? [...value] : value
}

async function loadPageInfo(fetch: typeof globalThis.fetch): Promise<PageInfo> {
	const response = await fetch('/page.json')
	if (!response.ok) throw new Error(`GET /page.json returned ${response.status}`)
	return parsePageInfo(await response.json())
}

/** Parses GET /page.json. @throws Error if invalid */
export function parsePageInfo(message: unknown): PageInfo {
	if (typeof message !== 'object' || message === null) throw new Error('page.json is not an object')
	const { network, network_id, gateway_url, play, dapp_definition_address } = message as Record<string, unknown>
	if (typeof network !== 'string' || typeof network_id !== 'number' || typeof gateway_url !== 'string')
		throw new Error('page.json has no network, network_id or gateway_url')
	return {
		network,
		networkId: network_id,
		gatewayUrl: gateway_url.replace(/\/+$/, ''),
		isPlay: play === true,
		...(typeof dapp_definition_address === 'string' ? { dappDefinitionAddress: dapp_definition_address } : {}),
	}
}
