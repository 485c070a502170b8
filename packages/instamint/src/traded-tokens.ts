import type { Token } from '@accord/protocol'

/** The tokens that the service trades. */
export type TradedTokens = {
	readonly tokens: readonly Token[]
	readonly xrdAddress: string
	/** @throws TradeError `unknown_token` */
	token(symbol: string): Token
	tokenByAddress(resourceAddress: string): Token | undefined
}

/** A resource's symbol; its address if it is not traded. */
export function symbolOf(market: Pick<TradedTokens, 'tokenByAddress'>, resource: string): string {
	return market.tokenByAddress(resource)?.symbol ?? resource
}
