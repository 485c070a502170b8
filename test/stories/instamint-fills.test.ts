import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Decimal } from '@accord/protocol'
import { InstamintClient, type NewOrder } from '@accord/sdk/maker'
import { customerOf, loansOf, minting, operateInstamint, ownMinting, repay } from '../network/instamint.ts'
import { untilState } from '../network/order-state.ts'
import { type Participant, participants } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { fund, startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver, tryRoot } from '../network/test-solver.ts'
import { placeOrder, type SignedOrder } from '../network/test-user.ts'
import { until } from '../network/until.ts'

// Two makers whose accounts are empty: they hold only a customer's badge. At the local network's prices one xUSDC is 20
// XRD.

/** `maker-1` and `maker-2` are the second and third customer of a local network. */
const [first, second] = [2, 3]

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker
let other: TestMaker

before(async () => {
	network = await startTestNetwork({ users: 2, makers: 2, solvers: 1, makerFunds: {} })
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], {
		answer: silent,
		client: { instamint: ownMinting(network, first) },
	})
	other = await connectMaker(network, network.makers[1], { answer: silent })
	network.clock.freeze()
})
after(() => network?.stop())

/** A user sells XRD; a maker is asked for a twentieth as much xUSDC, and pays the settlement fee in addition. */
async function asked(of: TestMaker, xrd: number): Promise<{ placed: SignedOrder; order: NewOrder }> {
	const n = of.newOrders.length + 1
	const placed = await placeOrder(network, network.users[0], { sell: `${xrd} XRD`, buy: `${xrd / 20} xUSDC` })
	return { placed, order: await of.asked(n) }
}

const book = { pair: 'XRD/xUSDC', bids: ['0.05 10000'] }
const ownText = (of: TestMaker, customer: number, text: string) => ({
	edit: minting(network, { account: of.account.account, customer }, text),
})

async function settled(placed: SignedOrder): Promise<void> {
	await settle(network, solver, await solver.bundleOf(placed))
	await untilState(network, placed, 'settled')
}

test('a maker with an empty account fills by the SDK, which writes the mint, and settles', async () => {
	await maker.quote(book)
	const { placed, order } = await asked(maker, 100)
	const { manifest } = await maker.client.api.composeFill({ account: maker.account.account, orderId: order.id })
	await maker.fill(order, { edit: () => manifest })
	await settled(placed)
	assert.equal(network.balances(maker.account.account).XRD, '100')
	assert.deepEqual(await loansOf(network, first), { xUSDC: '5.2625' })
})

test('the same by a program that writes the manifest itself', async t => {
	await maker.leave()
	await other.quote(book)
	const { placed, order } = await asked(other, 100)
	const checked = await other.client.api.checkFill(order.id, {
		signedPartialTransaction: other.sign(order, ownText(other, second, '5.2625 xUSDC')).signedPartialTransaction,
	})
	assert.deepEqual([checked.valid, checked.violations], [true, []])
	const { costXrd, units = 0 } = checked.execution ?? {}
	t.diagnostic(`a minting fill: ${costXrd && Decimal.format(costXrd)} XRD, ${units} execution units`)
	await other.fill(order, ownText(other, second, '5.2625 xUSDC'))
	await settled(placed)
	assert.deepEqual(await loansOf(network, second), { xUSDC: '5.2625' })
})

// shows decision 13: Bundles are bound
test('no one can have a fill mint without the user’s order: the loan comes into being with the trade alone', async () => {
	const { placed, order } = await asked(other, 20)
	await other.fill(order, ownText(other, second, '1.2625 xUSDC'))
	const bundle = await solver.bundleOf(placed)
	const { outcome } = await tryRoot(network, solver, [bundle[1]], { inventory: ['20 XRD'] })
	assert.equal(outcome, 'CommittedFailure')
	assert.deepEqual(await loansOf(network, second), { xUSDC: '5.2625' })
	await settle(network, solver, bundle)
	await untilState(network, placed, 'settled')
	assert.deepEqual(await loansOf(network, second), { xUSDC: '6.525' })
})

