import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal, type LimitOrder, mirror, quoteFee, tokenSettlementFee } from '@accord/protocol'
import type { SwapRequest } from '@accord/sdk'
import { sheetChanges, sheetTotal } from '../network/balances.ts'
import { type BookText, untilShown } from '../network/book-text.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { expectedChanges, makerFee, type SettledItem } from '../network/settled-items.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork } from '../network/test-network.ts'
import { connectSolver, outerOf, type RootRecord, settle, type TestSolver } from '../network/test-solver.ts'
import { amount } from '../network/test-user.ts'

let network: TestNetwork
let solver: TestSolver

before(async () => {
	const levels = [
		{ taker_fee: '0.001', maker_fee: '0' },
		{ taker_fee: '0.0005', maker_fee: '0' },
		{ taker_fee: '0.001', maker_fee: '0.0005' },
	]
	const accountLevels = { 'user-2': 1, 'maker-7': 2 }
	network = await startTestNetwork({ users: 4, makers: 9, solvers: 1, settings: { levels }, accountLevels })
	solver = connectSolver(network, network.solvers[0])
})
after(() => network?.stop())

const xrd: BookText = {
	pair: 'XRD/xUSDC',
	bids: ['0.049731 1000', '0.0493 5000'],
	asks: ['0.050269 1000', '0.0507 5000'],
}
const btc: BookText = { pair: 'xwBTC/xUSDC', bids: ['59987.65 0.5'], asks: ['60012.35 0.5'] }

/** Users and makers by number: even ones sign with Secp256k1; user 2 is at level 1, maker 7 pays a maker fee. */
type Trade = { title: string; user: number; maker: number; swap: SwapRequest; book: BookText }

const trades: Trade[] = [
	// shows fees: Fee rule 3: rebate = transaction_execution_amount − estimated cost, returned in step 8
	// shows Solver API: Procedure 4: sign and submit; the rewards go to the solver
	{
		title: 'a user sells XRD for xUSDC',
		user: 1,
		maker: 1,
		swap: { sell: amount('1234.567890123456789012 XRD'), buy: 'xUSDC' },
		book: xrd,
	},
	{
		title: 'the same user buys the XRD back',
		user: 1,
		maker: 2,
		swap: { sell: 'xUSDC', buy: amount('1234.567890123456789012 XRD') },
		book: xrd,
	},
	{
		title: 'a user sells xwBTC for xUSDC',
		user: 3,
		maker: 3,
		swap: { sell: amount('0.01234567 xwBTC'), buy: 'xUSDC' },
		book: btc,
	},
	// shows manifest: Rule 3: rebates are returned in step 8
	{
		title: 'a user buys xwBTC with xUSDC',
		user: 3,
		maker: 4,
		swap: { sell: amount('740.123457 xUSDC'), buy: 'xwBTC' },
		book: btc,
	},
	{
		title: 'a user who signs with Secp256k1 sells XRD',
		user: 4,
		maker: 5,
		swap: { sell: amount('77.7 XRD'), buy: 'xUSDC' },
		book: xrd,
	},
	// shows fees: Account level
	{
		title: 'a user at level 1 pays the fee of that level',
		user: 2,
		maker: 6,
		swap: { sell: amount('500 XRD'), buy: 'xUSDC' },
		book: xrd,
	},
	{
		title: 'a maker with a fee of 0.0005 pays it on what it sells',
		user: 1,
		maker: 7,
		swap: { sell: amount('333.333333333333333333 XRD'), buy: 'xUSDC' },
		book: xrd,
	},
]

for (const trade of trades) {
	test(`${trade.title}, and every balance changes by exactly what was composed`, () => settlesExactly(trade))
}

// shows decision 3: Reservations last from forwarding to the end and, once settled, until the book is replaced
test('settled amounts stay taken from the book until the maker quotes again', async () => {
	const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }
	const maker = await connectMaker(network, network.makers[7], { books: [book] })
	const [user] = network.users
	const { order, bundle } = await publishTrade(network, solver, { user, order: { sell: '100 XRD', buy: '5 xUSDC' } })
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 900'] })
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 900'] })
	await maker.quote(book)
	await untilShown(network, book)
	await maker.leave()
})

