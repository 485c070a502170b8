import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivePrivateKey, keyPairFromPrivateKey, playSeed, setMarkerKeys, signatureAccessRule } from '@accord/ledger'
import type { Doctor, WireOf } from '@accord/protocol'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { fund, plenty, startTestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { limitOrder, signLimitOrder } from '../network/test-user.ts'

const sale = { sell: '100 XRD', buy: '5 xUSDC' }
const terms = limitOrder(sale)
const former = derivePrivateKey({ seed: 'rotation', name: 'former', curve: 'Secp256k1' })

function settingOf(name: string) {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name, curve: 'Ed25519' })
	return { curve, private_key_hex: privateKeyHex }
}

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

// shows decision 54: Two keys are accepted while the service's key is changed
test('a bundle that is open while the key is changed settles afterwards; the doctor names a retired key until it is taken off', async t => {
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: operatorSetting })
	t.after(() => network.stop())
	const { ledger, gateway, users, makers, solvers } = network
	const [old, young] = [participant('service', 'Ed25519', testNetworkId), participant('new', 'Ed25519', testNetworkId)]
	await fund(ledger, young.account, plenty)
	const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }]
	await connectMaker(network, makers[0], { books })
	const open = await publishTrade(network, connectSolver(network, solvers[0]), { user: users[0], order: sale })

	await network.service.stop()
	const both = { service_key: settingOf('new'), former_service_key: settingOf('service') }
	await assert.rejects(
		network.anotherNode(both),
		/markers that cannot bind bundles .*accord markers update.*:\n {2}the markers and the box do not belong to the service’s Ed25519 key/,
	)
	const { markers } = ledger
	const signers = [young, old]
	const keys = signers.map(({ keyPair }) => keyPair)
	await setMarkerKeys(gateway, { markers, keys, signers, networkId: testNetworkId })
	const changed = await network.anotherNode(both)
	const solver = connectSolver(changed, solvers[0])
	await settle(changed, solver, open.bundle)
	await untilState(changed, open.order, 'settled')

	await changed.service.stop()
	const after = await network.anotherNode({ service_key: settingOf('new') })
	const binding = async () => {
		const { checks } = await askOperator<WireOf<typeof Doctor>>(after, 'GET /operator/doctor')
		return checks.find(({ name }) => name === 'binding') ?? assert.fail('the doctor checks what binds bundles')
	}
	assert.match((await binding()).detail, /^the markers and the box belong to another key, too: resource_sim1\w+:\[/)
	await setMarkerKeys(gateway, { markers, keys: [young.keyPair], signers: [young], networkId: testNetworkId })
	const { ok, detail } = await binding()
	assert.deepEqual([ok, detail], [true, 'markers and box belong to the service’s keys alone'])
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
