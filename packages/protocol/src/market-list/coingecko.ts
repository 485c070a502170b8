import * as z from '#schema'
import { bookLevelsMax } from '../book/shown-book.ts'
import { addressWire, countWire, decimalWire, subintentIdWire, symbolWire, wholeNumberText } from '../fields.ts'
import { tradesMax } from '../trade/trade.ts'

// The exchange format that CoinGecko polls, and the DEX format that GeckoTerminal polls. Names and shapes are theirs:
// every decimal is a string, CoinGecko's times are milliseconds, GeckoTerminal's seconds.

/** A pair as market lists name it: `BASE_QUOTE`. */
export const marketNameWire = z.string().regex(/^[^\s/]{3,129}$/, 'a market such as XRD_xUSDC')

/** The most blocks that one GET /market-lists/geckoterminal/events returns; each has one trade. */
export const listedBlocksMax = 1_000

export const coinGeckoPairsWire = z.array(
	z.object({ ticker_id: marketNameWire, base: symbolWire, target: symbolWire, pool_id: marketNameWire }),
)

export const coinGeckoTickersWire = z.array(
	z.object({
		ticker_id: marketNameWire,
		base_currency: symbolWire,
		target_currency: symbolWire,
		pool_id: marketNameWire,
		last_price: decimalWire,
		base_volume: decimalWire,
		target_volume: decimalWire,
		bid: decimalWire.describe('0 if nobody bids.'),
		ask: decimalWire.describe('0 if nobody asks.'),
		high: decimalWire,
		low: decimalWire,
	}),
)

/** Query of GET /market-lists/coingecko/orderbook: `depth` counts the levels of both sides together, 0 is all. */
export const coinGeckoBookQueryWire = z.object({
	ticker_id: marketNameWire,
	depth: wholeNumberText({ min: 0, max: 2 * bookLevelsMax })
		.optional()
		.describe('Levels of both sides together; 0 or absent for all.'),
})

const levelWire = z.tuple([decimalWire, decimalWire])

export const coinGeckoBookWire = z.object({
	ticker_id: marketNameWire,
	timestamp: countWire.describe('Milliseconds.'),
	bids: z.array(levelWire),
	asks: z.array(levelWire),
})

/** Query of GET /market-lists/coingecko/historical_trades. */
export const coinGeckoTradesQueryWire = z.object({
	ticker_id: marketNameWire,
	type: z.enum(['buy', 'sell']).optional(),
	limit: wholeNumberText({ min: 0, max: tradesMax }).optional().describe('0 or absent for 500.'),
	start_time: wholeNumberText({ min: 0 }).optional().describe('Milliseconds; a day before `end_time` if absent.'),
	end_time: wholeNumberText({ min: 0 }).optional().describe('Milliseconds; now if absent.'),
})

const coinGeckoTradeWire = z.object({
	trade_id: countWire,
	price: decimalWire,
	base_volume: decimalWire,
	target_volume: decimalWire,
	trade_timestamp: countWire.describe('Milliseconds.'),
	type: z.enum(['buy', 'sell']),
})

/** Newest first; a side that was not requested is absent. */
export const coinGeckoTradesWire = z.object({
	buy: z.array(coinGeckoTradeWire).optional(),
	sell: z.array(coinGeckoTradeWire).optional(),
})

const listedBlockWire = z.object({
	blockNumber: countWire.describe('The number of a trade, counted from 1: this ledger has no blocks.'),
	blockTimestamp: countWire.describe('Seconds.'),
})

export const geckoTerminalBlockWire = z.object({ block: listedBlockWire })

/** Query of GET /market-lists/geckoterminal/asset. */
export const geckoTerminalAssetQueryWire = z.object({ id: addressWire })

export const geckoTerminalAssetWire = z.object({
	asset: z.object({ id: addressWire, name: z.string(), symbol: symbolWire, decimals: countWire.max(18) }),
})

/** Query of GET /market-lists/geckoterminal/pair. */
export const geckoTerminalPairQueryWire = z.object({ id: marketNameWire })

export const geckoTerminalPairWire = z.object({
	pair: z.object({ id: marketNameWire, dexKey: z.string(), asset0Id: addressWire, asset1Id: addressWire }),
})

/** Query of GET /market-lists/geckoterminal/events: both blocks included. */
export const geckoTerminalEventsQueryWire = z.object({
	fromBlock: wholeNumberText({ min: 0 }),
	toBlock: wholeNumberText({ min: 0 }),
})

const swapWire = z.object({
	block: listedBlockWire,
	eventType: z.literal('swap'),
	txnId: z.string(),
	txnIndex: countWire,
	eventIndex: countWire,
	maker: addressWire.describe('The account that traded.'),
	pairId: marketNameWire,
	asset0In: decimalWire.optional(),
	asset1In: decimalWire.optional(),
	asset0Out: decimalWire.optional(),
	asset1Out: decimalWire.optional(),
	priceNative: decimalWire.describe('Quote per base.'),
	metadata: z.object({ subintentId: subintentIdWire }),
})

export const geckoTerminalEventsWire = z.object({ events: z.array(swapWire) })
