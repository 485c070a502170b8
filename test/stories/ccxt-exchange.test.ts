import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AccordExchange, errorClasses, type Order, type Trade } from '@accord/ccxt'
import { checkSubintent } from '@accord/sdk/codec'
import type { Participant } from '../network/participant.ts'
import { signerTerms } from '../network/signer-terms.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { until, untilEqual } from '../network/until.ts'

// A bot written for CCXT reads, trades and watches: structures, units and errors are CCXT's.

const symbol = 'XRD/xUSDC'

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let user: Participant
let exchange: AccordExchange

function exchangeOf(options: Partial<ConstructorParameters<typeof AccordExchange>[0]> = {}): AccordExchange {
	const { curve, publicKey, sign } = user.keyPair
	const signed = (hash: string) => ({ curve, publicKey, signature: sign(hash).signature })
	return new AccordExchange({
		baseUrl: network.service.url,
		gatewayUrl: network.ledger.url,
		account: user.account,
		sign: async toSign =>
			signed((await checkSubintent(toSign, signerTerms(network), { nowMs: network.clock.nowMs() })).subintentHash),
		signCancellation: ({ hash }) => signed(hash),
		...options,
	})
}

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 2, solvers: 1 })
	;[user] = network.users as [Participant]
	solver = connectSolver(network, network.solvers[0])
	const books = [{ pair: symbol, bids: ['0.05 100000'], asks: ['0.0625 100000'] }]
	maker = await connectMaker(network, network.makers[0], { books })
	network.clock.advanceToNoon()
	exchange = exchangeOf()
})
after(async () => {
	await exchange?.close()
	await network?.stop()
})

/** Creates an order, and has it settled. */
async function settled(create: () => Promise<Order>): Promise<Order> {
	const order = await create()
	await settle(network, solver, await solver.bundleOf({ subintentId: order.id }))
	await until('the order to be closed', async () => (await exchange.fetchOrder(order.id)).status === 'closed')
	return order
}

/** The members of CCXT 4.5’s structures, as its own safe… functions make them, and what each value may be. */
const num = (value: unknown) => value === undefined || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
const text = (value: unknown) => typeof value === 'string'
const ms = (value: unknown) => Number.isSafeInteger(value)
const date = (value: unknown) => text(value) && new Date(value as string).toISOString() === value
const absent = (value: unknown) => value === undefined
const yes = (value: unknown) => value === true
const no = (value: unknown) => value === false
const object = (value: unknown) => typeof value === 'object' && value !== null
const list = Array.isArray
type Shape = Readonly<Record<string, (value: unknown) => boolean>>
const structures = {
	market: {
		...{ id: text, lowercaseId: text, symbol: text, base: text, quote: text, settle: absent, baseId: text },
		...{
			quoteId: text,
			settleId: absent,
			type: value => value === 'spot',
			spot: yes,
			margin: no,
			swap: no,
			future: no,
		},
		...{ option: no, index: no, active: yes, contract: no, linear: absent, inverse: absent, subType: absent },
		...{ taker: num, maker: num, percentage: yes, tierBased: yes, feeSide: value => value === 'give' },
		...{ contractSize: absent, expiry: absent, expiryDatetime: absent, strike: absent, optionType: absent },
		...{ precision: object, limits: object, marginModes: object, created: absent, info: object },
	},
	ticker: {
		...{ symbol: text, timestamp: ms, datetime: date, high: num, low: num, bid: num, bidVolume: num, ask: num },
		...{ askVolume: num, vwap: num, open: num, close: num, last: num, previousClose: absent, change: num },
		...{ percentage: num, average: num, baseVolume: num, quoteVolume: num, indexPrice: absent, markPrice: absent },
		info: object,
	},
	orderBook: { symbol: text, bids: list, asks: list, timestamp: ms, datetime: date, nonce: ms },
	trade: {
		...{ id: text, order: text, timestamp: ms, datetime: date, symbol: text, type: text, side: text },
		...{ takerOrMaker: text, price: num, amount: num, cost: num, fee: object, fees: list, info: object },
	},
	order: {
		...{ id: text, clientOrderId: absent, timestamp: ms, datetime: date, lastTradeTimestamp: ms },
		...{ lastUpdateTimestamp: ms, status: text, symbol: text, type: text, timeInForce: text, side: text, price: num },
		...{ average: num, amount: num, filled: num, remaining: num, stopPrice: absent, triggerPrice: absent },
		...{ takeProfitPrice: absent, stopLossPrice: absent, cost: num, trades: list, fee: object, fees: list },
		...{ reduceOnly: no, postOnly: no, info: object },
	},
	currency: {
		...{ id: text, code: text, numericId: absent, precision: num, type: text, name: text, active: yes },
		...{ deposit: absent, withdraw: absent, fee: absent, fees: object, networks: object, limits: object, info: object },
	},
} satisfies Readonly<Record<string, Shape>>

