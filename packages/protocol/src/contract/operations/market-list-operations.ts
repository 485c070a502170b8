import {
	coinGeckoBookQueryWire,
	coinGeckoBookWire,
	coinGeckoPairsWire,
	coinGeckoTickersWire,
	coinGeckoTradesQueryWire,
	coinGeckoTradesWire,
	geckoTerminalAssetQueryWire,
	geckoTerminalAssetWire,
	geckoTerminalBlockWire,
	geckoTerminalEventsQueryWire,
	geckoTerminalEventsWire,
	geckoTerminalPairQueryWire,
	geckoTerminalPairWire,
} from '../../market-list/coingecko.ts'
import {
	coinMarketCapAssetsWire,
	coinMarketCapBookQueryWire,
	coinMarketCapBookWire,
	coinMarketCapSummaryWire,
	coinMarketCapTickerWire,
	coinMarketCapTradesWire,
	defiLlamaVolumeQueryWire,
	defiLlamaVolumeWire,
	marketPathWire,
} from '../../market-list/coinmarketcap.ts'
import { exampleAccount, exampleBook, exampleTime, exampleTransaction } from '../examples/market.ts'
import { exampleTrade } from '../examples/trades.ts'
import { answered, type OperationTable, parameters, withIds } from '../operation.ts'

const market = 'XRD_xUSDC'
const xrd = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3'
const usdc = 'resource_sim1t4hga5mr4kt2j7nk75pvm3r8a3e9uxaxgl6lx8vwlxtzupg4eh6tqk'
const of = { method: 'get', tag: 'Market lists', auth: 'none' } as const
const ofDatabase = { ...of, errors: ['busy', 'database_unavailable'] } as const
const ofMarket = { ...of, errors: ['unknown_pair'] } as const
const tradesOfMarket = { ...of, errors: ['unknown_pair', 'busy', 'database_unavailable'] } as const
const block = { blockNumber: 17, blockTimestamp: exampleTime.s + 1 }
const shownBook = { timestamp: exampleTime.ms, bids: exampleBook.bids, asks: exampleBook.asks }

