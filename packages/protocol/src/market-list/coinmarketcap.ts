import * as z from '#schema'
import { bookLevelsMax } from '../book/shown-book.ts'
import { addressWire, countWire, decimalWire, symbolWire, wholeNumberText } from '../fields.ts'
import { marketNameWire } from './coingecko.ts'

// The spot exchange format that CoinMarketCap polls, and daily volumes as an adapter of DefiLlama takes them. The summary
// has JSON numbers, written digit by digit and never through a float; all other decimals are strings, as in their samples.

/** GET /market-lists/coinmarketcap/summary. */
export const coinMarketCapSummaryWire = z.array(
	z.object({
		trading_pairs: marketNameWire,
		base_currency: symbolWire,
		quote_currency: symbolWire,
		last_price: z.number(),
		lowest_ask: z.number().describe('0 if nobody asks.'),
		highest_bid: z.number().describe('0 if nobody bids.'),
		base_volume: z.number(),
		quote_volume: z.number(),
		price_change_percent_24h: z.number().describe('The last price compared with the first of the 24 hours.'),
		highest_price_24h: z.number(),
		lowest_price_24h: z.number(),
	}),
)

/** GET /market-lists/coinmarketcap/assets, by symbol. */
export const coinMarketCapAssetsWire = z.record(
	symbolWire,
	z.object({ name: z.string(), contractAddress: addressWire, maker_fee: decimalWire, taker_fee: decimalWire }),
)

/** GET /market-lists/coinmarketcap/ticker, by market. */
export const coinMarketCapTickerWire = z.record(
	marketNameWire,
	z.object({
		last_price: decimalWire,
		base_volume: decimalWire,
		quote_volume: decimalWire,
		isFrozen: z.literal('0'),
	}),
)

/** Path of the order book and the trades of one market. */
export const marketPathWire = z.object({ market_pair: z.string() })

/** Query of GET /market-lists/coinmarketcap/orderbook/{market_pair}. */
export const coinMarketCapBookQueryWire = z.object({
	depth: wholeNumberText({ min: 0, max: 2 * bookLevelsMax })
		.optional()
		.describe('Levels of both sides together; 0 or absent for all.'),
	level: wholeNumberText({ min: 1, max: 3 }).optional().describe('1 for the best of each side only.'),
})

export const coinMarketCapBookWire = z.object({
	timestamp: countWire.describe('Milliseconds.'),
	bids: z.array(z.tuple([decimalWire, decimalWire])),
	asks: z.array(z.tuple([decimalWire, decimalWire])),
})

/** The trades of the last 24 hours, newest first. */
export const coinMarketCapTradesWire = z.array(
	z.object({
		trade_id: countWire,
		price: decimalWire,
		base_volume: decimalWire,
		quote_volume: decimalWire,
		timestamp: countWire.describe('Milliseconds.'),
		type: z.enum(['buy', 'sell']),
	}),
)

/** Query of GET /market-lists/defillama/volume. */
export const defiLlamaVolumeQueryWire = z.object({
	timestamp: wholeNumberText({ min: 0, max: 10_000_000_000 })
		.optional()
		.describe('Seconds: any moment of the UTC day; now if absent.'),
})

/** GET /market-lists/defillama/volume: amounts by resource address, each trade once, in its quote token. */
export const defiLlamaVolumeWire = z.object({
	timestamp: countWire.describe('Seconds: the start of the UTC day.'),
	dailyVolume: z.record(addressWire, decimalWire),
})