function hasShape(value: object, name: keyof typeof structures): void {
	const shape: Shape = structures[name]
	assert.deepEqual(Object.keys(value).toSorted(), Object.keys(shape).toSorted())
	for (const [member, one] of Object.entries(value)) assert.ok(shape[member]?.(one), `${name}.${member}: ${one}`)
}

// shows CCXT: Markets, currencies and their precision
test('markets and currencies have CCXT’s members', async () => {
	const markets = await exchange.loadMarkets()
	for (const market of Object.values(markets)) hasShape(market, 'market')
	for (const currency of Object.values(await exchange.fetchCurrencies())) hasShape(currency, 'currency')
	const { id, precision, taker, maker: makerFee } = markets[symbol] ?? assert.fail()
	assert.deepEqual([id, precision.amount, precision.cost], ['XRD_xUSDC', '0.000000000000000001', '0.000001'])
	const [level] = network.feeInfo.perLevelPlatformFee
	assert.deepEqual(
		[taker, makerFee].map(Number),
		[level?.takerFee, level?.makerFee].map(fee => Number(fee) / 1e18),
	)
	assert.equal(exchange.amountToPrecision('xETH/xUSDC', '1.23456789123456789123'.slice(0, 20)), '1.234567891234567891')
	assert.equal(exchange.has.createOrder, true)
	assert.deepEqual(
		exchange.symbols,
		(await network.dex.tokenPairs()).map(({ base, quote }) => `${base}/${quote}`),
	)
})

// shows CCXT: Public methods
test('before the first trade the ticker has the best prices, and nothing of trades', async () => {
	const ticker = await exchange.fetchTicker(symbol)
	hasShape(ticker, 'ticker')
	assert.deepEqual([ticker.bid, ticker.ask, ticker.last, ticker.baseVolume], ['0.05', '0.0625', undefined, '0'])
	const book = await exchange.fetchOrderBook(symbol, 1)
	hasShape(book, 'orderBook')
	assert.deepEqual([book.bids, book.asks], [[['0.05', '100000']], [['0.0625', '100000']]])
	assert.deepEqual(await exchange.fetchTrades(symbol), [])
})

// shows CCXT: Orders, balances and watches of a real trade
test('a limit order is created, watched and settled', async () => {
	const before = await exchange.fetchBalance()
	const watched: Order[] = []
	const orders = (async () => {
		while (watched.at(-1)?.status !== 'closed') watched.push(...(await exchange.watchOrders()))
	})()
	const traded: Trade[] = []
	const trades = (async () => {
		while (traded.length === 0) traded.push(...(await exchange.watchTrades(symbol)))
	})()
	const { nonce } = await exchange.watchOrderBook(symbol)
	const next = exchange.watchOrderBook(symbol)
	const created = await settled(() => exchange.createOrder(symbol, 'limit', 'sell', '100', '0.049'))
	assert.deepEqual([created.status, created.filled, created.remaining, created.price], ['open', '0', '100', '0.049'])
	await Promise.all([orders, trades])
	assert.ok((await next).nonce > nonce)
	const order = await exchange.fetchOrder(created.id)
	hasShape(order, 'order')
	const { status, side, average, amount, filled, remaining, cost, timeInForce } = order
	assert.deepEqual(
		[status, side, average, amount, filled, remaining, cost, timeInForce],
		['closed', 'sell', '0.05', '100', '100', '0', '5', 'FOK'],
	)
	assert.deepEqual(watched.at(-1), order)
	assert.deepEqual(traded, await exchange.fetchTrades(symbol))
	const [trade] = traded
	assert.ok(trade)
	hasShape(trade, 'trade')
	assert.deepEqual(
		[trade.id, trade.side, trade.price, trade.amount, trade.cost],
		[order.id, 'sell', '0.05', '100', '5'],
	)
	const balance = await exchange.fetchBalance()
	assert.equal(Number(balance.total.xUSDC) - Number(before.total.xUSDC), 5)
	assert.deepEqual(balance.xUSDC, { free: balance.free.xUSDC, used: '0', total: balance.total.xUSDC })
})

