import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
	derivePrivateKey,
	keyPairFromPrivateKey,
	type Markers,
	playSeed,
	type RunningLocalLedger,
	startLocalLedger,
} from '@accord/ledger'
import { CommandLine } from '../../../../test/network/command-line.ts'
import { TestClock } from '../../../../test/network/test-clock.ts'
import { treasuryMarkers } from '../../../../test/network/treasury-markers.ts'
import { until } from '../../../../test/network/until.ts'

// The local ledger stands in for stokenet: the same engine with stokenet's id. Only the Gateway's socket differs.

const stokenetId = 2
const folder = mkdtempSync(join(tmpdir(), 'accord-serve-'))
const commands = new CommandLine()
const privateKeyHex = '1f'.repeat(32)
let ledger: RunningLocalLedger
let markers: Markers

before(async () => {
	ledger = await startLocalLedger({ clock: new TestClock(), networkId: stokenetId })
	markers = await treasuryMarkers(ledger, [keyPairFromPrivateKey({ curve: 'Ed25519', privateKeyHex })])
})
after(async () => {
	await commands.dispose()
	await ledger?.stop()
	rmSync(folder, { recursive: true, force: true })
})

function write(name: string, changes: Record<string, unknown> = {}): string {
	const path = join(folder, name)
	const settings = {
		port: 0,
		database: {},
		tokens: ledger.tokens.map(({ symbol, resourceAddress, divisibility }) => {
			return { symbol, resource_address: resourceAddress, divisibility }
		}),
		pairs: [{ base: 'XRD', quote: 'xUSDC' }],
		levels: [{ taker_fee: '0.001', maker_fee: '0' }],
		settlement: { prices: { XRD: '0.05', xUSDC: '1', xUSDT: '1', xwBTC: '60000', xETH: '3000' } },
		service_key: { private_key_hex: privateKeyHex },
		markers,
		...changes,
	}
	writeFileSync(path, JSON.stringify(settings), { mode: 0o600 })
	return path
}

// shows operation: Another network: its id, its keys, its Gateway, and a trade under it
test('serves a public network by name until it is told to stop', async () => {
	const env = { ACCORD_GATEWAY_URL: ledger.url }
	const service = commands.run(['serve', '--network', 'stokenet', '--config', write('service.jsonc')], env)
	await service.printed('the service is ready')
	const [, url] = /"url":"([^"]+)"/.exec(service.output) ?? []
	const version = (await (await fetch(`${url}/version`)).json()) as Record<string, unknown>
	assert.equal(version.network_id, stokenetId)
	service.signal('SIGTERM')
	assert.equal(await service.ended, 0, service.output)
})

// shows operation: A changed configuration is read again on SIGHUP
test('reads its configuration again on SIGHUP: what can counts at once, and it names what needs a restart', async () => {
	const [before, after] = ['4', '5'].map(digit => digit.repeat(64))
	const written = (key: string | undefined, changes: Record<string, unknown> = {}) =>
		write('reload.jsonc', { network_id: stokenetId, operator: { port: 0, key }, ...changes })
	const service = commands.run(['serve', '--config', written(before)], { ACCORD_GATEWAY_URL: ledger.url })
	await service.printed('the service is ready')
	const [, url] = /"operator":"([^"]+)"/.exec(service.output) ?? []
	const statusWith = async (key: string | undefined) => {
		return (await fetch(`${url}/operator/makers`, { headers: { authorization: `Bearer ${key}` } })).status
	}
	assert.deepEqual([await statusWith(before), await statusWith(after)], [200, 401])
	const next = { curve: 'Ed25519', private_key_hex: '2e'.repeat(32) } as const
	const { publicKey } = keyPairFromPrivateKey({ curve: next.curve, privateKeyHex: next.private_key_hex })
	const refusalOfNext = async (key: string | undefined) => {
		const body = JSON.stringify({ version: 0, settings: { service_key: { public_key_hex: publicKey } }, check: true })
		const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
		return (await fetch(`${url}/operator/settings`, { method: 'POST', headers, body })).text()
	}
	assert.match(await refusalOfNext(before), /no key file/)

	written(after, { port: 'none' })
	service.signal('SIGHUP')
	await service.printed('the changed configuration is invalid, so nothing changes')
	assert.deepEqual([await statusWith(before), await statusWith(after)], [200, 401])

	written(after, { log_level: 'warn', prefix: { packages: [] }, makers_per_order: 3, next_service_key: next })
	service.signal('SIGHUP')
	await service.printed('the configuration was read again')
	assert.match(service.output, /"afterRestart":\["makers_per_order"\]/)
	await until('the key to count', async () => (await statusWith(after)) === 200)
	assert.equal(await statusWith(before), 401)
	// It has the key now; what is missing is on the ledger.
	assert.match(await refusalOfNext(after), /"detail":"service_key: [^"]*run accord markers update/)
	assert.doesNotMatch(await refusalOfNext(after), /no key file/)

	// Only warnings are logged now.
	const lines = service.output.split('\n').length
	written(before, { log_level: 'warn' })
	service.signal('SIGHUP')
	await until('the key to count', async () => (await statusWith(before)) === 200)
	assert.doesNotMatch(service.output.split('\n').slice(lines).join('\n'), /was read again/)
	service.signal('SIGTERM')
	assert.equal(await service.ended, 0, service.output)
})

// shows operation: Another network: its id, its keys, its Gateway, and a trade under it
// shows decision 33: Play keys are refused on other networks
test('error: a public play key is refused there', async () => {
	const { curve, privateKeyHex } = derivePrivateKey({ seed: playSeed, name: 'service', curve: 'Ed25519' })
	const config = write('play.jsonc', { service_key: { curve, private_key_hex: privateKeyHex } })
	const service = commands.run(['serve', '--network', 'stokenet', '--config', config], {
		ACCORD_GATEWAY_URL: ledger.url,
	})
	assert.equal(await service.ended, 2)
	assert.match(
		service.output,
		/service_key: a public play key of the local network, which must not be used on network 2/,
	)
})

// shows operation: Another network: its id, its keys, its Gateway, and a trade under it
// shows decision 36: A Gateway of another network is refused
test('error: it exits before serving if the Gateway is on another network', async () => {
	const other = await startLocalLedger({ clock: new TestClock() })
	const env = { ACCORD_GATEWAY_URL: other.url }
	const service = commands.run(['serve', '--network', 'stokenet', '--config', write('other.jsonc')], env)
	assert.equal(await service.ended, 1)
	assert.match(service.output, /the Gateway serves network 242, the configuration says 2/)
	await other.stop()
})

// shows operation: Every error in a configuration is reported before anything starts
test('error: a missing configuration is invalid usage', async () => {
	const service = commands.run(['serve'])
	assert.equal(await service.ended, 2)
	assert.match(service.output, /--config/)
})
