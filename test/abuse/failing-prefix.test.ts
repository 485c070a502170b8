import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { transferTransaction } from '@accord/ledger'
import { Decimal } from '@accord/protocol'
import { untilShown } from '../network/book-text.ts'
import { untilState } from '../network/order-state.ts'
import type { Participant } from '../network/participant.ts'
import { connectMaker, type TestMaker } from '../network/test-maker.ts'
import { startTestNetwork, type TestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, type TestSolver, tryRoot } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

const book = { pair: 'XRD/xUSDC', bids: ['0.05 1000'] }

let network: TestNetwork
let solver: TestSolver
let maker: TestMaker

before(async () => {
	network = await startTestNetwork({ users: 3, makers: 1, solvers: 1, userFunds: { XRD: '1000', xUSDC: '10' } })
	solver = connectSolver(network, network.solvers[0])
	maker = await connectMaker(network, network.makers[0], { books: [book] })
})
after(() => network?.stop())

async function pay(from: Participant, to: Participant, xusdc: string): Promise<void> {
	const { epoch } = network.ledger.ledger.info
	const resource = network.tokens.get('xUSDC')?.resourceAddress ?? assert.fail('no token xUSDC')
	const { notarizedTransaction } = transferTransaction({
		from,
		transfers: [{ to: to.account, amounts: [{ resource, amount: Decimal.parse(xusdc) }] }],
		lockFeeXrd: Decimal.parse('5'),
		window: { startEpoch: epoch, endEpoch: epoch + 2 },
		networkId: testNetworkId,
	})
	const { outcome, errorMessage } = await network.ledger.ledger.submit(notarizedTransaction)
	assert.equal(outcome, 'CommittedSuccess', errorMessage)
}

test('a prefix that fails only after publication costs the solver’s fee, the order expires, and its maker is free', async () => {
	const [taker, , other] = network.users as [Participant, Participant, Participant]
	const xusdc = network.tokens.get('xUSDC')?.resourceAddress
	const prefix = [
		`CALL_METHOD Address("${taker.account}") "create_proof_of_amount" Address("${xusdc}") Decimal("8");`,
		'DROP_AUTH_ZONE_REGULAR_PROOFS;',
	]
	const edit = (manifest: string) => [...prefix, manifest].join('\n')
	const order = await placeOrder(network, taker, { sell: '100 XRD', buy: '5 xUSDC' }, { edit })
	const bundle = await solver.bundleOf(order)
	await pay(taker, other, '5')
	const before = network.balanceSheet()
	const { outcome, errorMessage = '' } = await tryRoot(network, solver, bundle)
	assert.equal(outcome, 'CommittedFailure')
	assert.match(errorMessage, /InsufficientBalance/)
	assert.deepEqual({ ...network.balanceSheet(), 'solver-1': {} }, { ...before, 'solver-1': {} })
	network.clock.advance(46)
	await untilState(network, order, 'expired')
	await maker.told(['started', 'Expired'])
	await untilShown(network, book)
})
