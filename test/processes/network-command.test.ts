import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
	accountAddress,
	composeTransaction,
	deriveKeyPair,
	GatewayClient,
	LocalLedger,
	playSeed,
	treasuryName,
	wallClock,
} from '@accord/ledger'
import { isAlive, killHard, NetworkPlace, untilGone } from '../network/network-process.ts'

// The tests of this file are the lives of one network, one after the other in the same place.

const place = await NetworkPlace.create()
after(() => place.dispose())

test('npm start runs a network, and a second Ctrl-C does not disturb its clean stop', async () => {
	const network = place.npmStart('--users', '2', '--seed', '7')
	await network.ready()
	assert.match(network.output, /prices walk at random, with seed 7; --still keeps them/)
	assert.ok(place.hasNetworkFile)
	const { pid, instamint } = place.readNetworkFile()
	assert.deepEqual(
		instamint?.customers.map(({ id, name }) => [id, name]),
		[
			[1, 'reference-maker'],
			[2, 'maker-1'],
			[3, 'maker-2'],
		],
	)
	network.pressCtrlC()
	network.pressCtrlC()
	assert.equal(await network.ended, 0, network.output)
	assert.match(network.output, /SIGINT: stopping\n(.*\n)*.*stopped\n$/)
	assert.equal(place.hasNetworkFile, false)
	assert.equal(isAlive(pid), false)
})

test('error: a ledger of a former version is refused by a message that says what to do', async () => {
	const data = join(place.directory, 'former')
	const directory = join(data, 'ledger')
	mkdirSync(directory, { recursive: true })
	const treasury = deriveKeyPair({ seed: playSeed, name: treasuryName, curve: 'Ed25519' })
	const former = new LocalLedger({ directory, clock: wallClock, treasury })
	const account = accountAddress(treasury, former.networkId)
	const { notarizedTransaction } = composeTransaction({
		manifest: `CALL_METHOD Address("${account}") "lock_fee" Decimal("1");`,
		window: { startEpoch: 2, endEpoch: 100 },
		keyPair: treasury,
		networkId: former.networkId,
	})
	await former.submit(notarizedTransaction)
	await former.close()
	const network = place.run('--data', data)
	assert.equal(await network.ended, 1)
	assert.match(network.output, /made by another version of the program.*npm start -- --reset/)
})

test('error: a second network in the same directory or on the same ports is refused, and the first keeps running', async () => {
	const network = await place.start('--users', '2', '--without', 'maker,solver')
	const file = place.readNetworkFile()
	const sameDirectory = place.run()
	assert.equal(await sameDirectory.ended, 1)
	assert.match(sameDirectory.output, new RegExp(`is in use by.*${network.pid}.*--data`))

	const samePorts = place.run('--data', `${place.directory}/other`)
	assert.equal(await samePorts.ended, 1)
	assert.match(samePorts.output, new RegExp(`port ${place.port}.* is in use by another program.*--port`))

	assert.deepEqual(place.readNetworkFile(), file)
	assert.equal(network.parts().length, 2)
	network.signal('SIGTERM')
	assert.equal(await network.ended, 0, network.output)
})

test('kill -9 of the network ends its parts, and the next start continues from their data', async () => {
	const killed = await place.start('--users', '2')
	const file = place.readNetworkFile()
	const gateway = new GatewayClient({ url: file.gateway_url })
	const { stateVersion } = await gateway.ledgerState()
	const parts = killed.parts()
	assert.equal(parts.length, 4)
	killHard(killed.pid)
	await untilGone([killed.pid, ...parts])
	const trade = place.trade('--sell', '100 XRD', '--buy', 'xUSDC')
	assert.equal(await trade.ended, 1)
	assert.match(trade.output, /does not answer.*npm start/)

	const network = await place.start('--users', '2')
	assert.ok((await gateway.ledgerState()).stateVersion >= stateVersion)
	assert.doesNotMatch(network.output, /funded/)
	const { pid, started_at_ms, ...rest } = place.readNetworkFile()
	assert.deepEqual({ ...rest, pid: killed.pid, started_at_ms: file.started_at_ms }, file)
	assert.ok(pid === network.pid && started_at_ms > file.started_at_ms)
	network.signal('SIGINT')
	assert.equal(await network.ended, 0, network.output)
})

for (const [part, at] of [
	['ledger', 0],
	['maker', 2],
] as const)
	test(`error: a killed ${part} ends the network and its other parts with exit 1`, async () => {
		const network = await place.start('--users', '2', '--without', 'solver')
		const parts = network.parts()
		assert.equal(parts.length, 3)
		killHard(parts[at] ?? 0)
		assert.equal(await network.ended, 1, network.output)
		assert.match(network.output, new RegExp(`${part} was ended by SIGKILL: stopping the network`))
		assert.equal(place.hasNetworkFile, false)
		assert.deepEqual(parts.filter(isAlive), [])
	})

test('Ctrl-C during the start stops the parts already started', async () => {
	const network = place.run()
	await network.printed('ledger is ready')
	const parts = network.parts()
	network.signal('SIGINT')
	assert.equal(await network.ended, 1)
	assert.match(network.output, /SIGINT while starting/)
	assert.equal(place.hasNetworkFile, false)
	assert.deepEqual(parts.filter(isAlive), [])
})

test('kill -9 during the start ends the parts already started', async () => {
	const network = place.run()
	await network.printed('service is ready')
	const parts = network.parts()
	killHard(network.pid)
	await untilGone(parts)
})
