import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { Ajv } from 'ajv'
import { untilState } from '../network/order-state.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// Market lists poll the service in their own published formats, and see every trade once.

let network: TestNetwork
let solver: TestSolver

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 3, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
	const book = { pair: 'XRD/xUSDC', bids: ['0.06 100', '0.05 40000'], asks: ['0.07 1000'] }
	await connectMaker(network, network.makers[0], { books: [book] })
	await connectMaker(network, network.makers[1], { books: [{ pair: 'xETH/xUSDC', asks: ['3000 1'] }] })
	network.clock.advanceToNoon()
})
after(() => network?.stop())

async function trade(sold: string, bought: string): Promise<void> {
	const order = await placeOrder(network, network.users[0], { sell: sold, buy: bought })
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
}

async function ask(path: string) {
	const answer = await fetch(`${network.service.url}/market-lists/${path}`)
	return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const text = { type: 'string', minLength: 1 }
const decimal = { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' }
const positive = { type: 'string', pattern: '^(?=.*[1-9])[0-9]+(\\.[0-9]+)?$' }
const number = { type: 'number' }
const whole = { type: 'integer' }
const side = { enum: ['buy', 'sell'] }
const levels = { type: 'array', items: { type: 'array', items: decimal, minItems: 2, maxItems: 2 } }
const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
	type: 'object',
	properties,
	required: Object.keys(properties).filter(name => !optional.includes(name)),
	additionalProperties: false,
})
const listOf = (items: object) => ({ type: 'array', items, minItems: 1 })
const mapOf = (values: object) => ({ type: 'object', additionalProperties: values, minProperties: 1 })
const coinGeckoTrade = object({
	trade_id: whole,
	price: positive,
	base_volume: positive,
	target_volume: positive,
	trade_timestamp: whole,
	type: side,
})
const block = object({ blockNumber: whole, blockTimestamp: { type: 'integer', maximum: 10_000_000_000 } })
const amounts = { asset0In: positive, asset1In: positive, asset0Out: positive, asset1Out: positive }
const market = 'XRD_xUSDC'

/** The published formats, every mandatory member required. */
const formats: Readonly<Record<string, object>> = {
	// CoinGecko’s Exchange API integration guide, section A: spot exchanges.
	'coingecko/pairs': listOf(object({ ticker_id: text, base: text, target: text, pool_id: text })),
	'coingecko/tickers': listOf(
		object({
			...{ ticker_id: text, base_currency: text, target_currency: text, pool_id: text, last_price: positive },
			...{ base_volume: decimal, target_volume: decimal, bid: decimal, ask: decimal, high: decimal, low: decimal },
		}),
	),
	[`coingecko/orderbook?ticker_id=${market}&depth=4`]: object({
		ticker_id: text,
		timestamp: whole,
		bids: levels,
		asks: levels,
	}),
	[`coingecko/historical_trades?ticker_id=${market}&limit=10`]: object({
		buy: { type: 'array', items: coinGeckoTrade },
		sell: listOf(coinGeckoTrade),
	}),
	// GeckoTerminal’s DEX integration format, https://dexscreener.notion.site/DEX-Screener-Adapter-Specs-cc1223cdf6e74a7799599106b65dcd0e:
	// reserves are optional, and there is no pool that has any.
	'geckoterminal/latest-block': object({ block }),
	[`geckoterminal/pair?id=${market}`]: object({
		pair: object({ id: text, dexKey: text, asset0Id: text, asset1Id: text }),
	}),
	'geckoterminal/events?fromBlock=1&toBlock=10': object({
		events: listOf({
			...object(
				{
					...{ block, eventType: { const: 'swap' }, txnId: text, txnIndex: whole, eventIndex: whole, maker: text },
					...{ pairId: text, ...amounts, priceNative: positive, metadata: { type: 'object' } },
				},
				Object.keys(amounts),
			),
			oneOf: [{ required: ['asset0In', 'asset1Out'] }, { required: ['asset1In', 'asset0Out'] }],
		}),
	}),
	// CoinMarketCap’s Ideal API Endpoint Samples, section A: spot exchanges,
	// https://docs.google.com/document/d/1S4urpzUnO2t7DmS_1dc4EL4tgnnbTObPYXvDeBnukCg
	'coinmarketcap/summary': listOf(
		object({
			...{ trading_pairs: text, base_currency: text, quote_currency: text, last_price: number, lowest_ask: number },
			...{ highest_bid: number, base_volume: number, quote_volume: number, price_change_percent_24h: number },
			...{ highest_price_24h: number, lowest_price_24h: number },
		}),
	),
	'coinmarketcap/assets': mapOf(object({ name: text, contractAddress: text, maker_fee: decimal, taker_fee: decimal })),
	'coinmarketcap/ticker': mapOf(
		object({ last_price: positive, base_volume: decimal, quote_volume: decimal, isFrozen: { enum: ['0', '1'] } }),
	),
	[`coinmarketcap/orderbook/${market}?depth=4&level=2`]: object({ timestamp: whole, bids: levels, asks: levels }),
	[`coinmarketcap/trades/${market}`]: listOf(
		object({
			...{ trade_id: whole, price: positive, base_volume: positive, quote_volume: positive },
			...{ timestamp: whole, type: side },
		}),
	),
	// What an adapter of DefiLlama’s dimension-adapters returns for a day: a timestamp and dailyVolume as balances.
	'defillama/volume': object({ timestamp: whole, dailyVolume: mapOf(positive) }),
}

