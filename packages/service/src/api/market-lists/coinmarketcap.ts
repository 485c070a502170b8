import { Decimal, type FeeInfo, tradesMax } from '@accord/protocol'
import type { marketListOperations } from '@accord/protocol/contract'
import type { Handlers } from '../http/routes.ts'
import { type DayOfMarket, dayMs, type MarketLists } from './market-lists.ts'

type Operations = typeof marketListOperations
type CoinMarketCap =
	| 'getCoinMarketCapSummary'
	| 'getCoinMarketCapAssets'
	| 'getCoinMarketCapTicker'
	| 'getCoinMarketCapOrderBook'
	| 'getCoinMarketCapTrades'

const { format } = Decimal
const hundred = Decimal.fromInteger(100)

/** The spot exchange format of CoinMarketCap. */
export function coinMarketCapHandlers(
	lists: MarketLists,
	platform: { readonly feeInfo: FeeInfo },
): Handlers<Pick<Operations, CoinMarketCap>> {
	return {
		getCoinMarketCapSummary: async ({ reply }) => {
			const summary = (await lists.day()).map(summaryOf)
			return reply.header('content-type', 'application/json; charset=utf-8').send(`[${summary.join()}]`)
		},
		getCoinMarketCapAssets: () => {
			const [level] = platform.feeInfo.perLevelPlatformFee
			const fees = {
				maker_fee: format(level?.makerFee ?? Decimal.zero),
				taker_fee: format(level?.takerFee ?? Decimal.zero),
			}
			return Object.fromEntries(
				lists.tokens.map(({ symbol, name, resourceAddress }) => [
					symbol,
					{ name, contractAddress: resourceAddress, ...fees },
				]),
			)
		},
		getCoinMarketCapTicker: async () =>
			Object.fromEntries(
				(await lists.day()).map(({ name, last, baseVolume, quoteVolume }) => [
					name,
					{
						last_price: format(last),
						base_volume: format(baseVolume),
						quote_volume: format(quoteVolume),
						isFrozen: '0' as const,
					},
				]),
			),
		getCoinMarketCapOrderBook: ({ params: { market_pair }, query: { depth, level } }) =>
			lists.book(market_pair, level === 1 ? 2 : depth),
		getCoinMarketCapTrades: async ({ params: { market_pair } }) => {
			const nowMs = lists.nowMs()
			const span = { fromMs: nowMs - dayMs, beforeMs: nowMs + 1 }
			const trades = await lists.trades({ pair: lists.pair(market_pair), limit: tradesMax, ...span })
			return trades.map(({ number, price, baseAmount, quoteAmount, settledAtMs, side }) => ({
				trade_id: number,
				price: format(price),
				base_volume: format(baseAmount),
				quote_volume: format(quoteAmount),
				timestamp: settledAtMs,
				type: side,
			}))
		},
	}
}

/** JSON whose numbers are the decimals' own digits: JSON.stringify would make floats of them. */
function summaryOf(day: DayOfMarket): string {
	const { pair, name, first, last } = day
	const texts = { trading_pairs: name, base_currency: pair.base, quote_currency: pair.quote }
	const numbers: Readonly<Record<string, Decimal>> = {
		last_price: last,
		lowest_ask: day.ask,
		highest_bid: day.bid,
		base_volume: day.baseVolume,
		quote_volume: day.quoteVolume,
		price_change_percent_24h: Decimal.divDown(Decimal.mulDown(Decimal.subtract(last, first), hundred), first),
		highest_price_24h: day.high,
		lowest_price_24h: day.low,
	}
	const members = Object.entries(numbers).map(([key, value]) => `${JSON.stringify(key)}:${format(value)}`)
	return `${JSON.stringify(texts).slice(0, -1)},${members.join()}}`
}

/** Daily volumes for an adapter of DefiLlama, which adds `dailyVolume` to its balances as it is. */
export function defiLlamaHandlers(lists: MarketLists): Handlers<Pick<Operations, 'getDefiLlamaVolume'>> {
	return {
		getDefiLlamaVolume: async ({ query: { timestamp } }) => {
			const atMs = timestamp === undefined ? lists.nowMs() : timestamp * 1000
			const fromMs = atMs - (atMs % dayMs)
			const volumes = new Map<string, Decimal>()
			for (const { pair, quoteVolume } of await lists.traded({ fromMs, beforeMs: fromMs + dayMs })) {
				const { resourceAddress } = lists.token(pair.quote)
				volumes.set(resourceAddress, Decimal.add(volumes.get(resourceAddress) ?? Decimal.zero, quoteVolume))
			}
			const dailyVolume = Object.fromEntries([...volumes].map(([address, volume]) => [address, format(volume)]))
			return { timestamp: fromMs / 1000, dailyVolume }
		},
	}
}
