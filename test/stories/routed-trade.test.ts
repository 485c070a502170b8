import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSignedPartialTransaction } from '@accord/ledger'
import { type Candle, Decimal, type Pair, PriceLevel, type Trade } from '@accord/protocol'
import { type MatchRecord, replayMatch } from '@accord/service'
import { auditLog, untilAudited } from '../network/audit-log.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder, type SignedOrder } from '../network/test-user.ts'
import { untilEqual } from '../network/until.ts'

// A routed order is one trade of its own pair, and the volume of what its makers quote.

const pair = { base: 'XRD', quote: 'xETH' }
const dollars = { base: 'XRD', quote: 'xUSDC' }
const ether = { base: 'xETH', quote: 'xUSDC' }

let network: TestNetwork
let solver: TestSolver
let settled: { subintentId: string; transactionId: string }

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 3, solvers: 1, settings: operatorSetting })
	solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 40000'] }] })
	await connectMaker(network, network.makers[1], { books: [{ pair: 'xETH/xUSDC', asks: ['3000 1'] }] })
	network.clock.advanceToNoon()
})
after(() => network?.stop())

// shows decision 73: Every settled trade is counted once
test('a routed trade is listed, streamed and counted once, in its own pair, and its legs add to the volume of theirs', async () => {
	const reading = new AbortController()
	const told: Trade[] = []
	const follow = async (of: Pair) => {
		for await (const event of network.dex.followTrades(of, { signal: reading.signal }))
			told.push(...(event.event === 'snapshot' ? event.trades : [event.trade]))
	}
	const ended = Promise.all([pair, dollars, ether].map(follow))
	const order = { sell: '3000 XRD', buy: '0.0495 xETH' }
	const { order: placed, bundle } = await publishTrade(network, solver, { user: network.users[0], order })
	const { transactionId } = await settle(network, solver, bundle)
	await untilState(network, placed, 'settled')
	settled = { subintentId: placed.subintentId, transactionId }
	await untilEqual('the stream', () => told.map(textOf), ['XRD/xETH sell 3000 for 0.05 at 0.000016666666666666'])
	const { trades } = await network.dex.trades()
	assert.deepEqual(trades, told)
	for (const each of [dollars, ether]) assert.deepEqual(await network.dex.trades({ pair: each }), { trades: [] })
	const candles = (of: Pair) => async () => (await network.dex.candles(of, { interval: '1h' })).candles.map(candleText)
	await untilEqual('its own candle', candles(pair), ['0.000016666666666666, 3000 for 0.05, 1 trades'])
	await untilEqual('the candle of one leg', candles(dollars), ['0.05, 3000 for 150, 0 trades'])
	await untilEqual('the candle of the other', candles(ether), ['3000, 0.05 for 150, 0 trades'])
	reading.abort()
	await ended
})

// shows Trade API addition: GET /trade/trades, /trade/trades/:subintent_id
test('its trace says which leg each maker filled', async () => {
	const trace = await network.dex.tradeTrace(settled.subintentId)
	assert.deepEqual(trace.pair, pair)
	const parts = trace.parts.map(({ pair: leg, levels, limitOrder: { sell, buy }, fill }) => {
		const amounts = [sell, buy].map(({ amount, symbol }) => `${Decimal.format(amount)} ${symbol}`).join(' for ')
		return [`${leg?.base}/${leg?.quote}`, amounts, levels.map(one => PriceLevel.format(one)), fill?.transactionId]
	})
	assert.deepEqual(parts.toSorted(), [
		['XRD/xUSDC', '150 xUSDC for 3000 XRD', [['0.05', '3000']], settled.transactionId],
		['xETH/xUSDC', '0.05 xETH for 150 xUSDC', [['3000', '0.05']], settled.transactionId],
	])
	const [line = ''] = (trace.matchRecord ?? '').split('\n')
	const { parts: recorded, routes } = JSON.parse(line)
	assert.deepEqual(
		recorded.map(({ leg }: { leg: object }) => leg),
		[
			{ ...dollars, side: 'bids' },
			{ ...ether, side: 'asks' },
		],
	)
	assert.deepEqual(
		routes.map(({ via }: { via: string }) => via),
		['xUSDC'],
	)
})

// shows decision 50: The audit log
test('a leg that is asked of another maker is matched again from the audit log, with its share of the limit', async () => {
	const [user] = network.users
	const late = await connectMaker(network, network.makers[2], {
		books: [{ pair: 'xETH/xUSDC', asks: ['2990 1'] }],
		answer: silent,
	})
	network.clock.freeze()
	const order = await placeOrder(network, user, { sell: '3000 XRD', buy: '0.0495 xETH' })
	await late.client.reject((await late.asked()).id)
	network.clock.thaw()
	const bundle = await solver.bundleOf(order)
	const { subject, detail } = await untilAudited(network, { act: 'order_rerouted', subject: hashOf(order) })
	const { parts, exact } = detail.match as MatchRecord
	assert.equal(exact, 'quote')
	assert.deepEqual(
		parts.map(({ sell, buy, limit_quote }) => [sell, buy, limit_quote]),
		[[['xETH', '0.05'], ['xUSDC', '150'], '0.0495']],
	)
	const ofOrder = (await auditLog(network)).filter(entry => entry.subject === subject && entry.detail.match)
	assert.equal(ofOrder.length, 2)
	for (const { detail } of ofOrder) {
		const record = detail.match as MatchRecord
		assert.deepEqual(replayMatch(record), record.parts)
	}
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await late.leave()
})

function hashOf({ signedPartialTransaction }: SignedOrder): string {
	return readSignedPartialTransaction(signedPartialTransaction, testNetworkId).subintentHash
}

function textOf({ pair: { base, quote }, side, baseAmount, quoteAmount, price }: Trade): string {
	const [sold, got, at] = [baseAmount, quoteAmount, price].map(Decimal.format)
	return `${base}/${quote} ${side} ${sold} for ${got} at ${at}`
}

/** All of its four prices are the same. */
function candleText({ open, high, low, close, baseVolume, quoteVolume, trades }: Candle): string {
	const prices = new Set([open, high, low, close].map(Decimal.format))
	return `${[...prices]}, ${Decimal.format(baseVolume)} for ${Decimal.format(quoteVolume)}, ${trades} trades`
}
