import {
	Decimal,
	type FeeInfo,
	type LevelFee,
	type Pair,
	pairKey,
	rebate,
	type Token,
	type TokenSettlementFee,
	type TradedPair,
	TradeError,
	tokenSettlementFee,
} from '@accord/protocol'
import type { SettlementConfig } from '../config/config.ts'
import { type PairAndSide, type Route, routedPairs, sideOf } from './routes.ts'

/** The traded tokens and pairs, as configured by the operator; XRD's address is the network's. */
export type Market = {
	readonly networkId: number
	readonly xrdAddress: string
	readonly tokens: readonly Token[]
	/** Also those that are no longer traded, which stored orders may name. */
	readonly knownTokens: readonly Token[]
	/** Everything that users trade: first the quoted pairs, then those that only have routes. */
	readonly pairs: readonly TradedPair[]
	/** The pairs for which makers send books. */
	readonly quotedPairs: readonly Pair[]
	/** A token that is traded, or was when an order that is still open was accepted. @throws TradeError `unknown_token` */
	token(symbol: string): Token
	tokenByAddress(resourceAddress: string): Token | undefined
	/** @throws TradeError `unknown_token` for a symbol that is not traded, `unknown_pair` for two that are not a pair in this order */
	pair(base: string, quote: string): TradedPair
	/** The pair of two symbols, and the side of its book that an order selling one for the other takes. */
	pairOf(symbols: Symbols): (PairAndSide & { readonly pair: TradedPair }) | undefined
	/** The same among quoted pairs. */
	quotedPairOf(symbols: Symbols): PairAndSide | undefined
	/** The routes by which one token can be sold for another. */
	routesOf(symbols: Symbols): readonly Route[]
	/** The quoted pairs whose books fill orders of a pair: its own, if it is quoted, and those of its routes. */
	booksOf(pair: Pair): readonly Pair[]
}

type Symbols = { readonly sell: string; readonly buy: string }

/** What is known about tokens. */
export type KnownTokens = Pick<Market, 'networkId' | 'xrdAddress' | 'tokens' | 'token' | 'tokenByAddress'>

/** The tokens of the market in force at each look, for those who keep them. */
export function tokensInForce(holder: { readonly market: KnownTokens }): KnownTokens {
	const { networkId, xrdAddress } = holder.market
	return {
		networkId,
		xrdAddress,
		get tokens() {
			return holder.market.tokens
		},
		token: symbol => holder.market.token(symbol),
		tokenByAddress: address => holder.market.tokenByAddress(address),
	}
}

export type MarketConfig = Pick<Market, 'networkId' | 'xrdAddress' | 'tokens'> & {
	/** The quoted pairs. */
	readonly pairs: readonly Pair[]
	/** The tokens that may be in the middle of a route; if absent, all. */
	readonly routes?: readonly string[] | undefined
	/** Tokens that are no longer traded: stored orders may name them. */
	readonly retired?: readonly Token[]
}

export function createMarket(config: MarketConfig): Market {
	const { networkId, xrdAddress, tokens, pairs: quotedPairs, routes, retired = [] } = config
	const symbols = tokens.map(({ symbol }) => symbol)
	const pairs = routedPairs({ symbols, quotedPairs, over: routes ?? symbols })
	const traded = new Set(symbols)
	const knownTokens = [...tokens, ...retired]
	const bySymbol = new Map(knownTokens.map(token => [token.symbol, token]))
	const byAddress = new Map(tokens.map(token => [token.resourceAddress, token]))
	const byKey = new Map(pairs.map(pair => [pairKey(pair), pair]))
	const quotedByKey = new Map(quotedPairs.map(pair => [pairKey(pair), pair]))
	const quotedPairOf = (symbols: Symbols) => sideOf(quotedByKey, symbols)
	const routesOf = ({ sell, buy }: Symbols): readonly Route[] =>
		(sideOf(byKey, { sell, buy })?.pair.via ?? []).flatMap(via => {
			const first = quotedPairOf({ sell, buy: via })
			const second = quotedPairOf({ sell: via, buy })
			return first && second ? [{ via, legs: [first, second] }] : []
		})
	const booksOf = (pair: Pair) => {
		const own = quotedByKey.get(pairKey(pair))
		const legs = routesOf({ sell: pair.base, buy: pair.quote }).flatMap(route => route.legs.map(leg => leg.pair))
		return own === undefined ? legs : [own, ...legs]
	}
	return {
		networkId,
		xrdAddress,
		tokens,
		knownTokens,
		pairs,
		quotedPairs,
		quotedPairOf,
		routesOf,
		booksOf,
		token: symbol => bySymbol.get(symbol) ?? unknownToken(symbol, symbols),
		tokenByAddress: address => byAddress.get(address),
		pair: (base, quote) => {
			const pair = byKey.get(pairKey({ base, quote }))
			if (pair !== undefined) return pair
			for (const symbol of [base, quote]) if (!traded.has(symbol)) unknownToken(symbol, symbols)
			throw unknownPair({ base, quote }, byKey.get(pairKey({ base: quote, quote: base })))
		},
		pairOf: symbols => sideOf(byKey, symbols),
	}
}