// shows error: allowance_exceeded
test('beyond its allowance a fill is refused with the numbers, and the user is sent to another maker', async () => {
	await operateInstamint(network, { kind: 'set_allowance', customerId: second, allowanceXrd: Decimal.parse('200') })
	const { placed, order } = await asked(other, 100)
	const fill = other.fill(order, ownText(other, second, '5.2625 xUSDC'))
	const { message } = await refusedWith('allowance_exceeded', fill)
	assert.match(message, /worth at most 200 XRD/)
	maker = await connectMaker(network, network.makers[0], {
		answer: (order, own) => own.sign(order, ownText(own, first, '5.2625 xUSDC')).signedPartialTransaction,
		books: [book],
	})
	await other.client.reject(order.id)
	await settled(placed)
})

test('of two fills that race for the last of an allowance, one is refused', async () => {
	await operateInstamint(network, { kind: 'set_allowance', customerId: second, allowanceXrd: Decimal.parse('300') })
	await maker.client.cancelAll()
	const orders = [await asked(other, 100), await asked(other, 100)]
	const fills = orders.map(({ order }) => other.fill(order, ownText(other, second, '5.2625 xUSDC')))
	const results = await Promise.allSettled(fills)
	const codes = results.map(result => (result.status === 'fulfilled' ? 'accepted' : result.reason.code))
	assert.deepEqual(codes.toSorted(), ['accepted', 'allowance_exceeded'])
	const accepted = orders[codes.indexOf('accepted')]
	assert.ok(accepted)
	await settled(accepted.placed)
	await operateInstamint(network, { kind: 'set_allowance', customerId: second, allowanceXrd: Decimal.parse('1000000') })
	const refused = orders[codes.indexOf('allowance_exceeded')]
	assert.ok(refused)
	await other.client.reject(refused.order.id)
	await untilState(network, refused.placed, 'unfilled')
})

test('a mint that the ledger refuses after all: the order and its fill expire', async () => {
	const { placed, order } = await asked(other, 100)
	await other.fill(order, ownText(other, second, '5.2625 xUSDC'))
	const bundle = await solver.bundleOf(placed)
	await operateInstamint(network, { kind: 'set_allowance', customerId: second, allowanceXrd: Decimal.zero })
	const { outcome, errorMessage = '' } = await tryRoot(network, solver, bundle)
	assert.equal(outcome, 'CommittedFailure')
	assert.match(errorMessage, /allowance_exceeded/)
	network.clock.thaw()
	network.clock.advance(46)
	await untilState(network, placed, 'expired')
	await until('the fill to expire', () => other.executions.at(-1)?.outcome === 'Expired')
	network.clock.freeze()
})

test('repaid amounts can be minted again', async () => {
	const { loans } = await customerOf(network, second)
	assert.equal(loans.size, 1)
	const before = (await loansOf(network, second)).xUSDC ?? ''
	await operateInstamint(network, { kind: 'set_allowance', customerId: second, allowanceXrd: Decimal.parse('211') })
	const { placed, order } = await asked(other, 100)
	const fill = () => other.fill(order, ownText(other, second, '5.2625 xUSDC'))
	await refusedWith('allowance_exceeded', fill())
	await repay(network, network.users[1] as Participant, second, `${before} xUSDC`)
	assert.deepEqual(await loansOf(network, second), {})
	await fill()
	await settled(placed)
	assert.deepEqual(await loansOf(network, second), { xUSDC: '5.2625' })
})

