import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeTransaction } from '@accord/ledger'
import { Decimal, type Doctor, type WireOf } from '@accord/protocol'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { connectMaker } from '../network/test-maker.ts'
import { fund, startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'

/** The platform's account, as the shipped mainnet configuration advises: the service does not hold its key. */
const platform = participant('platform', 'Ed25519', testNetworkId)

async function networkOf(t: { after: (stop: () => Promise<void>) => void }): Promise<TestNetwork> {
	const network = await startTestNetwork({ settings: { service_account: platform.account, ...operatorSetting } })
	t.after(() => network.stop())
	return network
}

async function networkCheck(network: TestNetwork) {
	const { checks } = await askOperator<WireOf<typeof Doctor>>(network, 'GET /operator/doctor')
	return checks.find(({ name }) => name === 'network') ?? assert.fail('the doctor checks the network')
}

test('platform fees reach an account whose key the service does not have', async t => {
	const network = await networkOf(t)
	const solver = connectSolver(network, network.solvers[0])
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 1000'] }] })
	const [user] = network.users
	const { order, bundle } = await publishTrade(network, solver, { user, order: { sell: '100 XRD', buy: '5 xUSDC' } })
	await settle(network, solver, bundle)
	await untilState(network, order, 'settled')
	assert.ok(Decimal.isPositive(order.fee.platformAmount))
	assert.equal(network.balances(platform.account).XRD, Decimal.format(order.fee.platformAmount))
	assert.equal((await networkCheck(network)).ok, true)
})

test('the doctor reports an account that refuses platform fees', async t => {
	const network = await networkOf(t)
	await fund(network.ledger, platform.account, { XRD: '10' })
	const { epoch } = network.ledger.ledger.info
	const { notarizedTransaction } = composeTransaction({
		manifest: `CALL_METHOD Address("${platform.account}") "lock_fee" Decimal("1");
CALL_METHOD Address("${platform.account}") "set_default_deposit_rule" Enum<1u8>();`,
		window: { startEpoch: epoch, endEpoch: epoch + 2 },
		keyPair: platform.keyPair,
		networkId: testNetworkId,
	})
	const { outcome, errorMessage } = await network.ledger.ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
	const { ok, detail = '' } = await networkCheck(network)
	assert.equal(ok, false)
	assert.match(detail, new RegExp(`^${platform.account} does not accept platform fees: .*DepositIsDisallowed`))
})
