import { Decimal, listedBlocksMax, TradeError, type TradeSide, tradesMax } from '@accord/protocol'
import type { marketListOperations } from '@accord/protocol/contract'
import type { ListedTrade } from '../../trades/listed-trades-table.ts'
import type { Handlers } from '../http/routes.ts'
import { dayMs, type MarketLists, marketName } from './market-lists.ts'

type Operations = typeof marketListOperations
type CoinGecko = 'getCoinGeckoPairs' | 'getCoinGeckoTickers' | 'getCoinGeckoOrderBook' | 'getCoinGeckoTrades'
type GeckoTerminal =
	| 'getGeckoTerminalLatestBlock'
	| 'getGeckoTerminalAsset'
	| 'getGeckoTerminalPair'
	| 'getGeckoTerminalEvents'

const { format } = Decimal

/** The exchange format of CoinGecko. */
export function coinGeckoHandlers(lists: MarketLists): Handlers<Pick<Operations, CoinGecko>> {
	return {
		getCoinGeckoPairs: async () =>
			(await lists.listedPairs()).map(pair => {
				const name = marketName(pair)
				return { ticker_id: name, base: pair.base, target: pair.quote, pool_id: name }
			}),
		getCoinGeckoTickers: async () =>
			(await lists.day()).map(({ pair, name, ...day }) => ({
				ticker_id: name,
				base_currency: pair.base,
				target_currency: pair.quote,
				pool_id: name,
				last_price: format(day.last),
				base_volume: format(day.baseVolume),
				target_volume: format(day.quoteVolume),
				bid: format(day.bid),
				ask: format(day.ask),
				high: format(day.high),
				low: format(day.low),
			})),
		getCoinGeckoOrderBook: ({ query: { ticker_id, depth } }) => ({ ticker_id, ...lists.book(ticker_id, depth) }),
		getCoinGeckoTrades: async ({ query: { ticker_id, type, limit = 0, start_time, end_time } }) => {
			const untilMs = end_time ?? lists.nowMs()
			const trades = await lists.trades({
				pair: lists.pair(ticker_id),
				side: type,
				limit: limit === 0 ? tradesMax : limit,
				fromMs: start_time ?? untilMs - dayMs,
				beforeMs: untilMs + 1,
			})
			const ofSide = (side: TradeSide) =>
				type === undefined || type === side
					? { [side]: trades.filter(trade => trade.side === side).map(coinGeckoTrade) }
					: {}
			return { ...ofSide('buy'), ...ofSide('sell') }
		},
	}
}

function coinGeckoTrade({ number, price, baseAmount, quoteAmount, settledAtMs, side }: ListedTrade) {
	return {
		trade_id: number,
		price: format(price),
		base_volume: format(baseAmount),
		target_volume: format(quoteAmount),
		trade_timestamp: settledAtMs,
		type: side,
	}
}

/**
 * The DEX format of GeckoTerminal. The ledger has no blocks, and trades may be learned of in another order than they
 * settled in. So a block is one trade, by its number: all lower numbers are visible by then.
 */
export function geckoTerminalHandlers(lists: MarketLists): Handlers<Pick<Operations, GeckoTerminal>> {
	return {
		getGeckoTerminalLatestBlock: async () => {
			const last = await lists.lastTrade()
			return {
				block: last === undefined ? { blockNumber: 0, blockTimestamp: secondsOf(lists.nowMs()) } : blockOf(last),
			}
		},
		getGeckoTerminalAsset: ({ query: { id } }) => {
			const { name, symbol, divisibility } = lists.tokenAt(id)
			return { asset: { id, name, symbol, decimals: divisibility } }
		},
		getGeckoTerminalPair: ({ query: { id } }) => {
			const [asset0Id, asset1Id] = [lists.pair(id).base, lists.pair(id).quote].map(
				symbol => lists.token(symbol).resourceAddress,
			) as [string, string]
			return { pair: { id, dexKey: 'accord', asset0Id, asset1Id } }
		},
		getGeckoTerminalEvents: async ({ query: { fromBlock: from, toBlock: to } }) => {
			if (to - from >= listedBlocksMax)
				throw new TradeError('validation_failed', `expected at most ${listedBlocksMax} blocks, found ${to - from + 1}`)
			return { events: (await lists.tradesByNumber({ from, to })).map(swapOf) }
		},
	}
}

function swapOf(trade: ListedTrade) {
	const { account, baseAmount, quoteAmount, pair, price, side, subintentId, transactionId } = trade
	const [base, quote] = [format(baseAmount), format(quoteAmount)]
	return {
		block: blockOf(trade),
		eventType: 'swap' as const,
		txnId: transactionId,
		txnIndex: 0,
		eventIndex: 0,
		maker: account,
		pairId: marketName(pair),
		...(side === 'sell' ? { asset0In: base, asset1Out: quote } : { asset1In: quote, asset0Out: base }),
		priceNative: format(price),
		metadata: { subintentId },
	}
}

function blockOf({ number, settledAtMs }: ListedTrade) {
	return { blockNumber: number, blockTimestamp: secondsOf(settledAtMs) }
}

function secondsOf(ms: number): number {
	return Math.floor(ms / 1000)
}
