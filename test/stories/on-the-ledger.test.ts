import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { composeTransaction, type Item, readItem, unwrap, wrap } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { untilState, wayOf } from '../network/order-state.ts'
import { participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, outerOf, settle, type TestSolver, tryRoot } from '../network/test-solver.ts'

const fullBook = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }
const takenBook = { pair: 'XRD/xUSDC', bids: ['0.05 900'] }

let network: TestNetwork
let solver: TestSolver
let otherSolver: TestSolver
let maker: TestMaker
let stories = 0

before(async () => {
	network = await startTestNetwork({ users: 10, makers: 10, solvers: 2 })
	solver = connectSolver(network, network.solvers[0])
	otherSolver = connectSolver(network, network.solvers[1])
})
after(() => network?.stop())
beforeEach(async () => {
	maker = await connectMaker(network, network.makers[stories++], { books: [fullBook] })
})
afterEach(() => maker.leave())

/** A trade of 100 XRD for 5 xUSDC by a user of its own, published. */
async function publish() {
	const user = network.users[stories - 1]
	const trade = await publishTrade(network, solver, { user, order: { sell: '100 XRD', buy: '5 xUSDC' } })
	assert.equal((await untilState(network, trade.order, 'published')).state, 'published')
	return trade
}

/** The same order or fill in an outer that is the service's to the letter, but signed by someone else. */
function forge(item: Item): Item {
	const inner = unwrap(item.signedPartialTransaction, testNetworkId).signedPartialTransaction
	const stranger = participant('stranger', 'Ed25519', testNetworkId)
	const forged = wrap({
		inner,
		validate: () => ({ sellResource: item.terms.sell.resource, ...outerOf(item) }),
		service: { account: network.serviceAccount, keyPair: stranger.keyPair },
		networkId: testNetworkId,
	})
	return readItem(forged.signedPartialTransaction, testNetworkId)
}

test('an outer that another key signed is refused by VERIFY_PARENT, and costs only its solver', async () => {
	const { order, bundle } = await publish()
	const before = network.balanceSheet()
	for (const items of [bundle.map(forge), [forge(bundle[0]), bundle[1]], [bundle[0], forge(bundle[1])]]) {
		const { outcome, errorMessage = '' } = await tryRoot(network, otherSolver, items)
		assert.equal(outcome, 'CommittedFailure')
		assert.match(errorMessage, /VerifyParentFailed/)
	}
	assert.deepEqual({ ...network.balanceSheet(), 'solver-2': {} }, { ...before, 'solver-2': {} })
	assert.equal((await network.dex.order(order.subintentId)).state, 'published')
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await maker.told(['started', 'Settled'])
})