// shows Trade API addition: /market-lists/*
test('before the first trade the lists have the markets and nothing that nobody knows', async () => {
	const pairs = (await ask('coingecko/pairs')).body as { ticker_id: string }[]
	const quoted = (await network.dex.tokenPairs()).filter(pair => pair.quoted !== false)
	assert.deepEqual(
		pairs.map(({ ticker_id }) => ticker_id),
		quoted.map(({ base, quote }) => `${base}_${quote}`),
	)
	for (const path of ['coingecko/tickers', 'coinmarketcap/summary']) assert.deepEqual((await ask(path)).body, [])
	assert.deepEqual((await ask('coinmarketcap/ticker')).body, {})
	assert.equal((await ask('geckoterminal/latest-block')).body.block.blockNumber, 0)
})

// shows Trade API addition: /market-lists/*
test('trades are listed with their own numbers, amounts and prices', async () => {
	await trade('100 XRD', '6 xUSDC')
	await trade('50 XRD', '2.4 xUSDC')
	// The book asks 0.63 xUSDC for that: the user keeps the rest.
	await trade('0.7 xUSDC', '9 XRD')
	await trade('3000 XRD', '0.0495 xETH')
	await trade('400 xUSDC', '0.123456789012345678 xETH')
	await until('all to be counted', async () => (await ask('geckoterminal/latest-block')).body.block.blockNumber === 5)
	network.clock.advance(31)
	const { trades } = await network.dex.trades()
	const { events } = (await ask('geckoterminal/events?fromBlock=1&toBlock=5')).body
	const known = trades.toReversed().map(({ transactionId, price, pair: { base, quote } }, at) => {
		return [at + 1, transactionId, Decimal.format(price), `${base}_${quote}`]
	})
	const shown = events.map((event: Readonly<Record<string, never>> & { block: { blockNumber: number } }) => {
		return [event.block.blockNumber, event.txnId, event.priceNative, event.pairId]
	})
	assert.deepEqual(shown, known)
	assert.equal(events[0].maker, network.users[0]?.account)
	const listed = (await ask(`coingecko/historical_trades?ticker_id=${market}`)).body
	assert.deepEqual(
		[listed.buy, listed.sell].map(side => side.map((one: { trade_id: number }) => one.trade_id)),
		[[3], [2, 1]],
	)
	const { body: sold } = await ask(`coingecko/historical_trades?ticker_id=${market}&type=sell&limit=1`)
	assert.deepEqual([Object.keys(sold), sold.sell.length], [['sell'], 1])
})