// shows CCXT: Public methods
test('candles and the ticker show the trades, oldest first, in text', async () => {
	await settled(() => exchange.createOrder(symbol, 'market', 'buy', '80'))
	await untilEqual('the candle', async () => (await exchange.fetchOHLCV(symbol, '1d')).map(([, ...each]) => each), [
		['0.05', '0.0625', '0.05', '0.0625', '180'],
	])
	const ticker = await exchange.fetchTicker(symbol)
	hasShape(ticker, 'ticker')
	const { open, last, high, low, change, percentage, average, baseVolume, quoteVolume, vwap } = ticker
	assert.deepEqual(
		[open, last, high, low, change, percentage, average, baseVolume, quoteVolume, vwap],
		['0.05', '0.0625', '0.0625', '0.05', '0.0125', '25', '0.05625', '180', '10', '0.055555555555555555'],
	)
	const all = await exchange.fetchTrades(symbol)
	assert.deepEqual(
		all.map(({ side }) => side),
		['sell', 'buy'],
	)
	const [first, second] = all
	assert.deepEqual(await exchange.fetchTrades(symbol, second?.timestamp), [second])
	assert.deepEqual(await exchange.fetchTrades(symbol, first?.timestamp, 1), [first])
	assert.deepEqual(
		(await exchange.fetchClosedOrders(symbol)).map(({ id }) => id),
		all.map(({ order }) => order),
	)
})

// shows CCXT: Cancelling
test('an order that no maker has answered is canceled', async () => {
	await maker.leave()
	const quiet = await connectMaker(network, network.makers[1], {
		answer: silent,
		books: [{ pair: symbol, bids: ['0.04 1000'] }],
	})
	await until('the book', async () => (await exchange.fetchOrderBook(symbol)).bids[0]?.[0] === '0.04')
	const order = await network.clock.standStill(async () => {
		const { id } = await exchange.createOrder(symbol, 'limit', 'sell', '200', '0.04')
		return exchange.cancelOrder(id)
	})
	assert.deepEqual([order.status, order.filled], ['canceled', '0'])
	await quiet.leave()
})

async function thrown(promise: Promise<unknown>): Promise<Error> {
	return promise.then(
		() => assert.fail('nothing was thrown'),
		(error: Error) => error,
	)
}

const refusals: readonly (readonly [name: keyof typeof errorClasses, title: string, call: () => Promise<unknown>])[] = [
	['BadSymbol', 'an unknown symbol', () => exchange.fetchTicker('XRD/EUR')],
	['BadRequest', 'an unknown timeframe', () => exchange.fetchOHLCV(symbol, '2m')],
	['InvalidOrder', 'an amount as a number', () => exchange.createOrder(symbol, 'limit', 'sell', 1.5 as never, '0.05')],
	['InvalidOrder', 'a limit order without a price', () => exchange.createOrder(symbol, 'limit', 'sell', '1')],
	[
		'InvalidOrder',
		'an expiry out of bounds',
		() => exchange.createOrder(symbol, 'limit', 'sell', '100', '0.04', { expiresIn: 5 }),
	],
	[
		'NotSupported',
		'another time in force',
		() => exchange.createOrder(symbol, 'limit', 'sell', '1', '1', { timeInForce: 'GTC' }),
	],
	[
		'NotSupported',
		'an unknown parameter',
		() => exchange.createOrder(symbol, 'limit', 'sell', '1', '1', { postOnly: true } as never),
	],
	['OrderNotFillable', 'a price that nobody gives', () => exchange.createOrder(symbol, 'limit', 'sell', '100', '5')],
	['OrderNotFound', 'an unknown order', () => exchange.fetchOrder('subtxid_sim1unknown')],
	[
		'ArgumentsRequired',
		'an exchange without a signer',
		() => exchangeOf({ sign: undefined as never }).createOrder(symbol, 'limit', 'sell', '1', '1'),
	],
	[
		'ExchangeNotAvailable',
		'a service that is not there',
		() => exchangeOf({ baseUrl: 'http://127.0.0.1:9' }).fetchMarkets(),
	],
	[
		'ExchangeNotAvailable',
		'a Gateway that is not there',
		() => exchangeOf({ gatewayUrl: 'http://127.0.0.1:9' }).fetchBalance(),
	],
	[
		'ExchangeClosedByUser',
		'a closed exchange',
		async () => {
			const closed = exchangeOf()
			await closed.watchTrades(symbol)
			const waiting = thrown(closed.watchTrades(symbol))
			await closed.close()
			assert.equal((await waiting).name, 'ExchangeClosedByUser')
			return closed.watchOrderBook(symbol)
		},
	],
]
for (const [name, title, call] of refusals) {
	// shows CCXT: Errors by name
	test(`error: ${title} is ${name}`, async () => {
		const error = await thrown(call())
		assert.ok(error instanceof errorClasses[name], `${error}`)
		assert.deepEqual([error.name, error instanceof errorClasses.BaseError], [name, true])
	})
}

// shows CCXT: Errors by name
test('error: the classes that were given are thrown, such as those of ccxt', async () => {
	class BadSymbol extends Error {}
	const error = await thrown(exchangeOf({ errors: { BadSymbol } }).fetchTicker('XRD/EUR'))
	assert.ok(error instanceof BadSymbol)
})