test('a mint that the component refuses for another reason says so', async () => {
	await operateInstamint(network, { kind: 'set_allowance', customerId: second, allowanceXrd: Decimal.parse('1000') })
	const { placed, order } = await asked(other, 100)
	await operateInstamint(network, { kind: 'pause', customerId: second })
	const refused = async (text: string, options = ownText(other, second, text)) =>
		(await refusedWith('preview_failed', other.fill(order, options))).message
	assert.match(await refused('5.2625 xUSDC'), /the mint was refused: customer_paused: /)
	await operateInstamint(network, { kind: 'resume', customerId: second })
	assert.match(await refused('5 XRD'), /the mint was refused: resource_not_enabled: /)
	const foreign = minting(network, { account: maker.account.account, customer: first }, '5.2625 xUSDC')
	assert.match(await refused('', { edit: foreign }), /create_proof_of_non_fungibles/)
	// Minted, but less than it sells.
	await refusedWith('insufficient_funds', other.fill(order, ownText(other, second, '1 xUSDC')))
	await other.fill(order, ownText(other, second, '5.2625 xUSDC'))
	await settled(placed)
})

/** Commits one transaction after another, as on a public ledger; the returned function ends that. */
function keepCommitting(): () => Promise<void> {
	const { account } = network.users[1] as Participant
	let isOver = false
	const going = (async () => {
		while (!isOver) {
			await fund(network.ledger, account, { XRD: '1' })
			await new Promise(resolve => setTimeout(resolve, 20))
		}
	})()
	return () => {
		isOver = true
		return going
	}
}

// Abuse case 88: nine customers do not fit into one read
test('with nine customers, on a ledger that goes on, a maker fills and reads what it owes', async () => {
	const allowanceXrd = Decimal.parse('1000')
	for (const { account } of participants('customer', 6, testNetworkId))
		await operateInstamint(network, { kind: 'add_customer', account, allowanceXrd })
	const before = (await loansOf(network, second)).xUSDC ?? '0'
	const instamint = new InstamintClient({ baseUrl: network.service.url, apiKey: other.account.apiKey })
	const stop = keepCommitting()
	try {
		const { placed, order } = await asked(other, 100)
		await other.fill(order, ownText(other, second, '5.2625 xUSDC'))
		for (let n = 0; n < 10; n++) assert.ok((await instamint.loans()).length > 0)
		await settled(placed)
	} finally {
		await stop()
	}
	const [loan] = await instamint.loans()
	assert.deepEqual(loan?.amount, Decimal.add(Decimal.parse(before), Decimal.parse('5.2625')))
})

test('a maker of one leg mints what the other leg buys, and both settle with the order', async () => {
	const loans = await loansOf(network, first)
	await fund(network.ledger, other.account.account, { xETH: '1' })
	await other.client.cancelAll()
	await maker.quote(book)
	await other.quote({ pair: 'xETH/xUSDC', bids: [], asks: ['3000 1'] })
	const n = other.newOrders.length + 1
	const minted = maker.newOrders.length + 1
	const placed = await placeOrder(network, network.users[0], { sell: '3000 XRD', buy: '0.0495 xETH' })
	const [inner, outer] = [await maker.asked(minted), await other.asked(n)]
	assert.deepEqual(inner.fill.sell, { symbol: 'xUSDC', amount: Decimal.parse('150') })
	assert.deepEqual(outer.fill.buy, inner.fill.sell)
	await maker.fill(inner, ownText(maker, first, '150.2625 xUSDC'))
	await other.fill(outer)
	const bundle = await solver.bundleOf(placed)
	assert.equal(bundle.length, 3)
	// Without the user's order nobody's loan grows.
	assert.equal(
		(await tryRoot(network, solver, bundle.slice(1), { inventory: ['3000 XRD'] })).outcome,
		'CommittedFailure',
	)
	assert.deepEqual(await loansOf(network, first), loans)
	await settle(network, solver, bundle)
	await untilState(network, placed, 'settled')
	const grown = Decimal.subtract(
		Decimal.parse((await loansOf(network, first)).xUSDC ?? '0'),
		Decimal.parse(loans.xUSDC ?? '0'),
	)
	assert.equal(Decimal.format(grown), '150.2625')
})
