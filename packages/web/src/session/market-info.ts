import type { DexClient, FeeInfo, LimitsWire, Pair, Token } from '@accord/sdk'

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

/** What the service says of the network that the page trades on (GET /page.json). */
export type PageInfo = {
	readonly network: string
	readonly networkId: number
	/** Where balances are read; without a slash at the end. */
	readonly gatewayUrl: string
	/** Play money: only the local network, whose keys everybody knows. */
	readonly isPlay: boolean
	/** The dApp that wallets are shown on a public network. */
	readonly dappDefinitionAddress?: string
}

/** Reads GET /page.json. @throws Error when it is something else */
export function parsePageInfo(message: unknown): PageInfo {
	if (typeof message !== 'object' || message === null) throw new Error('page.json is no object')
	const { network, network_id, gateway_url, play, dapp_definition_address } = message as Record<string, unknown>
	if (typeof network !== 'string' || typeof network_id !== 'number' || typeof gateway_url !== 'string')
		throw new Error('page.json does not say which network this is')
	return {
		network,
		networkId: network_id,
		gatewayUrl: gateway_url.replace(/\/+$/, ''),
		isPlay: play === true,
		...(typeof dapp_definition_address === 'string' ? { dappDefinitionAddress: dapp_definition_address } : {}),
	}
}
