import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { composeTransaction, signatureAccessRule } from '@accord/ledger'
import { untilState } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle, type TestSolver } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

// A maker whose account has a wallet's Security Shield: an access controller holds the account's owner badge, and each
// withdrawal needs its proof in front.

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker

before(async () => {
	network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], {
		answer: silent,
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }],
	})
})
after(() => network?.stop())

/** Gives the maker's account a shield with the maker's own key for each role; returns its access controller. */
async function shield({ account: { account, keyPair } }: TestMaker): Promise<string> {
	const { epoch, wellKnownAddresses } = network.ledger.ledger.info
	const { manifest: ownKey } = signatureAccessRule(keyPair, testNetworkId)
	const { notarizedTransaction } = composeTransaction({
		manifest: [
			`CALL_METHOD Address("${account}") "lock_fee" Decimal("10");`,
			`CALL_METHOD Address("${account}") "securify";`,
			`TAKE_ALL_FROM_WORKTOP Address("${wellKnownAddresses.account_owner_badge}") Bucket("badge");`,
			`CREATE_ACCESS_CONTROLLER Bucket("badge") Tuple(${ownKey}, ${ownKey}, ${ownKey}) None None;`,
			`CALL_METHOD Address("${account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`,
		].join('\n'),
		window: { startEpoch: epoch, endEpoch: epoch + 2 },
		keyPair,
		networkId: testNetworkId,
	})
	const { outcome, errorMessage, record } = await network.ledger.ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
	const created = record?.newEntities.find(({ address }) => address.startsWith('accesscontroller_'))
	return created?.address ?? assert.fail('no access controller was created')
}

// shows decision 21: A fill's prefix is exactly one mint on credit, or runs only the ledger's own code
test('a maker behind an access controller fills with its proof in front, and settles', async () => {
	const controller = await shield(maker)
	const withProof = (manifest: string) => `CALL_METHOD Address("${controller}") "create_proof";\n${manifest}`
	const placed = await placeOrder(network, network.users[0], { sell: '100 XRD', buy: '5 xUSDC' })
	const order = await maker.asked()
	await refusedWith('not_account_owner', maker.fill(order))
	const { faucet } = network.ledger.ledger.info
	const free = (manifest: string) => withProof(`CALL_METHOD Address("${faucet}") "free";\n${manifest}`)
	const { message } = await refusedWith('prefix_not_allowed', maker.fill(order, { edit: free }))
	assert.match(message, /before a fill only a mint/)
	await maker.fill(order, { edit: withProof })
	await settle(network, solver, await solver.bundleOf(placed))
	await untilState(network, placed, 'settled')
})
