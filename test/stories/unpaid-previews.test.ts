import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivePrivateKey, playSeed } from '@accord/ledger'
import type { DoctorCheck, WireOf } from '@accord/protocol'
import { askOperator, operatorSetting } from '../network/operator-request.ts'
import { participant } from '../network/participant.ts'
import { refusedWith } from '../network/refused-with.ts'
import { connectMaker } from '../network/test-maker.ts'
import { fund, startTestNetwork, testNetworkId } from '../network/test-network.ts'
import { placeOrder } from '../network/test-user.ts'

// shows decision 18: Previews run as the commit will
test('without the XRD that previews lock, doctor and readiness name the account, and orders are refused as the service’s trouble', async () => {
	await using opened = new AsyncDisposableStack()
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name: 'another service', curve: 'Ed25519' })
	const key = { service_key: { curve, private_key_hex: privateKeyHex } }
	const network = await startTestNetwork({ users: 1, makers: 1, settings: { ...operatorSetting, ...key } })
	opened.defer(() => network.stop())
	const payer = participant('another service', 'Ed25519', testNetworkId)
	const [user] = network.users
	await connectMaker(network, network.makers[0], { books: [{ pair: 'XRD/xUSDC', bids: ['0.05 4000'] }] })
	const sale = { sell: '100 XRD', buy: '5 xUSDC' }
	const keys = async () => {
		const { checks } = await askOperator<{ checks: WireOf<typeof DoctorCheck>[] }>(network, 'GET /operator/doctor')
		return checks.find(({ name }) => name === 'keys') ?? assert.fail('no check of keys')
	}
	const detail = `${payer.account} holds 0 XRD, and previews lock up to 83 XRD of it`

	assert.deepEqual(await keys(), { name: 'keys', ok: false, detail, advice: 'Send it XRD. Previews spend nothing.' })
	const unready = await network.dex.ready()
	assert.equal(unready.isReady, false)
	assert.deepEqual(
		unready.checks.filter(({ ok }) => !ok),
		[{ name: 'ledger', ok: false, detail }],
	)
	await refusedWith('ledger_unavailable', placeOrder(network, user, sale))

	await fund(network.ledger, payer.account, { XRD: '83' })
	network.clock.advance(2)
	assert.equal((await keys()).ok, true)
	assert.equal((await network.dex.ready()).isReady, true)
	await placeOrder(network, user, sale)
	assert.equal(network.balances(payer.account).XRD, '83')
})
