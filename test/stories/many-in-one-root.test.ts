import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ReferenceSolver, startReferenceSolver } from '@accord/bots'
import { transferTransaction } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { placeOrder, type SignedOrder } from '../network/test-user.ts'

const book = { pair: 'XRD/xUSDC', bids: ['0.05 10000'], asks: ['0.0501 10000'] }

let network: TestNetwork

before(async () => {
	network = await startTestNetwork({ users: 17, makers: 2, solvers: 1 })
})
after(() => network?.stop())

test('8 trades settle in one root of 16 items, and a ninth goes to the next one', async () => {
	const maker = await connectMaker(network, network.makers[0], { books: [book], fillExpiresInS: 40 })
	const orders = await publishAll(network.users.slice(0, 9))
	const solver = await startSolver()
	const transactionIds = await Promise.all(orders.map(transactionOf))
	await solver.stop()

	const roots = [...new Set(transactionIds)]
	assert.deepEqual(roots.map(itemsIn).sort(ascending), [2, 16])
	const trades = roots.map(root => transactionIds.filter(id => id === root).length)
	assert.deepEqual(trades.sort(ascending), [1, 8])
	await maker.told([...Array(9).fill('started'), ...Array(9).fill('Settled')])
	await maker.leave()
})

// shows decision 26: The reference solver
test('7 good trades settle in time alongside one whose funds were moved after publication', async () => {
	const maker = await connectMaker(network, network.makers[1], { books: [book], fillExpiresInS: 40 })
	const users = network.users.slice(9)
	const orders = await publishAll(users)
	const [bad, poor] = [orders[3] as SignedOrder, users[3] as Participant]
	await moveAway(poor, 'xUSDC')
	const solver = await startSolver()
	await Promise.all(orders.filter(order => order !== bad).map(transactionOf))
	assert.equal((await network.dex.order(bad.subintentId)).state, 'published')

	network.clock.advance(46)
	await untilState(network, bad, 'expired')
	await solver.stop()
	await maker.told([...Array(8).fill('started'), ...Array(7).fill('Settled'), 'Expired'])
	await untilShown(network, { pair: 'XRD/xUSDC', bids: ['0.05 9600'], asks: ['0.0501 9700'] })
	await maker.leave()
})

/** Every second user buys XRD, the others sell it. */
async function publishAll(users: readonly Participant[]): Promise<SignedOrder[]> {
	const sale = { sell: '100 XRD', buy: '5 xUSDC' }
	const purchase = { sell: '5.01 xUSDC', buy: '100 XRD' }
	return network.clock.standStill(async () => {
		const orders = await Promise.all(users.map((user, at) => placeOrder(network, user, at % 2 === 0 ? sale : purchase)))
		await Promise.all(orders.map(order => untilState(network, order, 'published')))
		return orders
	})
}

/** The reference solver, patient enough to see all bundles that are open when it connects. */
function startSolver(): Promise<ReferenceSolver> {
	const [solver] = network.solvers
	if (solver === undefined) throw new Error('the network has no solver')
	return startReferenceSolver({
		solverUrl: network.solverUrl,
		gatewayUrl: network.ledger.url,
		keyPair: solver.keyPair,
		account: solver.account,
		networkId: testNetworkId,
		clock: network.clock,
		log: { info: () => undefined, warn: () => undefined },
		gatherMs: 250,
	})
}

async function transactionOf(order: SignedOrder): Promise<string> {
	const { transactionId } = await untilState(network, order, 'settled')
	assert.ok(transactionId !== undefined)
	return transactionId
}

/** An item is the order or fill and its outer. */
function itemsIn(transactionId: string): number {
	return (network.ledger.ledger.transaction(transactionId)?.subintents.length ?? 0) / 2
}

function ascending(a: number, b: number): number {
	return a - b
}

/** Sends all of an account's holding of a token elsewhere. */
async function moveAway(owner: Participant, symbol: string): Promise<void> {
	const { ledger, treasury } = network.ledger
	const resource = network.tokens.get(symbol)?.resourceAddress ?? ''
	const amount = Decimal.parse(network.balances(owner.account)[symbol] ?? '0')
	const { notarizedTransaction } = transferTransaction({
		from: owner,
		transfers: [{ to: treasury.account, amounts: [{ resource, amount }] }],
		lockFeeXrd: Decimal.parse('10'),
		window: { startEpoch: ledger.info.epoch, endEpoch: ledger.info.epoch + 2 },
		networkId: testNetworkId,
	})
	const { outcome, errorMessage } = await ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
}
