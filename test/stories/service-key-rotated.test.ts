import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivePrivateKey, playSeed, setMarkerKeys } from '@accord/ledger'
import { applySettings, readSettings } from '../network/applied-settings.ts'
import { askOperator, operatorSetting, refusedOperator } from '../network/operator-request.ts'
import { untilState } from '../network/order-state.ts'
import { participant } from '../network/participant.ts'
import { publishTrade } from '../network/published-trade.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker, silent } from '../network/test-maker.ts'
import { fund, plenty, startTestNetwork, testNetworkId } from '../network/test-network.ts'
import { connectSolver, settle } from '../network/test-solver.ts'
import { placeOrder } from '../network/test-user.ts'

const sale = { sell: '100 XRD', buy: '4.9 xUSDC' }
const books = [{ pair: 'XRD/xUSDC', bids: ['0.05 10000'] }]

// shows decision 34: The service's key is changed while orders that name the former one are open
test('the service’s key is changed while it runs: what names the former one is signed and settles', async t => {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name: 'new', curve: 'Ed25519' })
	const held = { next_service_key: { curve, private_key_hex: privateKeyHex } }
	const network = await startTestNetwork({ users: 4, makers: 2, solvers: 1, settings: { ...operatorSetting, ...held } })
	t.after(() => network.stop())
	const { ledger, gateway, users, makers, solvers } = network
	const [former, next] = ['service', 'new'].map(name => participant(name, 'Ed25519', testNetworkId))
	if (former === undefined || next === undefined) return assert.fail()
	const solver = connectSolver(network, solvers[0])
	const maker = await connectMaker(network, makers[0], { books })
	const published = await publishTrade(network, solver, { user: users[0], order: sale })

	// Not before the markers and the account are ready for it.
	const change = { service_key: { public_key_hex: next.keyPair.publicKey } }
	const early = { body: { version: 0, settings: change }, code: 'validation_failed' } as const
	const { errors } = await refusedOperator(network, 'POST /operator/settings', early)
	assert.match(JSON.stringify(errors), /run accord markers update.*holds 0 XRD/)
	await fund(ledger, next.account, plenty)
	const signers = [former, next]
	const keys = signers.map(({ keyPair }) => keyPair)
	await setMarkerKeys(gateway, { markers: ledger.markers, keys, signers, networkId: testNetworkId })
	const stranger = { service_key: { public_key_hex: '7'.repeat(64) } }
	const unknown = { body: { version: 0, settings: stranger }, code: 'validation_failed' } as const
	assert.match(
		JSON.stringify((await refusedOperator(network, 'POST /operator/settings', unknown)).errors),
		/no key file with the private key of 7777/,
	)
	const { checks } = await askOperator(network, 'GET /operator/doctor')
	assert.equal(checks.find(({ name }: { name: string }) => name === 'binding').ok, true)

	const applied = await applySettings(network, change)
	network.clock.set(applied.valid_from_ms - 1000)
	await maker.leave()
	const silentMaker = await connectMaker(network, makers[1], { books, answer: silent })
	const order = await placeOrder(network, users[1], sale)
	const asked = await silentMaker.asked(1)
	network.clock.set(applied.valid_from_ms)
	const { former_service_key, service_key } = (await readSettings(network)).settings as Record<string, object>
	assert.deepEqual(
		[service_key, former_service_key],
		[next, former].map(({ keyPair }) => ({ curve: 'Ed25519', public_key_hex: keyPair.publicKey })),
	)
	const info = await network.dex.info()
	assert.notEqual(info.verifyParentAccessRuleSborHex, network.feeInfo.verifyParentAccessRuleSborHex)
	assert.equal(info.formerVerifyParentAccessRuleSborHex, network.feeInfo.verifyParentAccessRuleSborHex)

	// The order and its fill name the former key, and so does the bundle that was open before.
	await silentMaker.fill(asked)
	await settle(network, solver, [...published.bundle, ...(await solver.bundleOf(order))])
	for (const each of [published.order, order]) await untilState(network, each, 'settled')
	// A new order names the new key, its fill the former one.
	const renewed = await placeOrder({ ...network, feeInfo: info }, users[2], sale)
	await silentMaker.fill(await silentMaker.asked(2))
	await settle(network, solver, await solver.bundleOf(renewed))
	await untilState(network, renewed, 'settled')
	assert.deepEqual(silentMaker.errors, [])

	const retired = await applySettings(network, { former_service_key: null })
	network.clock.set(retired.valid_from_ms)
	await refusedWith('verify_parent_mismatch', placeOrder(network, users[3], sale))

	// A node needs the keys that the settings name.
	network.clock.advance(10)
	await network.service.stop()
	const { next_service_key, ...without } = network.settings
	assert.ok(next_service_key)
	await assert.rejects(network.anotherNode({ next_service_key: undefined }), /no key file with the private key of/)
	const again = await network.anotherNode({ service_key: next_service_key, next_service_key: without.service_key })
	assert.deepEqual((await readSettings(again)).settings.service_key, service_key)
})