/** What CoinGecko, GeckoTerminal, CoinMarketCap and adapters of DefiLlama poll. */
export const marketListOperations = withIds({
	getCoinGeckoPairs: {
		...ofDatabase,
		path: '/market-lists/coingecko/pairs',
		summary: 'CoinGecko: the markets',
		description:
			'The pairs that makers quote, and those with only routes that were traded in the last 24 hours. A routed trade is listed once, in its own pair, never in those of its legs.',
		answers: answered('All of them.', coinGeckoPairsWire, [
			{ ticker_id: market, base: 'XRD', target: 'xUSDC', pool_id: market },
		]),
	},
	getCoinGeckoTickers: {
		...ofDatabase,
		path: '/market-lists/coingecko/tickers',
		summary: 'CoinGecko: 24 hours of each market',
		description: 'The markets that were traded in the last 24 hours. Computed at most every 30 seconds.',
		answers: answered('All of them.', coinGeckoTickersWire, [
			{
				ticker_id: market,
				base_currency: 'XRD',
				target_currency: 'xUSDC',
				pool_id: market,
				last_price: '0.0499',
				base_volume: '350',
				target_volume: '17.495',
				bid: '0.0499',
				ask: '0.0501',
				high: '0.0501',
				low: '0.0499',
			},
		]),
	},
	getCoinGeckoOrderBook: {
		...ofMarket,
		path: '/market-lists/coingecko/orderbook',
		summary: 'CoinGecko: the order book of a market',
		query: parameters(coinGeckoBookQueryWire, { ticker_id: market, depth: 20 }),
		answers: answered('The book, best first.', coinGeckoBookWire, { ticker_id: market, ...shownBook }),
	},
	getCoinGeckoTrades: {
		...tradesOfMarket,
		path: '/market-lists/coingecko/historical_trades',
		summary: 'CoinGecko: the trades of a market',
		query: parameters(coinGeckoTradesQueryWire, { ticker_id: market, limit: 200 }),
		answers: answered('Newest first.', coinGeckoTradesWire, {
			buy: [],
			sell: [
				{
					trade_id: 17,
					price: '0.0499',
					base_volume: '100',
					target_volume: '4.99',
					trade_timestamp: exampleTrade.settled_at_ms,
					type: 'sell',
				},
			],
		}),
	},
	getGeckoTerminalLatestBlock: {
		...ofDatabase,
		path: '/market-lists/geckoterminal/latest-block',
		summary: 'GeckoTerminal: the newest block',
		description: 'A block is one settled trade and its number; before the first trade it is block 0.',
		answers: answered('All events up to it can be read.', geckoTerminalBlockWire, { block }),
	},
	getGeckoTerminalAsset: {
		...of,
		path: '/market-lists/geckoterminal/asset',
		summary: 'GeckoTerminal: a token',
		query: parameters(geckoTerminalAssetQueryWire, { id: xrd }),
		answers: answered('The token.', geckoTerminalAssetWire, {
			asset: { id: xrd, name: 'Radix', symbol: 'XRD', decimals: 18 },
		}),
		errors: ['unknown_token', 'invalid_address'],
	},
	getGeckoTerminalPair: {
		...ofMarket,
		path: '/market-lists/geckoterminal/pair',
		summary: 'GeckoTerminal: a market',
		query: parameters(geckoTerminalPairQueryWire, { id: market }),
		answers: answered('`asset0` is the base.', geckoTerminalPairWire, {
			pair: { id: market, dexKey: 'accord', asset0Id: xrd, asset1Id: usdc },
		}),
	},
	getGeckoTerminalEvents: {
		...ofDatabase,
		path: '/market-lists/geckoterminal/events',
		summary: 'GeckoTerminal: the trades between two blocks',
		description:
			'At most 1,000 blocks, both ends included. The number of a trade that a correction removed has no event.',
		query: parameters(geckoTerminalEventsQueryWire, { fromBlock: 17, toBlock: 17 }),
		answers: answered('In order.', geckoTerminalEventsWire, {
			events: [
				{
					block,
					eventType: 'swap',
					txnId: exampleTransaction,
					txnIndex: 0,
					eventIndex: 0,
					maker: exampleAccount,
					pairId: market,
					asset0In: '100',
					asset1Out: '4.99',
					priceNative: '0.0499',
					metadata: { subintentId: exampleTrade.subintent_id },
				},
			],
		}),
	},
	getCoinMarketCapSummary: {
		...ofDatabase,
		path: '/market-lists/coinmarketcap/summary',
		summary: 'CoinMarketCap: 24 hours of each market',
		description: 'The markets that were traded in the last 24 hours. Computed at most every 30 seconds.',
		answers: answered('All of them.', coinMarketCapSummaryWire, [
			{
				trading_pairs: market,
				base_currency: 'XRD',
				quote_currency: 'xUSDC',
				last_price: 0.0499,
				lowest_ask: 0.0501,
				highest_bid: 0.0499,
				base_volume: 350,
				quote_volume: 17.495,
				price_change_percent_24h: -0.2,
				highest_price_24h: 0.0501,
				lowest_price_24h: 0.0499,
			},
		]),
	},
	getCoinMarketCapAssets: {
		...of,
		path: '/market-lists/coinmarketcap/assets',
		summary: 'CoinMarketCap: the tokens',
		description: 'The fees are those of level 0, as fractions.',
		answers: answered('By symbol.', coinMarketCapAssetsWire, {
			XRD: { name: 'Radix', contractAddress: xrd, maker_fee: '0', taker_fee: '0.001' },
		}),
		errors: [],
	},
	getCoinMarketCapTicker: {
		...ofDatabase,
		path: '/market-lists/coinmarketcap/ticker',
		summary: 'CoinMarketCap: price and volume of each market',
		answers: answered('By market.', coinMarketCapTickerWire, {
			[market]: { last_price: '0.0499', base_volume: '350', quote_volume: '17.495', isFrozen: '0' },
		}),
	},
	getCoinMarketCapOrderBook: {
		...ofMarket,
		path: '/market-lists/coinmarketcap/orderbook/{market_pair}',
		summary: 'CoinMarketCap: the order book of a market',
		pathParameters: parameters(marketPathWire, { market_pair: market }),
		query: parameters(coinMarketCapBookQueryWire, { depth: 20, level: 2 }),
		answers: answered('The book, best first.', coinMarketCapBookWire, shownBook),
	},
	getCoinMarketCapTrades: {
		...tradesOfMarket,
		path: '/market-lists/coinmarketcap/trades/{market_pair}',
		summary: 'CoinMarketCap: the trades of a market',
		description: 'Of the last 24 hours, at most the newest 500.',
		pathParameters: parameters(marketPathWire, { market_pair: market }),
		answers: answered('Newest first.', coinMarketCapTradesWire, [
			{
				trade_id: 17,
				price: '0.0499',
				base_volume: '100',
				quote_volume: '4.99',
				timestamp: exampleTrade.settled_at_ms,
				type: 'sell',
			},
		]),
	},
	getDefiLlamaVolume: {
		...ofDatabase,
		path: '/market-lists/defillama/volume',
		summary: 'DefiLlama: what was traded on a day',
		description: 'Amounts of whole tokens by resource address: each trade once, in the quote token of its pair.',
		query: parameters(defiLlamaVolumeQueryWire, { timestamp: exampleTime.s }),
		answers: answered('The volume.', defiLlamaVolumeWire, {
			timestamp: exampleTime.s - (exampleTime.s % 86_400),
			dailyVolume: { [usdc]: '17.495' },
		}),
		cost: 5,
	},
} satisfies OperationTable)
