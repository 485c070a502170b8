import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Candle, type CandleInterval, candleIntervals, Decimal, type Trade } from '@accord/protocol'
import { untilState } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'
import { untilEqual } from '../network/until.ts'

// Every settled trade is counted once in the candles of each length, and every reader of the stream is told about it
// once.

const pair = { base: 'XRD', quote: 'xUSDC' }
const intervals = Object.keys(candleIntervals) as CandleInterval[]

let network: TestNetwork
let solver: TestSolver

before(async () => {
	network = await startTestNetwork({ users: 3, makers: 1, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
	const bids = ['0.06 100', '0.05 200', '0.04 100000']
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids }] })
	// All trades of the first tests fall into one interval of each length.
	network.clock.advanceToNoon()
})
after(() => network?.stop())

async function trade(sold: string, bought: string): Promise<void> {
	const order = await placeOrder(network, network.users[0], { sell: sold, buy: bought })
	await settle(network, solver, await solver.bundleOf(order))
	await untilState(network, order, 'settled')
}

async function candlesOf(interval: CandleInterval): Promise<string[]> {
	return (await network.dex.candles(pair, { interval })).candles.map(textOf)
}

function textOf({ open, high, low, close, baseVolume, quoteVolume, trades }: Candle): string {
	const [o, h, l, c, base, quote] = [open, high, low, close, baseVolume, quoteVolume].map(Decimal.format)
	return `${o} ${h} ${l} ${c}, ${base} for ${quote}, ${trades}`
}

test('there is no candle before the first trade', async () => {
	assert.deepEqual(await network.dex.candles(pair, { interval: '1m' }), { pair, interval: '1m', candles: [] })
})

// shows decision 73: Every settled trade is counted once
test('trades make candles of every length with exact prices and amounts', async () => {
	await trade('100 XRD', '6 xUSDC')
	await trade('100 XRD', '5 xUSDC')
	await trade('7 XRD', '0.31 xUSDC')
	// The third asks for 0.31 xUSDC, and gets the 0.35 of the book.
	const wanted = ['0.06 0.06 0.05 0.05, 207 for 11.35, 3']
	for (const interval of intervals) await untilEqual(interval, () => candlesOf(interval), wanted)
	const [candle] = (await network.dex.candles(pair, { interval: '4h' })).candles
	const { settledAtMs = 0 } = (await network.dex.trades({ pair })).trades[0] ?? {}
	assert.equal(candle?.startMs, settledAtMs - (settledAtMs % candleIntervals['4h']))
})

test('a later interval has its own candle, an interval without trades none, and pages go back in time', async () => {
	network.clock.advance(3_600)
	await trade('10 XRD', '0.4 xUSDC')
	const later = '0.05 0.05 0.05 0.05, 10 for 0.5, 1'
	await untilEqual('the hours', async () => (await candlesOf('1h'))[0], later)
	assert.equal((await candlesOf('1m')).length, 2)
	assert.deepEqual((await candlesOf('1d')).length, 1)
	const newest = await network.dex.candles(pair, { interval: '1h', limit: 1 })
	assert.deepEqual(newest.candles.map(textOf), [later])
	assert.equal(newest.next, newest.candles[0]?.startMs)
	const { next = 0 } = newest
	const older = await network.dex.candles(pair, { interval: '1h', limit: 1, before: next })
	assert.equal(older.next, undefined)
	assert.equal(older.candles[0]?.trades, 3)
})

test('a stream begins with the newest trades and reports each later one once', async () => {
	const reading = new AbortController()
	const told: Trade[] = []
	const read = async () => {
		for await (const event of network.dex.followTrades(pair, { signal: reading.signal }))
			told.push(...(event.event === 'snapshot' ? event.trades.toReversed() : [event.trade]))
	}
	const ended = read()
	const wanted = async () => (await network.dex.trades({ pair })).trades.toReversed()
	await untilEqual('what settled before', () => told, await wanted())
	await trade('10 XRD', '0.4 xUSDC')
	await trade('11 XRD', '0.44 xUSDC')
	await untilEqual('what settled since', () => told, await wanted())
	reading.abort()
	await ended
})

test('a counted trade is not counted again, and a new reader is shown all', async () => {
	const before = await Promise.all(intervals.map(candlesOf))
	const { trades } = await network.dex.trades({ pair })
	for await (const event of network.dex.followTrades(pair)) {
		assert.deepEqual(event, { event: 'snapshot', trades })
		break
	}
	network.clock.advance(2)
	await network.drain()
	assert.deepEqual(await Promise.all(intervals.map(candlesOf)), before)
})

test('candles that are too old are removed: 10,000 intervals of each length are kept', async () => {
	const daysOf = async () => (await candlesOf('1d')).length
	const before = await daysOf()
	network.clock.advance((10_001 * candleIntervals['1m']) / 1000)
	await untilEqual('the minutes', () => candlesOf('1m'), [])
	assert.equal((await candlesOf('5m')).length > 0, true)
	assert.equal(await daysOf(), before)
})

test('error: unknown pairs, intervals, limits and pages are refused', async () => {
	const unknown = { base: 'xUSDC', quote: 'XRD' }
	await refusedWith('unknown_pair', network.dex.candles(unknown, { interval: '1m' }))
	await refusedWith('unknown_pair', network.dex.followTrades(unknown).next())
	await refusedWith('validation_failed', network.dex.candles(pair, { interval: '2m' as CandleInterval }))
	await refusedWith('validation_failed', network.dex.candles(pair, { interval: '1m', limit: 1_001 }))
	await refusedWith('validation_failed', network.dex.candles(pair, { interval: '1m', before: -1 }))
})

test('error: a stream has no head, nor has that of the trade with its name', async () => {
	const answer = await fetch(`${network.service.url}/trade/trades/stream?base=XRD&quote=xUSDC`, { method: 'HEAD' })
	assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET'])
})

test('longer answers are compressed as the reader accepts, short ones and those with an ETag are not', async () => {
	const ask = async (path: string, accepted: string) => {
		const { headers } = await fetch(`${network.service.url}${path}`, { headers: { 'accept-encoding': accepted } })
		return [headers.get('content-encoding'), headers.get('vary')]
	}
	const long = '/openapi.json'
	assert.deepEqual(await ask(long, 'gzip, br'), ['br', 'accept-encoding'])
	assert.deepEqual(await ask(long, 'gzip, br;q=0'), ['gzip', 'accept-encoding'])
	assert.deepEqual(await ask(long, 'identity'), [null, 'accept-encoding'])
	assert.deepEqual(await ask('/trade/token_pairs', 'gzip, br'), [null, null])
	assert.deepEqual(await ask('/trade/order_book?base=XRD&quote=xUSDC', 'gzip, br'), [null, null])
})
