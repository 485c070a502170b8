import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricOf } from '../network/metric.ts'
import { operatorSetting } from '../network/operator-request.ts'
import { addresses, connectRaw, statusOfFirst, upgradeOf } from '../network/raw-client.ts'
import { openSolver } from '../network/solver-socket.ts'
import { startTestNetwork } from '../network/test-network.ts'

/** The default. */
const placesPerAddress = 32

// shows decision 40: Solvers’ places are shared fairly
test('one address takes its share of the solvers’ places, and no more', async t => {
	const network = await startTestNetwork({ users: 1, makers: 1, solvers: 1, settings: operatorSetting })
	t.after(() => network.stop())
	const sending = upgradeOf('/subintent-stream')
	const hostile = await Promise.all(
		Array.from({ length: 200 }, () => connectRaw(network, { from: addresses.hostile, sending })),
	)
	const statuses = await Promise.all(hostile.map(statusOfFirst))
	assert.equal(statuses.filter(status => status === 101).length, placesPerAddress)
	assert.equal(statuses.filter(status => status === 429).length, 200 - placesPerAddress)
	await openSolver(network)
	assert.equal(await metricOf(network, 'accord_sessions{kind="solver"}'), placesPerAddress + 1)
})
