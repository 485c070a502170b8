import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
	accountAddress,
	checkMarkers,
	derivePrivateKey,
	GatewayClient,
	keyPairFromPrivateKey,
	type RunningLocalLedger,
	startLocalLedger,
} from '@accord/ledger'
import { TestClock } from '../../../../test/network/test-clock.ts'
import { fund } from '../../../../test/network/test-network.ts'
import { runCommand } from '../program-fixture.ts'

// The local ledger stands in for stokenet: the same engine with stokenet's id.

const networkId = 2
const folder = mkdtempSync(join(tmpdir(), 'accord-markers-'))
const config = join(folder, 'service.jsonc')
let ledger: RunningLocalLedger

before(async () => {
	ledger = await startLocalLedger({ clock: new TestClock(), networkId })
	writeConfig()
	writeKey('service.key', 'first')
})
after(async () => {
	await ledger?.stop()
	rmSync(folder, { recursive: true, force: true })
})

const privateKey = (name: string) => derivePrivateKey({ seed: 'keys of markers', name, curve: 'Ed25519' })
const keyPair = (name: string) => keyPairFromPrivateKey(privateKey(name))
const account = (name: string) => accountAddress(keyPair(name), networkId)

function writeConfig(settings: Record<string, unknown> = {}): void {
	const keys = { service_key: { file: 'service.key' }, former_service_key: { file: 'former.key' } }
	// As in the example that is shipped, other settings are still missing.
	const placeholders = {
		box: 'account_tdx_2_1_REPLACE_box',
		order: 'resource_tdx_2_1_REPLACE_order',
		fill: 'resource_tdx_2_1_REPLACE_fill',
	}
	const written = { network_id: networkId, gateway_url: ledger.url, markers: placeholders, ...keys, ...settings }
	writeFileSync(config, JSON.stringify(written))
}

function writeKey(file: string, name: string): void {
	writeFileSync(join(folder, file), privateKey(name).privateKeyHex, { mode: 0o600 })
}

const run = (name: string, ...options: string[]) => runCommand(['markers', name, config, ...options])

test('markers are made before the service starts first, and follow its keys', async () => {
	const poor = await run('create')
	assert.equal(poor.code, 1)
	assert.match(poor.notes, /holds 0 XRD, and the transaction locks 5 XRD of it/)

	for (const name of ['first', 'second']) await fund(ledger, account(name), { XRD: '100' })
	const created = await run('create')
	assert.equal(created.code, 0, created.notes)
	const [, section = ''] = /^("markers": \{[^}]+\}),$/m.exec(created.out) ?? []
	const { markers } = JSON.parse(`{${section}}`)
	const check = (...names: string[]) =>
		checkMarkers(new GatewayClient({ url: ledger.url }), { markers, keys: names.map(keyPair), networkId })
	assert.deepEqual(await check('first'), { faults: [], otherKeys: [] })

	writeConfig({ markers })
	const again = await run('create')
	assert.deepEqual([again.code, again.notes], [2, 'accord: markers: the configuration has some already'])
	assert.equal((await run('update')).out, 'the markers belong to the keys in the configuration already')

	writeKey('former.key', 'first')
	writeKey('service.key', 'second')
	assert.match((await run('update')).out, /^the markers belong to the keys in the configuration now: txid_tdx_2_1\w+$/)
	assert.deepEqual(await check('second', 'first'), { faults: [], otherKeys: [] })

	rmSync(join(folder, 'former.key'))
	assert.equal(JSON.parse((await run('update', '--json')).out).changed, true)
	assert.deepEqual(await check('second'), { faults: [], otherKeys: [] })

	writeKey('service.key', 'first')
	const stolen = await run('update')
	assert.equal(stolen.code, 1)
	assert.match(stolen.notes, /none of the keys can change the markers:\n {2}by account_tdx_2_1\w+: .*Unauthorized/)
})

test('error: without markers, a key or the right Gateway there is nothing to change', async () => {
	writeConfig()
	assert.deepEqual(
		[(await run('update')).code, (await run('update')).notes],
		[2, 'accord: markers: the configuration has none; accord markers create makes them'],
	)
	writeConfig({ network_id: 1 })
	assert.match((await run('create')).notes, /the Gateway serves network 2, the configuration says 1/)
	rmSync(join(folder, 'service.key'))
	assert.equal((await run('create')).code, 2)
})
