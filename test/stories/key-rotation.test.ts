import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivePrivateKey, keyPairFromPrivateKey, signatureAccessRule } from '@accord/ledger'
import { untilState } from '../network/order-state.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { startTestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'

const terms = limitOrder({ sell: '100 XRD', buy: '5 xUSDC' })
const former = derivePrivateKey({ seed: 'rotation', name: 'former', curve: 'Secp256k1' })

// shows decision 54: Two keys are accepted while the service's key is changed
test('while the service changes its key, orders and fills for either key settle, even together', async t => {
	const settings = { former_service_key: { curve: former.curve, private_key_hex: former.privateKeyHex } }
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings })
	t.after(() => network.stop())
	const { feeInfo } = network
	const { formerVerifyParentAccessRuleSborHex: formerRule } = feeInfo
	assert.ok(formerRule !== undefined && formerRule !== feeInfo.verifyParentAccessRuleSborHex)
	const ofFormer = { ...network, feeInfo: { ...feeInfo, verifyParentAccessRuleSborHex: formerRule } }
	let answers = 0
	await connectMaker(network, network.makers[0], {
		books: [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }],
		answer: ({ fill }, { account }) =>
			signLimitOrder(answers++ % 2 === 0 ? network : ofFormer, account, fill, { role: 'maker', expiresInS: 30 })
				.signedPartialTransaction,
	})
	const solver = connectSolver(network, network.solvers[0])
	const [user] = network.users
	assert.ok(user !== undefined)
	for (const signing of [ofFormer, network, ofFormer]) {
		const order = signLimitOrder(signing, user, terms)
		assert.equal((await network.dex.check({ signedPartialTransaction: order.signedPartialTransaction })).valid, true)
		await network.dex.submitOrder(order.signedPartialTransaction)
		await settle(network, solver, await solver.bundleOf(order))
		await untilState(network, order, 'settled')
	}
	assert.equal(answers, 3)
})

test('error: once the former key is retired, an order that names it is refused', async t => {
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1 })
	t.after(() => network.stop())
	const { feeInfo } = network
	assert.equal(feeInfo.formerVerifyParentAccessRuleSborHex, undefined)
	const [user] = network.users
	assert.ok(user !== undefined)
	const { sborHex } = signatureAccessRule(keyPairFromPrivateKey(former), testNetworkId)
	const signing = { ...network, feeInfo: { ...feeInfo, verifyParentAccessRuleSborHex: sborHex } }
	const { signedPartialTransaction } = signLimitOrder(signing, user, terms)
	await refusedWith('verify_parent_mismatch', network.dex.submitOrder(signedPartialTransaction))
})