// shows Trade API addition: /market-lists/*
test('a routed trade is counted once, in its own pair, in every list', async () => {
	const tickers = (await ask('coingecko/tickers')).body as Record<string, string>[]
	const volumes = tickers.map(one => [one.ticker_id, one.base_volume, one.target_volume, one.high, one.low])
	assert.deepEqual(volumes.filter(([id]) => id !== 'xETH_xUSDC').toSorted(), [
		['XRD_xETH', '3000', '0.05', '0.000016666666666666', '0.000016666666666666'],
		['XRD_xUSDC', '159', '9.13', '0.07', '0.05'],
	])
	const long = (await network.dex.trades({ pair: { base: 'xETH', quote: 'xUSDC' } })).trades[0] ?? assert.fail()
	const [price, amount, cost] = [long.price, long.baseAmount, long.quoteAmount].map(Decimal.format)
	assert.match(price ?? '', /^3000\.\d{15,18}$/)
	assert.deepEqual(
		volumes.find(([id]) => id === 'xETH_xUSDC'),
		['xETH_xUSDC', amount, cost, price, price],
	)
	const pairs = (await ask('coingecko/pairs')).body as { ticker_id: string }[]
	assert.ok(pairs.some(({ ticker_id }) => ticker_id === 'XRD_xETH'))
	const tokens = await network.dex.tokens()
	const addressOf = (wanted: string) => tokens.find(({ symbol }) => symbol === wanted)?.resourceAddress ?? ''
	const { dailyVolume, timestamp } = (await ask('defillama/volume')).body
	const dollars = Decimal.format(Decimal.add(Decimal.parse('9.13'), long.quoteAmount))
	assert.deepEqual(dailyVolume, { [addressOf('xUSDC')]: dollars, [addressOf('xETH')]: '0.05' })
	assert.equal(timestamp % 86_400, 0)
	assert.deepEqual((await ask(`defillama/volume?timestamp=${timestamp - 1}`)).body, {
		timestamp: timestamp - 86_400,
		dailyVolume: {},
	})
})

// shows Trade API addition: /market-lists/*
test('the book is the shown book, as deep as asked, and a side without offers has the price 0', async () => {
	const book = (await ask(`coingecko/orderbook?ticker_id=${market}&depth=2`)).body
	const { bids, asks } = await network.dex.orderBook({ base: 'XRD', quote: 'xUSDC' })
	const textOf = ({ price, amount }: { price: Decimal; amount: Decimal }) => [price, amount].map(Decimal.format)
	assert.deepEqual(
		[book.bids, book.asks],
		[bids, asks].map(levels => levels.slice(0, 1).map(textOf)),
	)
	const best = (await ask(`coinmarketcap/orderbook/${market}?level=1`)).body
	assert.deepEqual([best.bids, best.asks], [book.bids, book.asks])
	const tickers = (await ask('coingecko/tickers')).body as Record<string, string>[]
	assert.equal(tickers.find(({ ticker_id }) => ticker_id === 'XRD_xETH')?.ask, '0')
})

for (const [path, format] of Object.entries(formats)) {
	// shows Trade API addition: /market-lists/*
	test(`${path.split('?')[0]} has its published format`, async () => {
		const { status, body } = await ask(path)
		const matches = new Ajv({ strict: false, allErrors: true }).compile(format)
		assert.ok(status === 200 && matches(body), JSON.stringify([status, matches.errors, body]))
	})
}

// shows Trade API addition: /market-lists/*
test('the token of a pair can be looked up', async () => {
	const { pair } = (await ask(`geckoterminal/pair?id=${market}`)).body
	const format = object({ asset: object({ id: text, name: text, symbol: text, decimals: whole }) })
	for (const id of [pair.asset0Id, pair.asset1Id]) {
		const { body } = await ask(`geckoterminal/asset?id=${id}`)
		assert.equal(new Ajv().compile(format)(body), true)
		const token = (await network.dex.tokens()).find(({ resourceAddress }) => resourceAddress === id)
		assert.deepEqual([body.asset.symbol, body.asset.decimals], [token?.symbol, token?.divisibility])
	}
})

// shows Trade API addition: /market-lists/*
test('numbers of the summary keep every digit', async () => {
	const answer = await fetch(`${network.service.url}/market-lists/coinmarketcap/summary`)
	assert.match(await answer.text(), /"last_price":0\.000016666666666666,/)
})

// shows Trade API addition: /market-lists/*
test('error: unknown markets and tokens, and too many blocks, are refused', async () => {
	const codes = async (path: string) => (await ask(path)).body.code
	for (const path of ['coingecko/orderbook?ticker_id=A_B', 'coinmarketcap/trades/A_B', 'geckoterminal/pair?id=A_B'])
		assert.equal(await codes(path), 'unknown_pair')
	assert.equal(await codes('geckoterminal/asset?id=resource_a'), 'unknown_token')
	assert.equal(await codes('geckoterminal/events?fromBlock=1&toBlock=1001'), 'validation_failed')
	assert.equal(await codes(`coingecko/historical_trades?ticker_id=${market}&limit=501`), 'validation_failed')
})