function unknownToken(found: string, symbols: readonly string[]): never {
	const meant = symbols.find(symbol => symbol.toLowerCase() === found.toLowerCase())
	const advice = meant === undefined ? 'GET /trade/tokens lists them' : `did you mean ${meant}?`
	throw new TradeError('unknown_token', `${found} is not a traded token: ${advice}`)
}

function unknownPair(pair: Pair, reversed: Pair | undefined): TradeError {
	const found = pairKey(pair)
	const expected = reversed === undefined ? 'a pair of GET /trade/token_pairs' : pairKey(reversed)
	const advice =
		reversed === undefined ? '' : `: ${expected} is, with base ${reversed.base} and quote ${reversed.quote}`
	const errors = [{ rule: 'unknown_pair', expected, found }]
	return new TradeError('unknown_pair', `${found} is not a traded pair${advice}`, { errors })
}

type FeeSettings = {
	readonly market: Pick<Market, 'tokens' | 'token' | 'tokenByAddress' | 'xrdAddress'>
	readonly settlement: SettlementConfig
	readonly levels: readonly LevelFee[]
	readonly rules: Pick<FeeInfo, 'verifyParentAccessRuleSborHex' | 'formerVerifyParentAccessRuleSborHex'>
	/** The fees of tokens that are no longer traded, for orders that are still open. */
	readonly retired?: readonly TokenSettlementFee[]
}

/**
 * The fee table for users and makers. It also serves as a price list: an item's cost in XRD is converted to its fee
 * token by the ratio of the two transaction_execution_amounts (decision 16).
 */
export function feeInfoOf({ market, settlement, levels, rules, retired = [] }: FeeSettings): FeeInfo {
	const xrd = market.tokenByAddress(market.xrdAddress)
	if (xrd === undefined) throw new Error('tokens: XRD is missing; all costs on the ledger are paid in XRD')
	const xrdPrice = priceOf(xrd, settlement)
	return {
		...rules,
		perLevelPlatformFee: levels,
		perTokenSettlementFee: [...market.tokens.map(token => tokenFee(token, { settlement, xrdPrice })), ...retired],
	}
}

function tokenFee(
	token: Token,
	{ settlement, xrdPrice }: { settlement: SettlementConfig; xrdPrice: Decimal },
): TokenSettlementFee {
	const tokenPrice = priceOf(token, settlement)
	const worth = (amountXrd: Decimal): Decimal => worthRoundedUp({ amountXrd, xrdPrice, tokenPrice }, token.divisibility)
	return {
		symbol: token.symbol,
		solverAmount: worth(settlement.solverAmountXrd),
		transactionExecutionAmount: worth(settlement.executionAmountXrd),
	}
}

/** amountXrd × xrdPrice ÷ tokenPrice, rounded up once, to the token's unit. */
function worthRoundedUp(
	{ amountXrd, xrdPrice, tokenPrice }: { amountXrd: Decimal; xrdPrice: Decimal; tokenPrice: Decimal },
	divisibility: number,
): Decimal {
	const product = amountXrd * xrdPrice
	const quotient = (product + tokenPrice - 1n) / tokenPrice
	return Decimal.roundUp(quotient as Decimal, divisibility)
}

function priceOf({ symbol }: Token, { prices }: SettlementConfig): Decimal {
	const price = prices[symbol]
	if (price === undefined) throw new Error(`settlement.prices: the price of ${symbol} is missing`)
	return price
}

/** How much of an item's execution amount is returned as a rebate, in the token it sells (decision 16). */
export function rebateOf(
	{ market, feeInfo }: { market: Market; feeInfo: FeeInfo },
	{ symbol, costXrd }: { symbol: string; costXrd: Decimal },
): Decimal {
	const teaToken = tokenSettlementFee(feeInfo, symbol).transactionExecutionAmount
	return rebate({
		costXrd,
		teaXrd: teaXrdOf(market, feeInfo),
		teaToken,
		divisibility: market.token(symbol).divisibility,
	})
}

/** How much of a token is worth an amount of XRD at the fee table's own prices, rounded up to the token's unit. */
export function worthInToken(
	{ market, feeInfo }: { market: Market; feeInfo: FeeInfo },
	{ symbol, xrd }: { symbol: string; xrd: Decimal },
): Decimal {
	const { transactionExecutionAmount: xrdPrice } = tokenSettlementFee(feeInfo, symbol)
	const prices = { amountXrd: xrd, xrdPrice, tokenPrice: teaXrdOf(market, feeInfo) }
	return worthRoundedUp(prices, market.token(symbol).divisibility)
}

/** Whether an amount of a token is worth at least so much XRD, and is not zero. */
export function isWorth(
	rules: Parameters<typeof worthInToken>[0],
	{ symbol, amount, xrd }: { symbol: string; amount: Decimal; xrd: Decimal },
): boolean {
	return amount > 0n && amount >= worthInToken(rules, { symbol, xrd })
}

function teaXrdOf(market: Market, feeInfo: FeeInfo): Decimal {
	const xrd = market.tokenByAddress(market.xrdAddress)
	if (xrd === undefined) throw new Error('XRD must be one of the tokens: costs are counted in XRD')
	return tokenSettlementFee(feeInfo, xrd.symbol).transactionExecutionAmount
}
