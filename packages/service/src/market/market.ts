import { type Pair, pairKey, type Side, type Token, TradeError } from '@accord/protocol'

/** The traded tokens and pairs, as configured by the operator; XRD's address is the network's. */
export type Market = {
	readonly networkId: number
	readonly xrdAddress: string
	readonly tokens: readonly Token[]
	readonly pairs: readonly Pair[]
	/** @throws TradeError `unknown_token` */
	token(symbol: string): Token
	tokenByAddress(resourceAddress: string): Token | undefined
	/** @throws TradeError `unknown_token` for a symbol that is not traded, `unknown_pair` for two that are not a pair in this order */
	pair(base: string, quote: string): Pair
	/** The pair of two symbols, and the side of its book that an order selling one for the other takes. */
	pairOf(symbols: { readonly sell: string; readonly buy: string }): { pair: Pair; side: Side } | undefined
}

export type MarketConfig = Pick<Market, 'networkId' | 'xrdAddress' | 'tokens' | 'pairs'>

export function createMarket({ networkId, xrdAddress, tokens, pairs }: MarketConfig): Market {
	const bySymbol = new Map(tokens.map(token => [token.symbol, token]))
	const byAddress = new Map(tokens.map(token => [token.resourceAddress, token]))
	const byKey = new Map(pairs.map(pair => [pairKey(pair), pair]))
	return {
		networkId,
		xrdAddress,
		tokens,
		pairs,
		token: symbol => bySymbol.get(symbol) ?? unknownToken(symbol),
		tokenByAddress: address => byAddress.get(address),
		pair: (base, quote) => {
			const pair = byKey.get(pairKey({ base, quote }))
			if (pair !== undefined) return pair
			for (const symbol of [base, quote]) if (!bySymbol.has(symbol)) unknownToken(symbol)
			throw unknownPair({ base, quote }, byKey.get(pairKey({ base: quote, quote: base })))
		},
		pairOf: ({ sell, buy }) => {
			const selling = byKey.get(pairKey({ base: sell, quote: buy }))
			if (selling !== undefined) return { pair: selling, side: 'bids' }
			const buying = byKey.get(pairKey({ base: buy, quote: sell }))
			return buying && { pair: buying, side: 'asks' }
		},
	}
}

function unknownToken(symbol: string): never {
	throw new TradeError('unknown_token', `${symbol} is not a traded token`)
}

function unknownPair(pair: Pair, reversed: Pair | undefined): TradeError {
	const found = pairKey(pair)
	const expected = reversed === undefined ? 'a pair of GET /trade/token_pairs' : pairKey(reversed)
	const advice =
		reversed === undefined ? '' : `: ${expected} is, with base ${reversed.base} and quote ${reversed.quote}`
	const errors = [{ rule: 'unknown_pair', expected, found }]
	return new TradeError('unknown_pair', `${found} is not a traded pair${advice}`, { errors })
}