test('without its outer an order is refused by VERIFY_PARENT, whatever the solver adds', async () => {
	const { order, bundle } = await publish()
	const [{ innerId, signedPartialTransaction, terms, window }] = bundle
	const { account, keyPair } = otherSolver.participant
	const bought = `Address("${terms.buy.resource}") Decimal("${Decimal.format(terms.buy.amount)}")`
	const { notarizedTransaction } = composeTransaction({
		manifest: [
			`USE_CHILD NamedIntent("order") Intent("${innerId}");`,
			`CALL_METHOD Address("${account}") "lock_fee" Decimal("10");`,
			`CALL_METHOD Address("${account}") "withdraw" ${bought};`,
			'YIELD_TO_CHILD NamedIntent("order");',
			`TAKE_FROM_WORKTOP ${bought} Bucket("buy");`,
			'YIELD_TO_CHILD NamedIntent("order") Bucket("buy");',
			'YIELD_TO_CHILD NamedIntent("order");',
			`CALL_METHOD Address("${account}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
		].join('\n'),
		window,
		keyPair,
		networkId: testNetworkId,
		children: [unwrap(signedPartialTransaction, testNetworkId).signedPartialTransaction],
	})
	const { outcome, errorMessage = '' } = await network.ledger.ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedFailure', errorMessage)
	assert.match(errorMessage, /VerifyParentFailed/)
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	await maker.told(['started', 'Settled'])
})

// shows decision 13: Bundles are bound
test('a solver that mixes the halves of two bundles pays for a failed transaction, and each bundle still settles', async () => {
	const [one, two] = [await publish(), await publish()]
	for (const halves of [
		[one.bundle[0], two.bundle[1]],
		[two.bundle[1], one.bundle[0]],
		[...one.bundle, two.bundle[1]],
	]) {
		const { outcome } = await tryRoot(network, otherSolver, halves, { inventory: ['100 XRD', '5 xUSDC'] })
		assert.equal(outcome, 'CommittedFailure')
	}
	for (const { order } of [one, two]) assert.equal((await network.dex.order(order.subintentId)).state, 'published')
	await settle(network, solver, [...one.bundle, ...two.bundle])
	for (const { order } of [one, two]) await untilState(network, order, 'settled')
	await maker.told(['started', 'started', 'Settled', 'Settled'])
})

test('after a failed transaction the same subintents settle in the next one', async () => {
	const { order, bundle } = await publish()
	const [user, fill] = bundle
	const short = { ...user, terms: { ...user.terms, buy: fill.terms.buy } }
	const failed = await tryRoot(network, solver, [short, fill])
	assert.equal(failed.outcome, 'CommittedFailure')
	assert.equal((await network.gateway.subintentStatus(order.subintentId)).status, 'Unknown')
	const { transactionId } = await settle(network, solver, bundle)
	const status = await untilState(network, order, 'settled')
	assert.equal(status.transactionId, transactionId)
	await maker.told(['started', 'Settled'])
})

test('the same subintent never settles twice', async () => {
	const { order, bundle } = await publish()
	const { transactionId } = await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	const after = network.balanceSheet()
	const again = [
		await tryRoot(network, solver, bundle),
		await tryRoot(network, otherSolver, bundle),
		await tryRoot(network, otherSolver, [bundle[0]], { inventory: ['5 xUSDC'] }),
		await tryRoot(network, otherSolver, [bundle[1]], { inventory: ['100 XRD'] }),
	]
	for (const { outcome, errorMessage = '' } of again) {
		assert.equal(outcome, 'Rejected')
		assert.match(errorMessage, /IntentHashPreviouslyCommitted/)
	}
	assert.deepEqual(network.balanceSheet(), after)
	assert.equal((await network.dex.order(order.subintentId)).transactionId, transactionId)
	await maker.told(['started', 'Settled'])
})

// shows limits: An order past its expiry is assumed to fail
test('an expired order is refused, and both sides are notified', async () => {
	const { order, bundle } = await publish()
	network.clock.advance(46)
	const { outcome, errorMessage = '' } = await tryRoot(network, solver, bundle)
	assert.equal(outcome, 'Rejected')
	assert.match(errorMessage, /TransactionProposerTimestampNoLongerValid/)
	const status = await untilState(network, order, 'expired')
	assert.deepEqual(wayOf(status), {
		history: ['accepted', 'filled', 'published', 'expired'],
		parts: ['filled'],
	})
	await maker.told(['started', 'Expired'])
	await untilShown(network, fullBook)
})

// shows decision 13: Bundles are bound
test('a solver that takes only one side, from its own inventory, pays for a failed transaction; then the bundle settles', async () => {
	const { order, bundle } = await publish()
	const before = network.balanceSheet()
	for (const [item, inventory] of [
		[bundle[0], '5 xUSDC'],
		[bundle[1], '100 XRD'],
	] as const) {
		const { outcome } = await tryRoot(network, otherSolver, [item], { inventory: [inventory] })
		assert.equal(outcome, 'CommittedFailure')
	}
	const others = ({ 'solver-2': _, ...rest }: ReturnType<typeof network.balanceSheet>) => rest
	assert.deepEqual(others(network.balanceSheet()), others(before))
	await maker.told(['started'])
	await untilShown(network, takenBook)
	const { transactionId } = await settle(network, solver, bundle)
	const status = await untilState(network, order, 'settled')
	assert.equal(status.transactionId, transactionId)
	await maker.told(['started', 'Settled'])
})

// shows decision 13: Bundles are bound
test('the fill of a trade that nobody settles returns its liquidity with the end of the order', async () => {
	const { order, bundle } = await publish()
	await tryRoot(network, otherSolver, [bundle[1]], { inventory: ['100 XRD'] })
	await untilShown(network, takenBook)
	network.clock.advance(46)
	await untilState(network, order, 'expired')
	await maker.told(['started', 'Expired'])
	await untilShown(network, fullBook)
})