// shows decision 6: A maker may give more than it is asked for; the surplus is the solver's
test('a maker that sells more and buys less than asked: the user gets what it sells more, and the solver what it buys less', async () => {
	const better = { sell: amount('5.25 xUSDC'), buy: amount('99 XRD') }
	const maker = await connectMaker(network, network.makers[8], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }],
		answer: (_, own) => own.sign({ fill: better }).signedPartialTransaction,
	})
	const [user = assert.fail()] = network.users
	const swap = { sell: amount('100 XRD'), buy: amount('5 xUSDC') }
	const before = network.balanceSheet()
	const { order, bundle } = await publishTrade(network, solver, { user, order: swap })
	const root = await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await maker.told(['started', 'Settled'])

	const fee = async (by: Participant, of: LimitOrder, role: 'taker' | 'maker') => {
		const level = await network.dex.accountLevel(by.account)
		const divisibility = network.tokens.get(of.sell.symbol)?.divisibility ?? 0
		return quoteFee({ feeInfo: network.feeInfo, level, role, sell: of.sell, divisibility })
	}
	const [userRebate, makerRebate] = [outerOf(bundle[0]).rebate, outerOf(bundle[1]).rebate]
	const items: SettledItem[] = [
		{ owner: user.name, order: { ...swap, buy: better.sell }, fee: await fee(user, swap, 'taker'), rebate: userRebate },
		{ owner: maker.account.name, order: better, fee: await fee(maker.account, better, 'maker'), rebate: makerRebate },
	]
	const expected = expectedChanges(items, root)
	const gains = sheetChanges(before, network.balanceSheet())
	const surplus = (symbol: string) =>
		Decimal.subtract(
			Decimal.parse(gains['solver-1']?.[symbol] ?? '0'),
			Decimal.parse(expected['solver-1']?.[symbol] ?? '0'),
		)
	assert.deepEqual([surplus('xUSDC'), surplus('XRD')], [Decimal.zero, Decimal.parse('1')])
	for (const { owner } of items) assert.deepEqual(gains[owner], expected[owner])
	await maker.leave()
})

async function settlesExactly(trade: Trade): Promise<void> {
	const user = network.users[trade.user - 1] as Participant
	const maker = await connectMaker(network, network.makers[trade.maker - 1], { books: [trade.book] })
	const quote = await network.dex.quote({ account: user.account, ...trade.swap })
	const before = { sheet: network.balanceSheet(), supply: await playTokenSupply() }

	const { order, bundle } = await publishTrade(network, solver, { user, order: quote.limitOrder, fee: quote.fee })
	const root = await settle(network, solver, bundle)

	const fill = mirror(quote.limitOrder)
	const { rebate: userRebate } = outerOf(bundle[0])
	const { rebate: makerRebate } = outerOf(bundle[1])
	const items: SettledItem[] = [
		{ owner: user.name, order: quote.limitOrder, fee: quote.fee, rebate: userRebate },
		{ owner: maker.account.name, order: fill, fee: await makerFee(network, maker.account, fill), rebate: makerRebate },
	]
	const changes = sheetChanges(before.sheet, network.balanceSheet())
	assert.deepEqual(changes, expectedChanges(items, root))
	assert.deepEqual(sheetTotal(changes), { XRD: `-${root.feeXrd.total}` })
	assert.deepEqual(await playTokenSupply(), before.supply)
	assertSolverGains(items, root)

	const status = await untilState(network, order, 'settled')
	assert.deepEqual(wayOf(status), {
		history: ['accepted', 'filled', 'published', 'settled'],
		parts: ['filled'],
	})
	assert.equal(status.transactionId, root.transactionId)
	await maker.told(['started', 'Settled'])
	assert.deepEqual(maker.errors, [])
	await maker.leave()
}

async function playTokenSupply(): Promise<string[]> {
	const resources = [...network.tokens.values()].filter(({ symbol }) => symbol !== 'XRD')
	const infos = await network.gateway.tokenInfo(resources.map(({ resourceAddress }) => resourceAddress))
	return infos.map(({ symbol, totalSupply }) => `${totalSupply} ${symbol}`)
}

/**
 * Each rebate leaves the solver more than nothing, and both rewards together, at the fee table's own prices, more than it
 * paid.
 */
function assertSolverGains(items: readonly SettledItem[], { feeXrd }: RootRecord): void {
	const xrdAmount = tokenSettlementFee(network.feeInfo, 'XRD').transactionExecutionAmount
	const gains = items.map(({ fee, rebate }) => {
		const { transactionExecutionAmount } = tokenSettlementFee(network.feeInfo, fee.symbol)
		assert.ok(rebate > 0n && rebate < transactionExecutionAmount, `a rebate of ${Decimal.format(rebate)}`)
		const reward = Decimal.subtract(fee.settlementAmount, rebate)
		return Decimal.divDown(Decimal.mulDown(reward, xrdAmount), transactionExecutionAmount)
	})
	assert.ok(Decimal.sum(gains) > Decimal.parse(feeXrd.total), `rewards of ${gains.map(Decimal.format)} XRD`)
}
