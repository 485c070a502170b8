import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal, quoteFee } from '@accord/protocol'
import { type RunningExample, runPythonSolver } from '../fixtures/python-example.ts'
import { withoutRuntime } from '../fixtures/runtimes.ts'
import { sheetChanges } from '../network/balances.ts'
import { feesSince } from '../network/ledger-totals.ts'
import { randomOf } from '../network/mutated-bytes.ts'
import { untilState } from '../network/order-state.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, outerOf, settlementPollS, type TestSolver } from '../network/test-solver.ts'
import { until } from '../network/until.ts'

// Trades with 0.5 % of slippage, through makers at book price, settled by a solver that knows nothing but the
// specification. A longer run:
// ACCORD_TEST_MINUTES=90 ACCORD_SLIPPAGE_TRADES=10000 npm test -- test/loads/slippage-trades.test.ts

const trades = Number(process.env.ACCORD_SLIPPAGE_TRADES ?? 40)
const seed = Number(process.env.ACCORD_SEED ?? 20_261_127)
const slippage = Decimal.parse('0.005')
const skip = withoutRuntime('python')
const pair = { base: 'XRD', quote: 'xUSDC' }

let network: TestNetwork
let stream: TestSolver
let solver: RunningExample

before(async () => {
	if (skip !== false) return
	const limits = { requests_per_minute: 100_000_000, exposure_per_maker_xrd: '1000000000' }
	const funds = { XRD: '100000000', xUSDC: '5000000' }
	network = await startTestNetwork({
		users: 1,
		makers: 2,
		solvers: 1,
		userFunds: funds,
		makerFunds: funds,
		settings: { limits },
	})
	stream = connectSolver(network, network.solvers[0])
	const { account } = stream.participant
	solver = runPythonSolver(
		{ networkId: testNetworkId, gatewayUrl: network.ledger.url, solverUrl: network.solverUrl },
		account,
	)
	network.atStop(() => solver.child.kill())
	const book = (bid: string, ask: string) => ({
		pair: 'XRD/xUSDC',
		bids: [`${bid} 40000000`],
		asks: [`${ask} 40000000`],
	})
	await connectMaker(network, network.makers[0], { books: [book('0.05', '0.051')] })
	await connectMaker(network, network.makers[1], { books: [book('0.0499', '0.0511')] })
	await until('the book', async () => (await network.dex.orderBook(pair)).bids.length > 0)
})
after(() => network?.stop())

/** In quote: what the book gave beyond the limit, what reached the user, and what items paid the solver. */
type Sums = { offered: Decimal; received: Decimal; paid: Map<string, Decimal> }

test(`${trades} users with slippage get what makers give, and solvers exactly their fees`, { skip }, async t => {
	const random = randomOf(seed)
	const sums: Sums = { offered: Decimal.zero, received: Decimal.zero, paid: new Map() }
	const before = network.balanceSheet()
	const { stateVersion } = await network.gateway.ledgerState()
	for (let n = 0; n < trades; n++) await trade(sums, random)
	const feeXrd = await feesSince(network.ledger.url, { stateVersion })
	const missing = Decimal.subtract(sums.offered, sums.received)
	t.diagnostic(`${Decimal.format(sums.received)} of ${Decimal.format(sums.offered)} xUSDC reached users (seed ${seed})`)
	assert.ok(missing >= 0n && missing * 1000n <= sums.offered, `${Decimal.format(missing)} xUSDC missing`)
	const gained = sheetChanges(before, network.balanceSheet())['solver-1'] ?? {}
	const of = (symbol: string) => Decimal.parse(gained[symbol] ?? '0')
	const paid = (symbol: string) => sums.paid.get(symbol) ?? Decimal.zero
	assert.equal(of('XRD'), Decimal.subtract(paid('XRD'), feeXrd))
	assert.equal(of('xUSDC'), Decimal.add(paid('xUSDC'), missing))
})

/** One trade at the quoted limit. */
async function trade(sums: Sums, random: ReturnType<typeof randomOf>): Promise<void> {
	const user = network.users[0]
	const exact = { symbol: 'XRD', amount: Decimal.parse(`${60 + random(5_000)}.${random(1_000_000)}`) }
	const isSale = random(2) === 0
	const quote = await network.dex.requestQuote({ pair, slippage, ...(isSale ? { sell: exact } : { buy: exact }) })
	const { limitOrder, expected } = quote
	const side = isSale ? 'buy' : 'sell'
	const offered = Decimal.subtract(expected[side].amount, limitOrder[side].amount)
	sums.offered = Decimal.add(sums.offered, isSale ? offered : Decimal.negate(offered))
	const { sell } = limitOrder
	const { divisibility } = network.tokens.get(sell.symbol) ?? assert.fail(sell.symbol)
	const fee = quoteFee({ feeInfo: network.feeInfo, level: 0, role: 'taker', sell, divisibility })
	const { order, bundle } = await publishTrade(network, stream, { user, order: limitOrder, fee })
	await until(`the solver to settle ${order.subintentId}: ${solver.output().slice(-2000)}`, () => {
		assert.equal(solver.child.exitCode, null, solver.output())
		return network.ledger.ledger.subintent(order.subintentId) !== undefined
	})
	network.clock.advance(settlementPollS)
	await untilState(network, order, 'settled')
	for (const item of bundle) {
		const { fee: ofItem, sell: given } = item.terms
		const symbol = [...network.tokens.values()].find(
			({ resourceAddress }) => resourceAddress === given.resource,
		)?.symbol
		const rest = Decimal.subtract(ofItem.settlementAmount, outerOf(item).rebate)
		sums.paid.set(symbol ?? '', Decimal.add(sums.paid.get(symbol ?? '') ?? Decimal.zero, rest))
	}
	const { surplus } = await network.dex.order(order.subintentId)
	sums.received = Decimal.add(sums.received, surplus?.amount ?? Decimal.zero)
}
